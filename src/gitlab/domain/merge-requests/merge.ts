import {
  cannotBeMerged,
  conflict,
  mergeNotOpen,
  notAllowed,
  unauthorized,
} from '../../../contract/errors.ts'
import { type MergeOutcome, mergeCommits, squashCommits } from '../../../git/merge/merge.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { branchReference } from '../../../git/repository.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canPush, isProtected } from '../../access/protection.ts'
import { applyConsequences, type Context, type MergeRequestContext } from '../context.ts'
import { existingProject, existingUser } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import type { Release } from '../release.ts'
import { push } from '../repositories/push.ts'
import { callerSignature } from '../repositories/signatures.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { markAsMerged } from './merge-completion.ts'
import { fillTemplate } from './merge-message.ts'
import { isBuildMissing, type MergeBlocker, mayMerge, mergeBlockerOf } from './mergeability.ts'
import { commitsOf, headOf, sourceHead, targetHead } from './range.ts'
import { isSquashed } from './squash.ts'
import { latestVersion, recordVersion } from './versions.ts'

/** The options in a request to merge. */
export interface MergeOptions {
  readonly merge_commit_message?: string | undefined
  readonly squash_commit_message?: string | undefined
  readonly should_remove_source_branch?: boolean | null | undefined
}

/** Returns the error of a merge that something prevents. */
export function mergeErrorOf({ statusOfMergeRefusal }: Release, blocker: MergeBlocker) {
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

/** When a merge happens: at once, or later by auto-merge. */
export type MergeTime = 'now' | 'later'

interface MergeConditions {
  /** The expected head of the source branch. */
  readonly sha?: string | undefined
  readonly merge_when_build_succeeds?: boolean | undefined
}

/** Throws 401 where the caller may not merge into the target branch. */
export function mustMerge(context: MergeRequestContext): void {
  if (!mayMerge(context, context.project, context.mergeRequest)) throw unauthorized()
}

/**
 * Returns when a requested merge can happen. Waiting for a build means at once where there is none, or it succeeded.
 * Throws 405 or 406 where something prevents the merge, and 409 where the head has changed.
 */
export function checkMerge(
  context: MergeRequestContext,
  { sha, merge_when_build_succeeds }: MergeConditions,
): MergeTime {
  const { store, project, mergeRequest } = context
  const isBuildAwaited = merge_when_build_succeeds === true && isBuildMissing(store, mergeRequest)
  const blocker = mergeBlockerOf(context, project, mergeRequest, { isBuildAwaited })
  if (blocker) throw mergeErrorOf(context.release, blocker)
  checkHead(context, sha)
  return isBuildAwaited ? 'later' : 'now'
}

/** Throws 409 where the head is not the expected one. */
export function checkHead(
  { store, mergeRequest }: Pick<MergeRequestContext, 'store' | 'mergeRequest'>,
  sha: string | undefined,
): void {
  const head = headOf(store, mergeRequest)
  if (sha === undefined || sha === head) return
  throw conflict(`SHA does not match HEAD of source branch: ${head}`)
}

/**
 * Merges in the caller's name by the release's and project's merge method (a merge commit by default), and removes
 * the source branch on request. Callers check before that nothing prevents it.
 */
export function merge(
  context: Context,
  mergeRequest: MergeRequestRecord,
  options: MergeOptions,
): MergeRequestRecord {
  const { should_remove_source_branch = null } = options
  const project = existingProject(context, mergeRequest.target_project_id)
  const { tip, ...commits } = writeMerge(context, project, mergeRequest, options)
  const merged = markAsMerged(context, mergeRequest, { ...commits, should_remove_source_branch })
  push(context, project, branchReference(mergeRequest.target_branch), tip.id)
  applyConsequences(context.consequences.merged, context, merged)
  const made = { project, branch: mergeRequest.target_branch, commit: tip }
  applyConsequences(context.consequences.committed, context, made)
  if (isSourceBranchRemoved(context.release, merged)) removeSourceBranch(context, merged)
  return merged
}

/** The commits that a merge adds to the target branch. */
interface Merged {
  /** The new head of the target branch. */
  readonly tip: GitCommit
  readonly merge_commit_sha: string | null
  readonly squash_commit_sha: string | null
}

/** Writes the commits of a merge by the project's settings: a squash commit, a merge commit, both or none. */
function writeMerge(
  context: Context,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
  { merge_commit_message, squash_commit_message }: MergeOptions,
): Merged {
  const { store, release } = context
  const { settings } = project
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) {
    throw mergeErrorOf(release, 'a branch is missing')
  }
  const squashed =
    release.mergesAsProjectsSay && isSquashed(project, mergeRequest)
      ? squash(context, project, mergeRequest, squash_commit_message)
      : null
  const brought = squashed?.id ?? source
  if (release.mergesAsProjectsSay && settings.merge_method === 'ff') {
    const tip = readCommit(store.objects, brought)
    return { tip, merge_commit_sha: null, squash_commit_sha: squashed?.id ?? null }
  }
  const template = release.mergesAsProjectsSay ? settings.merge_commit_template : null
  const signature = callerSignature(context)
  const outcome = mergeCommits(store.objects, target, brought, {
    message: merge_commit_message?.trim()
      ? merge_commit_message
      : fillTemplate(context, mergeRequest, template ?? release.mergeMessageTemplate),
    author: signature,
    committer: signature,
  })
  const { commit } = mergedOr(release, outcome)
  return { tip: commit, merge_commit_sha: commit.id, squash_commit_sha: squashed?.id ?? null }
}

