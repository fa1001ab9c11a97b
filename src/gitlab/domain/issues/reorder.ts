import { nestedError } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { IssueContext, SystemContext } from '../context.ts'

/** The ids of the new neighbours of an issue in its project; at least one is given. */
export interface NewPlace {
  readonly move_after_id?: number | undefined
  readonly move_before_id?: number | undefined
}

/** Returns the position of an issue in its project. */
export function positionOf({ relative_position, id }: IssueRecord): number {
  return relative_position ?? id * GAP
}

/** The distance between two issues that were never moved. */
const GAP = 1024

/** Returns the new neighbours of an issue. Throws 422 where one is not another issue of the project. */
export function checkReordering(
  { store, issue }: IssueContext,
  { move_after_id, move_before_id }: NewPlace,
): readonly [after: IssueRecord | undefined, before: IssueRecord | undefined] {
  const neighbour = (id: number | undefined) => {
    if (id === undefined) return undefined
    const found = store.issues.get(id)
    if (found?.project_id === issue.project_id && found.id !== issue.id) return found
    throw nestedError(422, 'Unprocessable Entity')
  }
  return [neighbour(move_after_id), neighbour(move_before_id)]
}

/** Moves an issue between two others, without a system note and without changing `updated_at`. */
export function reorderIssue(
  { store }: Pick<SystemContext, 'store'>,
  issue: IssueRecord,
  [after, before]: ReturnType<typeof checkReordering>,
): IssueRecord {
  const others = store.issues
    .by('project_id', issue.project_id)
    .filter(({ id }) => id !== issue.id)
    .sort((a, b) => positionOf(a) - positionOf(b) || a.id - b.id)
  const at = after ? others.indexOf(after) + 1 : before ? others.indexOf(before) : 0
  const [left, right] = [others[at - 1], others[at]]
  const low = left ? positionOf(left) : positionOf(right ?? issue) - 2 * GAP
  const high = right ? positionOf(right) : low + 2 * GAP
  const relative_position = (low + high) / 2
  if (relative_position > low && relative_position < high) {
    return store.issues.replace(issue, { relative_position })
  }
  // After many moves between the same two issues no number is left between them: all positions are renumbered.
  for (const [place, one] of others.toSpliced(at, 0, issue).entries()) {
    store.issues.replace(one, { relative_position: (place + 1) * GAP })
  }
  return store.issues.get(issue.id) ?? issue
}
