import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Position } from '../../../store/models/position.ts'
import type { Store } from '../../../store/store.ts'
import { mapTrees, type TreeMapping } from './line-mapping.ts'

/** The commits between which a merge request has its diff. */
export type DiffRefs = Pick<Position, 'base_sha' | 'start_sha' | 'head_sha'>

/** A position after it was traced to a later diff; an outdated one points to the change that removed its line. */
export interface Traced {
  readonly position: Position
  readonly isOutdated: boolean
}

type Line = { readonly path: string; readonly line: number }

/** Maps a line from one tree to another; undefined where it no longer exists. */
type Follow = (path: string, line: number) => Line | undefined

/**
 * Returns a function that traces positions of a diff to a later one of the same merge request, as in GitLab
 * (`Gitlab::Diff::PositionTracer`). A discussion stays on a line that the later diff still shows, as added, removed or
 * unchanged; otherwise it is outdated.
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

  /** Traces a removed or an unchanged line. */
  function onOldLine(position: Position, path: string, line: number): Traced {
    const base = toNewBase(path, line)
    if (!base) return outdated(position, path, line, [before.base_sha, after.base_sha])
    const head = fromBase(base.path, base.line)
    const wasUnchanged = position.new_line !== null
    // An unchanged line that is removed by now is no longer the line of the discussion.
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

  /** Traces a position on a file or an image, which is outdated as soon as the file changes. */
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

/** Returns an outdated position in the change that removed its line, between two commits. */
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
