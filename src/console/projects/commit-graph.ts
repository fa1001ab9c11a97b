/** A commit, as far as a drawing of its history needs it. */
export interface GraphCommit {
  readonly id: string
  readonly parent_ids: readonly string[]
}

/** A line from the middle of one row to the middle of the next. */
export interface GraphLine {
  /** The lanes that it begins and ends in, from 0 at the left. */
  readonly from: number
  readonly to: number
  /** Lines of one number are one line of history, and have one colour. */
  readonly line: number
}

/** One row of the drawing: a commit, and what leads from it and past it to the next row. */
export interface GraphRow {
  /** Where the commit stands. */
  readonly lane: number
  /** The line of history that it is on. */
  readonly line: number
  readonly lines: readonly GraphLine[]
}

/** A drawing of a history. */
export interface CommitGraph {
  readonly rows: readonly GraphRow[]
  /** How many lanes there are side by side at most. */
  readonly width: number
}

/** A lane that leads to a commit further down. */
interface Lane {
  readonly awaited: string
  readonly line: number
}

/**
 * Lays a history out in lanes. A commit stands where its first child awaits it; its first parent goes on in the same
 * lane, every other parent in a free one. What is awaited in one lane already is joined there, so no commit is awaited
 * twice.
 *
 * @param commits each before its parents, as the API lists them in topological order; parents that are not among them
 * leave the drawing at its bottom
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