/** Squashes the commits of a merge request into one. A single commit without a new message is used unchanged. */
function squash(
  context: Context,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
  message: string | undefined,
): GitCommit {
  const { store, release } = context
  const { settings } = project
  const commits = commitsOf(store, mergeRequest)
  const [head] = commits
  if (!head) throw mergeErrorOf(release, 'no commits')
  if (commits.length === 1 && !message?.trim()) return head
  const start = latestVersion(store, mergeRequest)?.start_sha
  const onto = settings.merge_method === 'ff' ? undefined : start
  const parent = onto ?? targetHead(store, mergeRequest) ?? head.id
  const author = onBehalfOf(context, existingUser(context, mergeRequest.author_id))
  const outcome = squashCommits(store.objects, parent, head.id, {
    message: message?.trim()
      ? message
      : fillTemplate(context, mergeRequest, settings.squash_commit_template ?? '%{title}'),
    author: callerSignature(author),
    committer: callerSignature(context),
  })
  return mergedOr(release, outcome).commit
}

function mergedOr(release: Release, outcome: MergeOutcome) {
  if (outcome.kind === 'merged') return outcome
  throw mergeErrorOf(release, outcome.kind === 'conflicts' ? 'conflicts' : 'no commits')
}

/**
 * Whether merging removes the source branch. In some releases the merging user can keep a branch that its author
 * wants removed.
 */
function isSourceBranchRemoved(
  { mergerDecidesRemoval }: Release,
  { should_remove_source_branch: wanted, force_remove_source_branch }: MergeRequestRecord,
): boolean {
  if (mergerDecidesRemoval && wanted !== null) return wanted
  return (wanted ?? false) || (force_remove_source_branch ?? false)
}

/**
 * Removes the source branch, in the author's name if the author requested it, else in the caller's. The default
 * branch, protected branches and those the user may not push to stay.
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
  if (context.release.followsRemovedBranches) retarget(context, mergeRequest)
  push(remover, project, branchReference(source_branch), undefined)
}

/**
 * The most merge requests that are retargeted when their target branch is merged and removed
 * (`RetargetChainService`).
 */
const MAX_RETARGETED = 4

function retarget(context: Context, merged: MergeRequestRecord): void {
  const { source_project_id, target_project_id, source_branch, target_branch } = merged
  if (source_project_id !== target_project_id) return
  const { store, now } = context
  const key = openListKey(target_project_id, source_branch)
  for (const one of store.mergeRequests.by('open_into', key).slice(0, MAX_RETARGETED)) {
    const mergeRequest = store.mergeRequests.replace(one, {
      target_branch,
      base_sha: null,
      updated_at: now,
    })
    recordVersion(context, mergeRequest)
    const project = existingProject(context, target_project_id)
    addSystemNote(
      context,
      onMergeRequest({ project, mergeRequest }),
      `deleted the \`${source_branch}\` branch. This merge request now targets the \`${target_branch}\` branch`,
    )
  }
}
