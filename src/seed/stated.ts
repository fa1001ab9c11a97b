import type { Consequences } from '../gitlab/domain/context.ts'

/** What a seed says itself of projects, by their ids: it does not follow from a push as well. */
export interface Stated {
  readonly defaultBranch: Set<number>
  readonly protectedBranches: Set<number>
  readonly pipelines: Set<number>
}

export function nothingStated(): Stated {
  return { defaultBranch: new Set(), protectedBranches: new Set(), pipelines: new Set() }
}

/** What follows from what while a seed is loaded: all but what the seed says itself. */
export type ConsequencesBeside = (stated: Stated) => Consequences
