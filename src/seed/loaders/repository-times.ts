import { beginning, type Timestamp, timestampOf } from './timeline.ts'

/** The times at which the parts of a repository are created, for entries that refer to them. */
export interface RepositoryTimes {
  /** The time of the last commit. Commits are made in the order of the seed. */
  last: Timestamp
  readonly labels: Map<string, Timestamp>
  /** The time of the first commit of each branch, and that of each tag. */
  readonly branches: Map<string, Timestamp>
}

export function noTimes(): RepositoryTimes {
  return { last: beginning, labels: new Map(), branches: new Map() }
}

/** Returns the times of a fork, which starts with the refs of its origin. */
export function timesOfFork(origin: RepositoryTimes, timestamp: Timestamp): RepositoryTimes {
  const within = (times: ReadonlyMap<string, Timestamp>) =>
    new Map([...times].map(([name, at]) => [name, Math.max(at, timestamp)]))
  return { last: timestamp, labels: within(origin.labels), branches: within(origin.branches) }
}

/**
 * Returns the timestamp of an event on a commit that is named by its label, a branch, a tag or a SHA: the given time if
 * the commit exists by then, else the time at which the repository is complete.
 */
export function timestampAt(
  { labels, branches, last }: RepositoryTimes,
  revision: string,
  time: string | undefined,
): Timestamp {
  const labelled = labels.get(revision)
  if (labelled !== undefined) return timestampOf(time, labelled, labelled)
  return timestampOf(time, last, branches.get(revision) ?? last)
}
