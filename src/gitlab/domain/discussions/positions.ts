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

/** A position as requests have it (`position` of startMergeRequestDiscussion). */
export interface PositionRequest
  extends Pick<Position, Named>,
    Optional<Omit<Position, Named | 'line_range'>> {
  readonly line_range?: {
    readonly start: Optional<NonNullable<Position['line_range']>['start']>
    readonly end: Optional<NonNullable<Position['line_range']>['end']>
  }
}

/** The position that a request names; 400 where the diff of what is discussed has no such line, or no such file. */
export function checkPosition(
  context: Pick<Context, 'store'>,
  discussed: Discussed,
  given: PositionRequest,
): Position {
  const position = positionIn(context, discussed, given)
  if (!position) throw lineNotInDiff()
  return position
}

/** The same; undefined where there is no such place. */
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

/** A line of a file that a commit changes, or of the file before. */
export interface LineOfCommit {
  readonly path: string
  readonly line: number
  readonly line_type: 'new' | 'old'
}

/** The tree without files, which stands for the parent of a root commit. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The same as a place in the diff of the commit. */
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

/** With all of its fields. */
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

/** Whether it names commits between which what is discussed has a diff. */
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

/** Whether a merge request ended there, or has the commit. */
function isHeadOf(store: Store, mergeRequest: MergeRequestRecord, id: string): boolean {
  return (
    headOf(store, mergeRequest) === id ||
    versionsOf(store, mergeRequest).some(({ head_sha }) => head_sha === id) ||
    commitsOf(store, mergeRequest).some((commit) => commit.id === id)
  )
}

/** What differs where a position is. */
function diffOf(
  objects: ObjectDatabase,
  { base_sha, head_sha }: Position,
  budget: WorkBudget,
): TreeMapping {
  const head = readCommit(objects, head_sha)
  return mapTrees(objects, treeBefore(objects, head, base_sha), head.tree, budget)
}

/** The tree of the base; that of a root commit is empty, whatever it is called. */
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
 * Finds what GitLab calls a line of a diff by: a digest of the path, and the lines that it has, or would have, on both
 * sides; null for what is on no line. Each diff is compared once for all positions in it.
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

/** Whether a diff has the file and, where a line is meant, the line: an added, a removed or an unchanged one. */
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
