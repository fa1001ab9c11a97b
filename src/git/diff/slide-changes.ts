/**
 * A run of changed lines [start, end). `rank` is the number of unchanged lines before it: the opposite run of the other
 * side has the same rank.
 */
interface Run {
  start: number
  end: number
  rank: number
}

/** Returns for each rank whether the side has changed lines there. */
function occupiedRanks(isChanged: Uint8Array): Uint8Array {
  const occupied = new Uint8Array(isChanged.length + 1)
  let rank = 0
  for (const changed of isChanged) {
    if (changed === 1) occupied[rank] = 1
    else rank += 1
  }
  return occupied
}

/**
 * Slides the runs of one side as git does. A run that can move down (its first line equals the line after it) moves as
 * far as possible, and is merged with the runs it reaches. If it can be opposite changed lines of the other side on the
 * way, it moves to the lowest such position instead, so that both form one change.
 */
export function slideChanges(
  lines: Int32Array,
  isChanged: Uint8Array,
  otherIsChanged: Uint8Array,
): void {
  const occupied = occupiedRanks(otherIsChanged)

  function up(run: Run): boolean {
    if (run.start === 0 || lines[run.start - 1] !== lines[run.end - 1]) return false
    run.start -= 1
    run.end -= 1
    run.rank -= 1
    isChanged[run.start] = 1
    isChanged[run.end] = 0
    while (isChanged[run.start - 1] === 1) run.start -= 1
    return true
  }

  function down(run: Run): boolean {
    if (run.end === lines.length || lines[run.start] !== lines[run.end]) return false
    isChanged[run.start] = 0
    isChanged[run.end] = 1
    run.start += 1
    run.end += 1
    run.rank += 1
    while (isChanged[run.end] === 1) run.end += 1
    return true
  }

  /** Moves the run to its lowest position; returns the lowest end at which it was opposite another run. */
  function settle(run: Run): number | undefined {
    let lowestMeeting: number | undefined
    let size: number
    do {
      size = run.end - run.start
      while (up(run));
      lowestMeeting = occupied[run.rank] === 1 ? run.end : undefined
      while (down(run)) if (occupied[run.rank] === 1) lowestMeeting = run.end
    } while (run.end - run.start !== size)
    return lowestMeeting
  }

  let rank = 0
  for (let index = 0; index < lines.length; index += 1) {
    if (isChanged[index] !== 1) {
      rank += 1
      continue
    }
    const run = { start: index, end: index + 1, rank }
    while (isChanged[run.end] === 1) run.end += 1
    const lowestMeeting = settle(run)
    while (lowestMeeting !== undefined && run.end > lowestMeeting && up(run));
    rank = run.rank
    index = run.end - 1
  }
}
