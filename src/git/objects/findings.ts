import type { FileLines } from '../diff/file-lines.ts'
import type { GitCommit, GitObject, GitTree, ObjectId } from './objects.ts'

/** A walk through the log of a commit, as far as somebody has asked for it. */
export interface LogWalk {
  readonly commits: GitCommit[]
  readonly rest: Iterator<GitCommit>
}

/** The merged tree of two commits, and the objects that it takes: nothing is written before it is wanted. */
export interface CleanMerge {
  readonly tree: ObjectId
  readonly written: readonly GitObject[]
}

/**
 * What was computed from objects and would be asked for again. Objects never change, so it stays
 * true; it lives in an object database, and goes with it.
 */
export interface Findings {
  /** The longest way down to a root, counted in commits. */
  readonly generations: WeakMap<GitCommit, number>
  /** How many commits a history has. */
  readonly historyLengths: WeakMap<GitCommit, number>
  /** How many folders stand in each other. */
  readonly depths: WeakMap<GitTree, number>
  /** Added and deleted lines against the first parent. */
  readonly changedLines: WeakMap<
    GitCommit,
    { readonly additions: number; readonly deletions: number }
  >
  /** The last commit that changed a path, by the commit that it was asked for at. */
  readonly lastCommits: WeakMap<GitCommit, LimitedMap<GitCommit>>
  /** The best common ancestors of two commits, by both ids. */
  readonly mergeBases: LimitedMap<readonly ObjectId[]>
  /** Whether a merge of two commits has conflicts, by both ids. */
  readonly conflicts: LimitedMap<boolean>
  /** The last merges that were found to have none, by both ids: such a merge is mostly asked for next. */
  readonly cleanMerges: LimitedMap<CleanMerge>
  /** By the id of the commit that a log starts from. */
  readonly logs: LimitedMap<LogWalk>
  /** The packs that were sent last to those who had nothing, by what was asked for. */
  readonly packs: LimitedMap<{ readonly count: number; readonly pieces: readonly Uint8Array[] }>
  /** The lines of files, by their ids: several places of one file are mostly asked for together. */
  readonly lines: LimitedMap<FileLines>
}

const MAX_PAIRS = 2000
const MAX_MERGES = 4
/** A walk may be as long as the history. */
const MAX_LOGS = 4
const MAX_FILES = 4
const MAX_PACKS = 2

/** Nothing is known yet but what a base knows of each commit, which goes when the commit goes. */
export function createFindings(base?: Findings): Findings {
  return {
    generations: base?.generations ?? new WeakMap(),
    historyLengths: base?.historyLengths ?? new WeakMap(),
    depths: base?.depths ?? new WeakMap(),
    changedLines: base?.changedLines ?? new WeakMap(),
    lastCommits: base?.lastCommits ?? new WeakMap(),
    mergeBases: createLimitedMap(MAX_PAIRS),
    conflicts: createLimitedMap(MAX_PAIRS),
    cleanMerges: createLimitedMap(MAX_MERGES),
    logs: createLimitedMap(MAX_LOGS),
    packs: createLimitedMap(MAX_PACKS),
    lines: createLimitedMap(MAX_FILES),
  }
}

/**
 * Values by key, of which only so many are kept: one more, and the one that was not asked for
 * longest goes.
 */
export interface LimitedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** @param limit - how many values are kept at most. */
export function createLimitedMap<Value>(limit: number): LimitedMap<Value> {
  const values = new Map<string, Value>()
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      values.delete(key)
      values.set(key, value)
      if (values.size <= limit) return
      for (const oldest of values.keys()) {
        values.delete(oldest)
        return
      }
    },
  }
}
