import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Position } from '../../../store/models/position.ts'
import type { Store } from '../../../store/store.ts'
import { mapTrees, type TreeMapping } from './line-mapping.ts'

/** The commits between which a merge request has its diff. */
export type DiffRefs = Pick<Position, 'base_sha' | 'start_sha' | 'head_sha'>

/** Where a place in a diff is in a later one; an outdated one says where its line was changed. */
export interface Traced {
  readonly position: Position
  readonly isOutdated: boolean
}

type Line = { readonly path: string; readonly line: number }

/** What follows a line through trees: where it is; undefined where it is no more. */
type Follow = (path: string, line: number) => Line | undefined

/**
 * Finds the places of a diff in a later one of the same merge request, as GitLab does (`Gitlab::Diff::PositionTracer`):
 * a line that the later diff shows, whether still as an addition or a removal or unchanged by now, keeps its
 * discussion; one that it does not show is outdated.
 */
export function tracer(
  { objects }: Pick<Store, 'objects'>,
  before: DiffRefs,
  after: DiffRefs,
  budget: WorkBudget,
): (position: Position) => Traced {
  const tree = (sha: string) => readCommit(objects, sha).tree
  const bases = mapTrees(objects, tree(before.base_sha), tree(after.base_sha), budget)
  const heads = mapTrees(objects, tree(before.head_sha), tree(after.head_sha), budget)
  const diff = mapTrees(objects, tree(after.base_sha), tree(after.head_sha), budget)
  const toNewBase = forwards(bases.fromOld)
  const toNewHead = forwards(heads.fromOld)
  const fromBase = forwards(diff.fromOld)
  const toBase = backwards(diff.fromNew)

  return (position) => {
    const { old_path, new_path, old_line, new_line, position_type } = position
    if (position_type !== 'text') return onFile(position)
    if (old_line !== null) return onOldLine(position, old_path ?? new_path ?? '', old_line)
    return new_line === null ? kept(position) : onAddedLine(position, new_path ?? '', new_line)
  }

  /** A line that was there before, and was removed or is unchanged. */
  function onOldLine(position: Position, path: string, line: number): Traced {
    const base = toNewBase(path, line)
    if (!base) return outdated(position, path, line, [before.base_sha, after.base_sha])
    const head = fromBase(base.path, base.line)
    const wasUnchanged = position.new_line !== null
    // A line that was left as it is, and is removed by now, is no longer what was spoken of.
    const isShown = diff.fromOld(base.path) !== undefined && !(wasUnchanged && !head)
    return isShown
      ? kept(position, base, head)
      : outdated(position, base.path, base.line, [after.base_sha, after.head_sha])
  }

  function onAddedLine(position: Position, path: string, line: number): Traced {
    const head = toNewHead(path, line)
    if (!head) return outdated(position, path, line, [before.head_sha, after.head_sha])
    const base = toBase(head.path, head.line)
    if (!diff.fromNew(head.path)) {
      return outdated(position, head.path, head.line, [before.base_sha, after.base_sha])
    }
    return kept(position, base, head)
  }

  /** What is on a file, or in a picture, is outdated as soon as that changes. */
  function onFile(position: Position): Traced {
    const { new_path, old_path } = position
    const isChanged = heads.fromOld(new_path ?? old_path ?? '') !== undefined
    return { position: { ...position, ...after }, isOutdated: isChanged }
  }

  function kept(position: Position, base?: Line, head?: Line): Traced {
    const paths = {
      old_path: base?.path ?? position.old_path,
      new_path: head?.path ?? position.new_path,
    }
    const lines = { old_line: base?.line ?? null, new_line: head?.line ?? null }
    return { position: { ...position, ...after, ...paths, ...lines }, isOutdated: false }
  }
}

/** The change, between two commits, that a line was changed by. */
function outdated(
  position: Position,
  path: string,
  line: number,
  [base_sha, head_sha]: readonly [string, string],
): Traced {
  const refs = { base_sha, start_sha: base_sha, head_sha }
  const place = { old_path: path, new_path: path, old_line: line, new_line: null }
  return { position: { ...position, ...refs, ...place }, isOutdated: true }
}

function forwards(fileOf: TreeMapping['fromOld']): Follow {
  return (path, line) => {
    const file = fileOf(path)
    if (!file) return { path, line }
    const moved = file.newLine(line)
    return moved === undefined ? undefined : { path: file.newPath, line: moved }
  }
}

function backwards(fileOf: TreeMapping['fromNew']): Follow {
  return (path, line) => {
    const file = fileOf(path)
    if (!file) return { path, line }
    const moved = file.oldLine(line)
    return moved === undefined ? undefined : { path: file.oldPath, line: moved }
  }
}
