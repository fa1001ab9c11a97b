import type { GitCommit } from '../../../../../git/objects/objects.ts'
import type { ProjectRecord } from '../../../../../store/models/project.ts'
import type { UserRecord } from '../../../../../store/models/user.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingUser, projectAddress } from '../../../lookups.ts'
import { timeOf } from '../../../repositories/commit-text.ts'
import { projectData } from '../../push-data.ts'
import { withoutFraction } from '../times.ts'

/** Returns a user (`hook_attrs` in app/models/user.rb). */
export function userAttributes(
  { name, username, avatar_url }: UserRecord,
  { addresses }: Pick<PayloadContext, 'addresses'>,
) {
  return { name, username, avatar_url: addresses.avatar(avatar_url) }
}

export function someone(userId: number | null, presentation: PayloadContext) {
  return userId === null ? null : userAttributes(existingUser(presentation, userId), presentation)
}

/** Returns a project for payloads of pipelines, without the older names of its URLs. */
export function plainProjectAttributes(project: ProjectRecord, presentation: PayloadContext) {
  const { homepage, url, ssh_url, http_url, ...plain } = projectData(presentation, project)
  return plain
}

/** Returns the older form of a project, which payloads also have. */
export function repositoryAttributes(project: ProjectRecord, presentation: PayloadContext) {
  const { name, url, description, homepage } = projectData(presentation, project)
  return { name, url, description, homepage }
}

/** Returns a commit (`hook_attrs` in app/models/commit.rb). */
export function commitAttributes(
  commit: GitCommit,
  project: ProjectRecord,
  presentation: PayloadContext,
) {
  return {
    id: commit.id,
    message: commit.message,
    timestamp: withoutFraction(timeOf(commit.committer)),
    url: `${projectAddress(presentation, project.id)}/commit/${commit.id}`,
    author: { name: commit.author.name, email: commit.author.email },
  }
}
