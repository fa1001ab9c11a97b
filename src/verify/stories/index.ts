import type { Story } from '../story/story.ts'
import { privateContent, visibility } from './access.ts'
import { blockedAuthors } from './blocked-authors.ts'
import {
  branchLife,
  branchProtection,
  defaultBranchProtection,
  mergedBranches,
} from './branches.ts'
import { builds, buildsOfCommits, buildsOfMembers, presentBuilds } from './builds.ts'
import { closingIssues } from './closing-issues.ts'
import { commitStatuses } from './commit-statuses.ts'
import { cherryPick, commitComments, multiFileCommits } from './commits.ts'
import { events } from './events.ts'
import { binaryFiles, fileHistory, fileIds, refusedFileChanges } from './files.ts'
import { groupLife, hiddenProjects } from './groups.ts'
import { hookDeliveries } from './hook-deliveries.ts'
import { systemHooks } from './hooks.ts'
import {
  attention,
  confidentialIssues,
  followUpIssues,
  issueLife,
  issueMove,
  issuesOfOthers,
} from './issues.ts'
import { lastWriteOfInstance } from './last-write/instance.ts'
import { lastWriteOfNotifications } from './last-write/notifications.ts'
import { lastWriteOfPlaces } from './last-write/places.ts'
import { lastWriteOfRepository } from './last-write/repository.ts'
import { lastWriteOfTracker } from './last-write/tracker.ts'
import { expiry, memberPermissions, memberships } from './members.ts'
import {
  mergeRequestContent,
  mergeRequestDeletion,
  merging,
  refusedMerges,
  scheduling,
} from './merge-requests.ts'
import { presentMilestones } from './milestones.ts'
import { notes } from './notes.ts'
import { notificationLevels } from './notification-settings.ts'
import { projectLists, projectsLimit } from './projects.ts'
import { archive, comparison, contributors, treeOfRepository } from './repositories.ts'
import { settings } from './settings.ts'
import { snippets } from './snippets.ts'
import { releases, tagLife } from './tags.ts'
import { blocking, formsOfUsers, ownThings, uniqueAccounts, userDeletion } from './users.ts'
import { writesByPath } from './writes-by-path.ts'

/** All stories, one file for each resource, in no particular order. */
export const stories: readonly Story[] = [
  archive,
  attention,
  binaryFiles,
  blockedAuthors,
  blocking,
  presentBuilds,
  presentMilestones,
  fileIds,
  branchLife,
  branchProtection,
  builds,
  buildsOfCommits,
  buildsOfMembers,
  cherryPick,
  closingIssues,
  commitComments,
  commitStatuses,
  comparison,
  confidentialIssues,
  issuesOfOthers,
  contributors,
  defaultBranchProtection,
  events,
  expiry,
  fileHistory,
  followUpIssues,
  formsOfUsers,
  groupLife,
  hiddenProjects,
  hookDeliveries,
  issueLife,
  issueMove,
  lastWriteOfTracker,
  lastWriteOfPlaces,
  lastWriteOfRepository,
  lastWriteOfNotifications,
  lastWriteOfInstance,
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
  writesByPath,
]
