import type { Story } from '../story/story.ts'
import { branchLife } from './branches/branches.ts'
import { mergedBranches } from './branches/merged-branches.ts'
import { branchProtection, defaultBranchProtection } from './branches/protection.ts'
import { builds } from './builds/builds.ts'
import { buildsOfCommits } from './builds/no-builds.ts'
import { commitStatuses } from './commit-statuses/statuses.ts'
import { cherryPick } from './commits/cherry-pick.ts'
import { commitComments } from './commits/comments.ts'
import { multiFileCommits } from './commits/multi-file-commits.ts'
import { binaryFiles } from './files/binary-and-names.ts'
import { fileHistory } from './files/file-history.ts'
import { refusedFileChanges } from './files/refused-changes.ts'
import { archive } from './repositories/archive.ts'
import { comparison } from './repositories/compare.ts'
import { contributors } from './repositories/contributors.ts'
import { treeOfRepository } from './repositories/tree.ts'
import { releases } from './tags/releases.ts'
import { tagLife } from './tags/tags.ts'
import { blocking } from './users/blocking.ts'

/** All stories. One file a story, in a folder a resource; their order says nothing. */
export const stories: readonly Story[] = [
  archive,
  binaryFiles,
  blocking,
  branchLife,
  branchProtection,
  builds,
  buildsOfCommits,
  cherryPick,
  commitComments,
  commitStatuses,
  comparison,
  contributors,
  defaultBranchProtection,
  fileHistory,
  mergedBranches,
  multiFileCommits,
  refusedFileChanges,
  releases,
  tagLife,
  treeOfRepository,
]
