import type { Story } from '../story/story.ts'
import { privateContent } from './access/private-content.ts'
import { visibility } from './access/visibility.ts'
import { branchLife } from './branches/branches.ts'
import { mergedBranches } from './branches/merged-branches.ts'
import { branchProtection, defaultBranchProtection } from './branches/protection.ts'
import { builds } from './builds/builds.ts'
import { buildsOfCommits } from './builds/no-builds.ts'
import { presentBuilds } from './builds/present-builds.ts'
import { commitStatuses } from './commit-statuses/statuses.ts'
import { cherryPick } from './commits/cherry-pick.ts'
import { commitComments } from './commits/comments.ts'
import { multiFileCommits } from './commits/multi-file-commits.ts'
import { events } from './events/events.ts'
import { binaryFiles } from './files/binary-and-names.ts'
import { fileHistory } from './files/file-history.ts'
import { fileIds } from './files/ids.ts'
import { refusedFileChanges } from './files/refused-changes.ts'
import { groupLife } from './groups/groups.ts'
import { hiddenProjects } from './groups/hidden-projects.ts'
import { systemHooks } from './hooks/hooks.ts'
import { attention } from './issues/attention.ts'
import { confidentialIssues } from './issues/confidential.ts'
import { followUpIssues } from './issues/discussions.ts'
import { issueLife } from './issues/life.ts'
import { issueMove } from './issues/move.ts'
import { lastWrites } from './last-write/index.ts'
import { expiry, memberPermissions, memberships } from './members/levels.ts'
import { closingIssues } from './merge-requests/closing-issues.ts'
import { mergeRequestContent } from './merge-requests/content.ts'
import { mergeRequestDeletion } from './merge-requests/deletion.ts'
import { merging } from './merge-requests/merging.ts'
import { refusedMerges } from './merge-requests/refusals.ts'
import { scheduling } from './merge-requests/scheduling.ts'
import { notes } from './notes/notes.ts'
import { notificationLevels } from './notification-settings/levels.ts'
import { projectsLimit } from './projects/limit.ts'
import { projectLists } from './projects/projects.ts'
import { archive } from './repositories/archive.ts'
import { comparison } from './repositories/compare.ts'
import { contributors } from './repositories/contributors.ts'
import { treeOfRepository } from './repositories/tree.ts'
import { settings } from './settings/settings.ts'
import { snippets } from './snippets/snippets.ts'
import { releases } from './tags/releases.ts'
import { tagLife } from './tags/tags.ts'
import { blocking } from './users/blocking.ts'
import { userDeletion } from './users/deletion.ts'
import { formsOfUsers } from './users/forms-of-users.ts'
import { ownThings } from './users/own-things.ts'
import { uniqueAccounts } from './users/uniqueness.ts'

/** All stories. One file a story, in a folder a resource; their order says nothing. */
export const stories: readonly Story[] = [
  archive,
  attention,
  binaryFiles,
  blocking,
  presentBuilds,
  fileIds,
  branchLife,
  branchProtection,
  builds,
  buildsOfCommits,
  cherryPick,
  closingIssues,
  commitComments,
  commitStatuses,
  comparison,
  confidentialIssues,
  contributors,
  defaultBranchProtection,
  events,
  expiry,
  fileHistory,
  followUpIssues,
  formsOfUsers,
  groupLife,
  hiddenProjects,
  issueLife,
  issueMove,
  ...lastWrites,
  memberPermissions,
  memberships,
  mergeRequestContent,
  mergeRequestDeletion,
  mergedBranches,
  merging,
  multiFileCommits,
  notes,
  notificationLevels,
  ownThings,
  privateContent,
  projectLists,
  projectsLimit,
  refusedFileChanges,
  refusedMerges,
  releases,
  scheduling,
  settings,
  snippets,
  systemHooks,
  tagLife,
  treeOfRepository,
  uniqueAccounts,
  userDeletion,
  visibility,
]
