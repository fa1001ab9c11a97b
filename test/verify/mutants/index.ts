import { applicationSettings } from './application-settings.ts'
import { authentication } from './authentication.ts'
import { branches } from './branches.ts'
import { builds } from './builds.ts'
import { commits } from './commits.ts'
import { credentials } from './credentials.ts'
import { deployments } from './deployments.ts'
import { emails } from './emails.ts'
import { files } from './files.ts'
import { groups } from './groups.ts'
import { issueLists, issues } from './issues.ts'
import { members } from './members.ts'
import { mergeRequests, merging } from './merge-requests.ts'
import type { Mutant } from './mutant.ts'
import { notes } from './notes.ts'
import { notificationSettings } from './notification-settings.ts'
import { pagination } from './pagination.ts'
import { projectLists, projects } from './projects.ts'
import { releasedAnswers } from './released-answers.ts'
import { repositories } from './repositories.ts'
import { snippets } from './snippets.ts'
import { sshKeys } from './ssh-keys.ts'
import { statuses } from './statuses.ts'
import { systemHooks } from './system-hooks.ts'
import { tags } from './tags.ts'
import { transport } from './transport.ts'
import { users } from './users.ts'

export type { Mutant } from './mutant.ts'
export { createFaultyServer, mutantKinds } from './mutant.ts'

/** Servers with one fault each: every sentence that one breaks stands in the specification. */
export const mutants: readonly Mutant[] = [
  ...users,
  ...emails,
  ...sshKeys,
  ...groups,
  ...members,
  ...projectLists,
  ...projects,
  ...applicationSettings,
  ...notificationSettings,
  ...systemHooks,
  ...issueLists,
  ...issues,
  ...mergeRequests,
  ...merging,
  ...notes,
  ...snippets,
  ...branches,
  ...tags,
  ...repositories,
  ...files,
  ...commits,
  ...statuses,
  ...builds,
  ...deployments,
  ...pagination,
  ...credentials,
  ...authentication,
  ...releasedAnswers,
  ...transport,
]
