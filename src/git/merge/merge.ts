import { parentTree } from '../diff/statistics.ts'
import { mergeBase } from '../history/ancestry.ts'
import {
  createObjectDatabase,
  type ObjectDatabase,
  putObject,
  readCommit,
} from '../objects/database.ts'
import { type GitCommit, makeCommit, makeTree, type ObjectId } from '../objects/objects.ts'
import type { Signature } from '../objects/signature.ts'
import { mergeFollowingRenames } from './follow-renames.ts'
import { type Conflict, mergeTrees, type TreeMerge } from './merge-trees.ts'

export interface CommitDetails {
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
}

export type MergeOutcome =
  | { readonly kind: 'merged'; readonly commit: GitCommit }
  /** Our side contains theirs already, so nothing is merged. */
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }

/**
 * Writes the merge commit of two commits, without fast-forward; the caller moves the branch. After a criss-cross merge,
 * the newest merge base is used. Unrelated histories are merged from an empty tree.
 */
export function mergeCommits(
  objects: ObjectDatabase,
  ours: ObjectId,
  theirs: ObjectId,
  details: CommitDetails,
): MergeOutcome {
  return commitMerge(objects, ours, theirs, [ours, theirs], details)
}

/** Writes a single commit on top of ours with all changes of theirs, like `git merge --squash`. */
export function squashCommits(
  objects: ObjectDatabase,
  ours: ObjectId,
  theirs: ObjectId,
  details: CommitDetails,
): MergeOutcome {
  return commitMerge(objects, ours, theirs, [ours], details)
}

function commitMerge(
  objects: ObjectDatabase,
  ours: ObjectId,
  theirs: ObjectId,
  parents: readonly ObjectId[],
  details: CommitDetails,
): MergeOutcome {
  const base = mergeBase(objects, ours, theirs)
  if (base?.id === theirs) return { kind: 'up-to-date' }
  const { tree, conflicts } =
    cleanMerge(objects, ours, theirs) ??
    mergeTrees(objects, base?.tree, treeOf(objects, ours), treeOf(objects, theirs))
  if (conflicts.length > 0) return { kind: 'conflicts', conflicts }
  const commit = makeCommit({ tree, parents, ...details })
  putObject(objects, commit)
  return { kind: 'merged', commit }
}

/** Whether merging two commits would cause conflicts. Nothing is written; the result for each pair is cached. */
export function hasConflicts(objects: ObjectDatabase, ours: ObjectId, theirs: ObjectId): boolean {
  const { conflicts, cleanMerges } = objects.findings
  const key = keyOf(ours, theirs)
  const known = conflicts.get(key)
  if (known !== undefined) return known
  const trial = createObjectDatabase(objects)
  const base = mergeBase(objects, ours, theirs)?.tree
  const merged = mergeTrees(trial, base, treeOf(objects, ours), treeOf(objects, theirs))
  const found = merged.conflicts.length > 0
  conflicts.set(key, found)
  if (!found) cleanMerges.set(key, { tree: merged.tree, written: [...trial.byId.values()] })
  return found
}

/** Returns a merge that was found to be clean, and writes its trees. */
function cleanMerge(
  objects: ObjectDatabase,
  ours: ObjectId,
  theirs: ObjectId,
): TreeMerge | undefined {
  const known = objects.findings.cleanMerges.get(keyOf(ours, theirs))
  if (!known) return undefined
  for (const object of known.written) putObject(objects, object)
  return { tree: known.tree, conflicts: [] }
}

const keyOf = (ours: ObjectId, theirs: ObjectId) => `${ours} ${theirs}`

const treeOf = (objects: ObjectDatabase, id: ObjectId) => readCommit(objects, id).tree

export type CherryPickOutcome =
  | { readonly kind: 'picked'; readonly commit: GitCommit }
  /** The changes are contained already. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }

/**
 * Writes a commit on top of `onto` with the changes of another commit, its author and (unless another is given) its
 * message; the caller moves the branch. Of a merge commit, the changes against its first parent are taken (`git
 * cherry-pick --mainline 1`), since that is what users mean by picking a merged branch.
 */
export function cherryPick(
  objects: ObjectDatabase,
  picked: ObjectId,
  onto: ObjectId,
  details: Pick<CommitDetails, 'committer'> & Partial<CommitDetails>,
): CherryPickOutcome {
  const source = readCommit(objects, picked)
  const { author, message } = source
  const before = parentTree(objects, source)
  return applyChange(objects, before, source.tree, onto, { author, message, ...details })
}

/** Writes a commit on top of `onto` that reverts another commit, in the same way. */
export function revert(
  objects: ObjectDatabase,
  reverted: ObjectId,
  onto: ObjectId,
  details: CommitDetails,
): CherryPickOutcome {
  const source = readCommit(objects, reverted)
  const before = parentTree(objects, source) ?? putObject(objects, makeTree([]))
  return applyChange(objects, source.tree, before, onto, details)
}

function applyChange(
  objects: ObjectDatabase,
  before: ObjectId | undefined,
  after: ObjectId,
  onto: ObjectId,
  details: CommitDetails,
): CherryPickOutcome {
  const ours = readCommit(objects, onto).tree
  const { tree, conflicts } = mergeFollowingRenames(objects, before, ours, after)
  if (conflicts.length > 0) return { kind: 'conflicts', conflicts }
  if (tree === ours) return { kind: 'empty' }
  const commit = makeCommit({ ...details, tree, parents: [onto] })
  putObject(objects, commit)
  return { kind: 'picked', commit }
}
