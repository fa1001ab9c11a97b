import { openListKey } from '../../../store/list-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import type { ProjectContext } from '../context.ts'
import { existingProject, projectAddress } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import type { PushOptions } from './push-options.ts'

const FRAME = '='.repeat(72)

/** Returns the lines that warn about failed push options, which do not fail the push. */
export function warningOf(errors: readonly string[], { given }: PushOptions): string[] {
  if (errors.length === 0) return []
  const options = given.map((option) => `'${option}'`).join(' ')
  const text = `Error encountered with push options ${options}: ${errors.join('\n\n')}`
  return ['', FRAME, '', 'WARNINGS:', ...text.split('\n'), '', FRAME, '']
}

/**
 * Returns the links to the merge requests of the pushed branches, or to the page that creates one
 * (`MergeRequests::GetUrlsService` of GitLab 18).
 */
export function linksToMergeRequests(context: ProjectContext, pushes: readonly Push[]): string[] {
  const { store, viewer, project } = context
  const isPrinted = project.settings.printing_merge_request_link_enabled
  if (!isPrinted || !usesPart(viewer, project, 'merge_requests')) return []
  const { head } = repositoryOf(store, project)
  return pushes.flatMap((push) => {
    const branch = branchOf(push)
    if (branch === undefined || branch === head || push.after === undefined) return []
    return linkOf(context, branch)
  })
}

function linkOf(context: ProjectContext, branch: string): string[] {
  const { store, project } = context
  const [open] = store.mergeRequests.by('open_from', openListKey(project.id, branch))
  if (open) {
    const target = existingProject(context, open.target_project_id)
    const page = `${projectAddress(context, target.id)}/-/merge_requests/${open.iid}`
    return ['', `View merge request for ${branch}:`, `  ${page}`, '']
  }
  const query = `merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  const page = `${projectAddress(context, project.id)}/-/merge_requests/new?${query}`
  return ['', `To create a merge request for ${branch}, visit:`, `  ${page}`, '']
}
