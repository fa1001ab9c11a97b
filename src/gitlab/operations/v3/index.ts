import type { OperationTag } from '../../../contract/generated/v3/contract.ts'
import type { OperationsOf } from '../operation.ts'
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
import { projects } from './projects.ts'
import { repositories } from './repositories.ts'
import { snippets } from './snippets.ts'
import { sshKeys } from './ssh-keys.ts'
import { systemHooks } from './system-hooks.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

type ByTag = { readonly [Tag in OperationTag]: OperationsOf<Tag> }

/** Every operation of the contract, by its tag and its id; one that is missing does not compile. */
const byTag: ByTag = {
  'Application settings': applicationSettings,
  Branches: branches,
  Builds: builds,
  'Commit statuses': commitStatuses,
  Commits: commits,
  Deployments: deployments,
  'E-mails': emails,
  Files: files,
  Groups: groups,
  Issues: issues,
  Members: members,
  'Merge requests': mergeRequests,
  Notes: notes,
  'Notification settings': notificationSettings,
  Projects: projects,
  Repositories: repositories,
  Snippets: snippets,
  'SSH keys': sshKeys,
  'System hooks': systemHooks,
  Tags: tags,
  Users: users,
}

/** An operation as the pipeline calls it. */
export type AnyOperation = (context: object, parameters: object) => unknown

/** By their ids, for the pipeline: their types are checked where they are written. */
export const v3Operations: ReadonlyMap<string, AnyOperation> = new Map(
  Object.values(byTag).flatMap((group: object) => Object.entries(group)),
)
