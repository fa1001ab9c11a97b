import { beginning, type Moment, momentOf } from './timeline.ts'

/** When what a repository has comes into being, for what refers to it. */
export interface RepositoryMoments {
  /** When the last commit is made: commits follow each other as they are written. */
  last: Moment
  readonly labels: Map<string, Moment>
  /** The first commit of each branch, and when each tag was made. */
  readonly branches: Map<string, Moment>
}

export function noMoments(): RepositoryMoments {
  return { last: beginning, labels: new Map(), branches: new Map() }
}

/** A fork begins with what its origin has. */
export function momentsOfFork(origin: RepositoryMoments, moment: Moment): RepositoryMoments {
  const within = (moments: ReadonlyMap<string, Moment>) =>
    new Map([...moments].map(([name, at]) => [name, Math.max(at, moment)]))
  return { last: moment, labels: within(origin.labels), branches: within(origin.branches) }
}

/**
 * When something happens to a commit that is named by its label, a branch, a tag or a SHA: at the
 * time that is said, if the commit is there by then; else when the repository has all its commits.
 */
export function momentAt(
  { labels, branches, last }: RepositoryMoments,
  revision: string,
  time: string | undefined,
): Moment {
  const labelled = labels.get(revision)
  if (labelled !== undefined) return momentOf(time, labelled, labelled)
  return momentOf(time, last, branches.get(revision) ?? last)
}
