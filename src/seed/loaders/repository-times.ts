import { beginning, type Timestamp, timestampOf } from './timeline.ts'

/** When what a repository has comes into being, for what refers to it. */
export interface RepositoryTimes {
  /** When the last commit is made: commits follow each other as they are written. */
  last: Timestamp
  readonly labels: Map<string, Timestamp>
  /** The first commit of each branch, and when each tag was made. */
  readonly branches: Map<string, Timestamp>
}

export function noTimes(): RepositoryTimes {
  return { last: beginning, labels: new Map(), branches: new Map() }
}

/** A fork begins with what its origin has. */
export function timesOfFork(origin: RepositoryTimes, timestamp: Timestamp): RepositoryTimes {
  const within = (times: ReadonlyMap<string, Timestamp>) =>
    new Map([...times].map(([name, at]) => [name, Math.max(at, timestamp)]))
  return { last: timestamp, labels: within(origin.labels), branches: within(origin.branches) }
}

/**
 * When something happens to a commit that is named by its label, a branch, a tag or a SHA: at the
 * time that is said, if the commit is there by then; else when the repository has all its commits.
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
