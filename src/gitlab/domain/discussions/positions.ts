import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { lineNotInDiff } from '../../../contract/errors.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { createWorkBudget, type WorkBudget } from '../../../git/diff/work-budget.ts'
import { isAncestor } from '../../../git/history/ancestry.ts'
import { getObject, type ObjectDatabase, readCommit } from '../../../git/objects/database.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Position } from '../../../store/models/position.ts'
import type { Store } from '../../../store/store.ts'
import type { Context } from '../context.ts'
import { commitsOf, headOf } from '../merge-requests/range.ts'
import { versionsOf } from '../merge-requests/versions.ts'
import type { Discussed } from '../tracker/noteable.ts'
import { type LineMapping, mapTrees, type TreeMapping } from './line-mapping.ts'

type Optional<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | null | undefined }
type Named = 'base_sha' | 'start_sha' | 'head_sha' | 'position_type'

/** A position in a request (`position` of startMergeRequestDiscussion). */
export interface PositionRequest
  extends Pick<Position, Named>,
    Optional<Omit<Position, Named | 'line_range'>> {
  readonly line_range?: {
    readonly start: Optional<NonNullable<Position['line_range']>['start']>
    readonly end: Optional<NonNullable<Position['line_range']>['end']>
  }
}

/** Returns the position of a request. Throws 400 where the diff lacks the line or the file. */
export function checkPosition(
  context: Pick<Context, 'store'>,
  discussed: Discussed,
  given: PositionRequest,
): Position {
  const position = positionIn(context, discussed, given)
  if (!position) throw lineNotInDiff()
  return position
}

/** Does the same, but returns undefined where the diff lacks the position. */
export function positionIn(
  { store }: Pick<Context, 'store'>,
  discussed: Discussed,
  given: PositionRequest,
): Position | undefined {
  const position = completed(given)
  const { objects } = store
  const isThere = isOfDiff(store, discussed, position)
  const diff = isThere && diffOf(objects, position, createWorkBudget())
  return diff && isWithin(diff, position) ? position : undefined
}

/** A line of a file in a commit, or in its parent. */
export interface LineOfCommit {
  readonly path: string
  readonly line: number
  readonly line_type: 'new' | 'old'
}

/** The id of the empty tree, which stands for the parent of a root commit. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Returns the position of a line in the diff of a commit. */
export function positionOn(
  { id, parents: [parent = emptyTree] }: GitCommit,
  { path, line, line_type }: LineOfCommit,
): Position {
  return completed({
    base_sha: parent,
    start_sha: parent,
    head_sha: id,
    position_type: 'text',
    old_path: path,
    new_path: path,
    [line_type === 'old' ? 'old_line' : 'new_line']: line,
  })
}

/** Returns a position with defaults for the fields that are missing. */
function completed({ line_range, ...given }: PositionRequest): Position {
  const { base_sha, start_sha, head_sha, position_type } = given
  const end = (one: NonNullable<PositionRequest['line_range']>['start']) => ({
    line_code: one.line_code ?? null,
    type: one.type ?? null,
    old_line: one.old_line ?? null,
    new_line: one.new_line ?? null,
  })
  return {
    base_sha,
    start_sha,
    head_sha,
    position_type,
    old_path: given.old_path ?? null,
    new_path: given.new_path ?? null,
    old_line: given.old_line ?? null,
    new_line: given.new_line ?? null,
    line_range: line_range ? { start: end(line_range.start), end: end(line_range.end) } : null,
    width: given.width ?? null,
    height: given.height ?? null,
    x: given.x ?? null,
    y: given.y ?? null,
  }
}

/** Whether the record has a diff between the commits of a position. */
function isOfDiff(store: Store, discussed: Discussed, position: Position): boolean {
  const { base_sha, start_sha, head_sha } = position
  if (discussed.type === 'Commit') {
    const [parent = base_sha] = discussed.commit.parents
    return head_sha === discussed.commit.id && base_sha === parent
  }
  const mergeRequest = store.mergeRequests.get(discussed.id)
  if (discussed.type !== 'MergeRequest' || !mergeRequest) return false
  const { objects } = store
  const isCommit = (id: string) => getObject(objects, id)?.type === 'commit'
  if (![base_sha, start_sha, head_sha].every(isCommit)) return false
  return isHeadOf(store, mergeRequest, head_sha) && isAncestor(objects, base_sha, head_sha)
}

/** Whether a commit is the head of a merge request or of one of its versions, or one of its commits. */
function isHeadOf(store: Store, mergeRequest: MergeRequestRecord, id: string): boolean {
  return (
    headOf(store, mergeRequest) === id ||
    versionsOf(store, mergeRequest).some(({ head_sha }) => head_sha === id) ||
    commitsOf(store, mergeRequest).some((commit) => commit.id === id)
  )
}

/** Returns the diff that a position belongs to. */
function diffOf(
  objects: ObjectDatabase,
  { base_sha, head_sha }: Position,
  budget: WorkBudget,
): TreeMapping {
  const head = readCommit(objects, head_sha)
  return mapTrees(objects, treeBefore(objects, head, base_sha), head.tree, budget)
}

/**
 * Returns the tree of the base, or that of the head's parent where the base is no commit; undefined is the empty tree.
 */
function treeBefore(
  objects: ObjectDatabase,
  head: GitCommit,
  base: ObjectId,
): ObjectId | undefined {
  const object = getObject(objects, base)
  return object?.type === 'commit' ? object.tree : parentTree(objects, head)
}

function fileAt(diff: TreeMapping, { old_path, new_path }: Position): LineMapping | undefined {
  if (new_path !== null) return diff.fromNew(new_path)
  return old_path === null ? undefined : diff.fromOld(old_path)
}

/**
 * Returns a function that computes the line code of a position: a digest of the path, and the line numbers that the
 * line has or would have on both sides. It is null for a position without a line. Each diff is compared once for all
 * positions in it.
 */
export function lineCodes(objects: ObjectDatabase): (position: Position) => string | null {
  const budget = createWorkBudget()
  const diffs = new Map<string, TreeMapping>()
  return (position) => {
    const { base_sha, head_sha, old_path, new_path, old_line, new_line } = position
    if (old_line === null && new_line === null) return null
    const key = `${base_sha} ${head_sha}`
    const diff = diffs.get(key) ?? diffOf(objects, position, budget)
    diffs.set(key, diff)
    const file = fileAt(diff, position)
    if (!file) return null
    const path = bytesToHex(sha1(new TextEncoder().encode(new_path ?? old_path ?? '')))
    const old = old_line ?? file.oldPlace(new_line ?? 0)
    return `${path}_${old}_${new_line ?? file.newPlace(old)}`
  }
}

/** Whether a diff contains the file of a position and, for a text position, its added, removed or unchanged line. */
function isWithin(diff: TreeMapping, position: Position): boolean {
  const { old_path, new_path, old_line, new_line, position_type } = position
  const file = fileAt(diff, position)
  if (!file || (old_path !== null && new_path !== null && file.oldPath !== old_path)) return false
  if (position_type !== 'text') return true
  if (old_line !== null && new_line !== null) return file.newLine(old_line) === new_line
  if (new_line !== null) return file.hasNew(new_line) && file.oldLine(new_line) === undefined
  if (old_line !== null) return file.hasOld(old_line) && file.newLine(old_line) === undefined
  return false
}
