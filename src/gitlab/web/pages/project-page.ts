import { visibilityNames } from '../../../contract/visibility-levels.ts'
import { listBranches } from '../../../git/repository.ts'
import type { Markup } from '../../../shared/markup.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { isArchived } from '../../access/viewer.ts'
import { namespaceOf } from '../../domain/lookups.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import type { WebAnswer, WebContext } from '../web-request.ts'
import { escapedPath, link, recordPage, shownList } from './record-page.ts'

/** Shows a page of a visible project; returns undefined where it is missing or hidden. */
export type ProjectPage = (
  context: WebContext,
  project: ProjectRecord,
  segments: readonly string[],
) => WebAnswer | undefined

/** Returns the path of a project, and the links to the pages above its own. */
export function placeOf(
  context: WebContext,
  project: ProjectRecord,
): { readonly path: string; readonly above: readonly Markup[] } {
  const namespace = namespaceOf(context, project)
  const path = `/${fullPath(namespace)}/${project.path}`
  const home = namespace.kind === 'group' ? `/groups/${fullPath(namespace)}` : `/${namespace.path}`
  return { path, above: [link(context, home, namespace.name), link(context, path, project.name)] }
}

export const projectPage: ProjectPage = (context, project) => {
  const { store, viewer, addresses } = context
  const namespace = namespaceOf(context, project)
  const { above, path } = placeOf(context, project)
  const readsCode = viewer.can('download_code', project)
  const branches = readsCode ? listBranches(repositoryOf(store, project)) : []
  const parts = [
    ...(usesPart(viewer, project, 'issues') ? ['issues'] : []),
    ...(usesPart(viewer, project, 'merge_requests') ? ['merge_requests'] : []),
    ...['milestones', 'labels', 'releases'],
  ]
  return recordPage(context, {
    kind: 'Project',
    title: project.name,
    above: above.slice(0, 1),
    fields: {
      Path: path.slice(1),
      Visibility: visibilityNames[project.visibility_level],
      Archived: isArchived(project) ? 'yes' : null,
      Clone: readsCode ? addresses.cloneByHttp(namespace, project) : null,
    },
    text: project.description,
    lists: {
      Pages: shownList(parts, (part) =>
        link(context, `${path}/-/${part}`, part.replaceAll('_', ' ')),
      ),
      Branches: shownList(branches, ({ name }) =>
        link(context, `${path}/-/tree/${escapedPath(name)}`, name),
      ),
    },
  })
}
