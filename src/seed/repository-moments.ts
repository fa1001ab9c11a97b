import { beginning, type Moment } from './timeline.ts'

/** When what a repository has comes into being, for what refers to it. */
export interface RepositoryMoments {
  /** When the last commit is made: commits follow each other as they are written. */
  last: Moment
  readonly labels: Map<string, Moment>
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

/** When a commit is there that is named by its label, a branch, a tag or a SHA. */
export function momentOfCommit(moments: RepositoryMoments, revision: string | undefined): Moment {
  if (revision === undefined) return moments.last
  return moments.labels.get(revision) ?? moments.branches.get(revision) ?? moments.last
}
