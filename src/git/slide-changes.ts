/**
 * A run of changed lines [start, end). `rank` counts the unchanged lines before it: the run of the other side
 * that stands against it has the same rank.
 */
interface Run {
  start: number
  end: number
  rank: number
}

/** For each rank, whether the side has changed lines there. */
function occupiedRanks(isChanged: readonly boolean[]): boolean[] {
  const occupied = [false]
  for (const changed of isChanged) {
    if (changed) occupied[occupied.length - 1] = true
    else occupied.push(false)
  }
  return occupied
}

/**
 * Slides the runs of one side as git does: a run that could as well lie lower (its first line equals the line
 * after it) goes down as far as it can, and takes in the runs it meets; but where on the way it can stand
 * against changed lines of the other side, it stays at the lowest such place, so that both make one change.
 */
export function slideChanges(
  lines: readonly number[],
  isChanged: boolean[],
  otherIsChanged: readonly boolean[],
): void {
  const occupied = occupiedRanks(otherIsChanged)

  function up(run: Run): boolean {
    if (run.start === 0 || lines[run.start - 1] !== lines[run.end - 1]) return false
    run.start -= 1
    run.end -= 1
    run.rank -= 1
    isChanged[run.start] = true
    isChanged[run.end] = false
    while (isChanged[run.start - 1] === true) run.start -= 1
    return true
  }

  function down(run: Run): boolean {
    if (run.end === lines.length || lines[run.start] !== lines[run.end]) return false
    isChanged[run.start] = false
    isChanged[run.end] = true
    run.start += 1
    run.end += 1
    run.rank += 1
    while (isChanged[run.end] === true) run.end += 1
    return true
  }

  /** Moves the run to its lowest place; gives the lowest end at which it stood against another run. */
  function settle(run: Run): number | undefined {
    let lowestMeeting: number | undefined
    let size: number
    do {
      size = run.end - run.start
      while (up(run));
      lowestMeeting = occupied[run.rank] === true ? run.end : undefined
      while (down(run)) if (occupied[run.rank] === true) lowestMeeting = run.end
    } while (run.end - run.start !== size)
    return lowestMeeting
  }

  let rank = 0
  for (let index = 0; index < lines.length; index += 1) {
    if (isChanged[index] !== true) {
      rank += 1
      continue
    }
    const run = { start: index, end: index + 1, rank }
    while (isChanged[run.end] === true) run.end += 1
    const lowestMeeting = settle(run)
    while (lowestMeeting !== undefined && run.end > lowestMeeting && up(run));
    rank = run.rank
    index = run.end - 1
  }
}
