import type { GitCommit } from '../../../../../git/objects/objects.ts'
import type { ProjectRecord } from '../../../../../store/models/project.ts'
import type { UserRecord } from '../../../../../store/models/user.ts'
import type { PayloadContext } from '../../../context.ts'
import { projectAddress } from '../../../lookups.ts'
import { titleOf, zonedTimeOf } from '../../../repositories/commit-text.ts'
import { labelOf } from '../../../tracker/labels.ts'
import { type ChangedPaths, projectData } from '../../push-data.ts'

/** Returns a user; the e-mail address is redacted unless it is public (`hook_attrs` in app/models/user.rb). */
export function userAttributes(
  { id, name, username, avatar_url, public_email }: UserRecord,
  { addresses }: Pick<PayloadContext, 'addresses'>,
) {
  const email = public_email || '[REDACTED]'
  return { id, name, username, avatar_url: addresses.avatar(avatar_url), email }
}

/**
 * Returns a project (`hook_attrs` in app/models/project.rb). Payloads of pipelines lack the older names of its URLs.
 */
export function projectAttributes(project: ProjectRecord, presentation: PayloadContext) {
  return {
    ...plainProjectAttributes(project, presentation),
    ...oldAddresses(project, presentation),
  }
}

export function plainProjectAttributes(project: ProjectRecord, presentation: PayloadContext) {
  const { homepage, url, ssh_url, http_url, ...data } = projectData(presentation, project)
  const avatar_url = presentation.addresses.avatar(project.avatar_url)
  const { ci_config_path } = project.settings
  return { id: project.id, ...data, avatar_url, ci_config_path }
}

function oldAddresses(project: ProjectRecord, presentation: PayloadContext) {
  const { homepage, url, ssh_url, http_url } = projectData(presentation, project)
  return { homepage, url, ssh_url, http_url }
}

/** Returns the older form of a project, which payloads of issues, merge requests and notes also have. */
export function repositoryAttributes(project: ProjectRecord, presentation: PayloadContext) {
  const { name, url, description, homepage } = projectData(presentation, project)
  return { name, url, description, homepage }
}

/** Returns the older form of a project with the further fields of push and job payloads. */
export function fullRepositoryAttributes(project: ProjectRecord, presentation: PayloadContext) {
  const { git_http_url, git_ssh_url, visibility_level } = projectData(presentation, project)
  const repository = repositoryAttributes(project, presentation)
  return { ...repository, git_http_url, git_ssh_url, visibility_level }
}

/** Returns a commit (`hook_attrs` in app/models/commit.rb), in payloads of pushes with its changed files. */
export function commitAttributes(
  commit: GitCommit,
  project: ProjectRecord,
  presentation: PayloadContext,
  changed: ChangedPaths | Record<string, never> = {},
) {
  return {
    id: commit.id,
    message: commit.message,
    title: titleOf(commit, presentation.release),
    timestamp: zonedTimeOf(commit.committer).replace('.000', '').replace('+00:00', 'Z'),
    url: `${projectAddress(presentation, project.id)}/-/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
    ...changed,
  }
}

/** Returns labels by title, sorted by title (`hook_attrs` in app/models/label.rb). */
export function labelAttributes(
  titles: readonly string[],
  project: ProjectRecord,
  { store }: Pick<PayloadContext, 'store'>,
) {
  return [...titles].sort().flatMap((title) => {
    const label = labelOf(store, project, title)
    if (!label) return []
    const { id, color, description, project_id, group_id } = label
    return {
      id,
      title,
      color,
      project_id,
      created_at: project.created_at,
      updated_at: project.created_at,
      template: false,
      description,
      type: group_id === null ? 'ProjectLabel' : 'GroupLabel',
      group_id,
    }
  })
}
