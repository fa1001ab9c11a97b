import type { OperationTag } from '../contract/generated/contract.ts'
import { applicationSettings } from './application-settings.ts'
import { branches } from './branches.ts'
import { builds } from './builds.ts'
import { commitStatuses } from './commit-statuses.ts'
import { commits } from './commits.ts'
import { deployments } from './deployments.ts'
import { emails } from './emails.ts'
import { files } from './files.ts'
import { groups } from './groups.ts'
import { issues } from './issues.ts'
import { members } from './members.ts'
import { mergeRequests } from './merge-requests.ts'
import { notes } from './notes.ts'
import { notificationSettings } from './notification-settings.ts'
import type { OperationsOf } from './operation.ts'
import { projects } from './projects.ts'
import { repositories } from './repositories.ts'
import { snippets } from './snippets.ts'
import { sshKeys } from './ssh-keys.ts'
import { systemHooks } from './system-hooks.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** Every operation of the contract, by its id; one that is missing does not compile. */
export const operations: OperationsOf<OperationTag> = {
  ...applicationSettings,
  ...branches,
  ...builds,
  ...commitStatuses,
  ...commits,
  ...deployments,
  ...emails,
  ...files,
  ...groups,
  ...issues,
  ...members,
  ...mergeRequests,
  ...notes,
  ...notificationSettings,
  ...projects,
  ...repositories,
  ...snippets,
  ...sshKeys,
  ...systemHooks,
  ...tags,
  ...users,
}
