/** The fields of a commit that the drawing of its history uses. */
export interface GraphCommit {
  readonly id: string
  readonly parent_ids: readonly string[]
}

/** A line from the middle of one row to the middle of the next. */
export interface GraphLine {
  /** The lanes of both ends, counted from 0 at the left. */
  readonly from: number
  readonly to: number
  /** The number of the line of history, which determines its colour. */
  readonly line: number
}

/** A row of the drawing: a commit, and the lines to the next row. */
export interface GraphRow {
  /** The lane of the commit. */
  readonly lane: number
  /** The line of history of the commit. */
  readonly line: number
  readonly lines: readonly GraphLine[]
}

/** The layout of a history. */
export interface CommitGraph {
  readonly rows: readonly GraphRow[]
  /** The maximum number of parallel lanes. */
  readonly width: number
}

/** A lane that leads to a commit further down. */
interface Lane {
  readonly awaited: string
  readonly line: number
}

/**
 * Lays out a history in lanes. A commit is placed in the lane where its first child expects it; its first parent
 * continues in that lane, any other parent in a free one. A parent that another lane expects already is joined there,
 * so that each commit is expected once.
 *
 * @param commits children before parents, as the API lists them in topological order; lines to parents that are not
 * among them leave the drawing at the bottom
 * @example
 * layOutCommits([{ id: 'b', parent_ids: ['a'] }, { id: 'a', parent_ids: [] }]).rows[0] // { lane: 0, line: 0, lines: [{ from: 0, to: 0, line: 0 }] }
 */
export function layOutCommits(commits: readonly GraphCommit[]): CommitGraph {
  const lanes: (Lane | undefined)[] = []
  const rows: GraphRow[] = []
  let [width, nextLine] = [0, 0]
  const laneOf = (id: string) => lanes.findIndex((lane) => lane?.awaited === id)
  const freeLane = () => {
    const free = lanes.indexOf(undefined)
    return free < 0 ? lanes.length : free
  }
  for (const { id, parent_ids } of commits) {
    const awaitedIn = laneOf(id)
    const lane = awaitedIn < 0 ? freeLane() : awaitedIn
    const line = lanes[lane]?.line ?? nextLine++
    lanes[lane] = undefined
    const passing = lanes.flatMap((one, at) => (one ? [{ from: at, to: at, line: one.line }] : []))
    const leaving: GraphLine[] = []
    for (const [index, parent] of [...new Set(parent_ids)].entries()) {
      const there = laneOf(parent)
      const to = there >= 0 ? there : index === 0 ? lane : freeLane()
      const own = index === 0 ? line : (lanes[to]?.line ?? nextLine++)
      lanes[to] ??= { awaited: parent, line: own }
      leaving.push({ from: lane, to, line: own })
    }
    width = Math.max(width, lane + 1, lanes.length)
    while (lanes.length > 0 && lanes.at(-1) === undefined) lanes.pop()
    rows.push({ lane, line, lines: [...passing, ...leaving] })
  }
  return { rows, width }
}
