import {
  cannotBeMerged,
  conflict,
  mergeNotOpen,
  notAllowed,
  unauthorized,
} from '../../../contract/errors.ts'
import { mergeCommits } from '../../../git/merge/merge.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchReference } from '../../../git/repository.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { canPush, isProtected } from '../../access/protection.ts'
import { applyConsequences, type Context, type MergeRequestContext } from '../context.ts'
import { externalIssuesClosedBy, issuesNamedBy } from '../issues/closing.ts'
import { existingProject, existingUser } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import type { Release } from '../release.ts'
import { push } from '../repositories/push.ts'
import { callerSignature } from '../repositories/signatures.ts'
import { projectReference } from '../tracker/references.ts'
import { markAsMerged } from './merge-completion.ts'
import { isBuildMissing, type MergeBlocker, mayMerge, mergeBlockerOf } from './mergeability.ts'
import { headOf, sourceHead, targetHead } from './range.ts'

/** What a request says of the merge itself. */
export interface MergeOptions {
  readonly merge_commit_message?: string | undefined
  readonly should_remove_source_branch?: boolean | null | undefined
}

/** What a merge is refused with that something prevents. */
function mergeErrorOf({ statusOfMergeRefusal }: Release, blocker: MergeBlocker) {
  switch (blocker) {
    case 'not open':
      return mergeNotOpen(statusOfMergeRefusal.notOpen)
    case 'conflicts':
    case 'rebase needed':
      return cannotBeMerged(statusOfMergeRefusal.conflicts)
    case 'too early':
    case 'build running':
    case 'a branch is missing':
    case 'no commits':
    case 'work in progress':
    case 'unresolved discussions':
    case 'no successful build':
      return notAllowed()
  }
}

/** When a merge request is merged: at once, or when the pipeline of its head succeeds. */
export type MergeTime = 'now' | 'when the pipeline succeeds'

interface MergeConditions {
  /** The head that the caller has seen. */
  readonly sha?: string | undefined
  readonly merge_when_build_succeeds?: boolean | undefined
}

/** Refuses with 401 who may not merge into the target branch. */
export function mustMerge(context: MergeRequestContext): void {
  if (!mayMerge(context, context.project, context.mergeRequest)) throw unauthorized()
}

/**
 * When a merge that is asked for can be: where a build is awaited that there is none of, or that has
 * succeeded, at once. 405 and 406 where something prevents it, 409 where the head is another one.
 */
export function checkMerge(
  context: MergeRequestContext,
  { sha, merge_when_build_succeeds }: MergeConditions,
): MergeTime {
  const { store, project, mergeRequest } = context
  const isBuildAwaited = merge_when_build_succeeds === true && isBuildMissing(store, mergeRequest)
  const blocker = mergeBlockerOf(context, project, mergeRequest, { isBuildAwaited })
  if (blocker) throw mergeErrorOf(context.release, blocker)
  const head = headOf(store, mergeRequest)
  if (sha !== undefined && sha !== head) {
    throw conflict(`SHA does not match HEAD of source branch: ${head}`)
  }
  return isBuildAwaited ? 'when the pipeline succeeds' : 'now'
}

/**
 * Merges in the caller's name, by a merge commit on the target branch and never by a fast-forward,
 * and removes the source branch where that was asked for. What prevents it is checked before.
 */
export function merge(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { merge_commit_message, should_remove_source_branch = null }: MergeOptions,
): MergeRequestRecord {
  const project = existingProject(context, mergeRequest.target_project_id)
  const commit = writeMergeCommit(context, mergeRequest, merge_commit_message)
  const merged = markAsMerged(context, mergeRequest, {
    merge_commit_sha: commit.id,
    should_remove_source_branch,
  })
  push(context, project, branchReference(mergeRequest.target_branch), commit.id)
  applyConsequences(context.consequences.merged, context, merged)
  const made = { project, branch: mergeRequest.target_branch, commit }
  applyConsequences(context.consequences.committed, context, made)
  if (isSourceBranchRemoved(context.release, merged)) removeSourceBranch(context, merged)
  return merged
}

function writeMergeCommit(
  context: Context,
  mergeRequest: MergeRequestRecord,
  message: string | undefined,
): GitCommit {
  const { store, release } = context
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) {
    throw mergeErrorOf(release, 'a branch is missing')
  }
  const signature = callerSignature(context)
  const outcome = mergeCommits(store.objects, target, source, {
    message: message?.trim() ? message : defaultMergeMessage(context, mergeRequest),
    author: signature,
    committer: signature,
  })
  if (outcome.kind === 'merged') return outcome.commit
  throw mergeErrorOf(release, outcome.kind === 'conflicts' ? 'conflicts' : 'no commits')
}

/** Whoever merges may keep a branch that its author wanted removed, where the release lets them. */
function isSourceBranchRemoved(
  { mergerDecidesRemoval }: Release,
  { should_remove_source_branch: wanted, force_remove_source_branch }: MergeRequestRecord,
): boolean {
  if (mergerDecidesRemoval && wanted !== null) return wanted
  return (wanted ?? false) || (force_remove_source_branch ?? false)
}

/**
 * In the name of the author, if they asked for it, else of who merges. A branch stays that is the
 * default one or protected, and one that they may not push to.
 */
function removeSourceBranch(context: Context, mergeRequest: MergeRequestRecord): void {
  const { store } = context
  const { source_branch, force_remove_source_branch, author_id } = mergeRequest
  const project = existingProject(context, mergeRequest.source_project_id)
  const remover = force_remove_source_branch
    ? onBehalfOf(context, existingUser(context, author_id))
    : context
  const isKept =
    project.default_branch === source_branch || isProtected(store, project, source_branch)
  if (isKept || !canPush(remover, project, source_branch)) return
  push(remover, project, branchReference(source_branch), undefined)
}

/**
 * The message of a merge commit where a request gives none: that of GitLab 8.15, with a line `Closes
 * #1` where its author sees issues that it closes (mergeMergeRequest).
 */
function defaultMergeMessage(context: Context, mergeRequest: MergeRequestRecord): string {
  const { source_branch, target_branch, title, iid } = mergeRequest
  const closed = closedReferences(context, mergeRequest)
  return [
    `Merge branch '${source_branch}' into '${target_branch}'`,
    title,
    ...(closed.length > 0 ? [`Closes ${sentence(closed)}`] : []),
    `See merge request !${iid}`,
  ].join('\n\n')
}

function closedReferences(context: Context, mergeRequest: MergeRequestRecord): string[] {
  const { author_id, target_project_id } = mergeRequest
  const author = onBehalfOf(context, existingUser(context, author_id))
  const target = existingProject(author, target_project_id)
  if (target.external_issue_tracker) return externalIssuesClosedBy(author, mergeRequest)
  return issuesNamedBy(author, mergeRequest).map((issue) => {
    const project = existingProject(author, issue.project_id)
    return `${projectReference(author, project, target)}#${issue.iid}`
  })
}

/** `#1`, `#1 and #2`, `#1, #2, and #3`. */
function sentence(words: readonly string[]): string {
  const [first = '', second = ''] = words
  if (words.length <= 2) return words.length === 2 ? `${first} and ${second}` : first
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
