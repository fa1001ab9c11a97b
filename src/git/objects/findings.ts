import type { FileLines } from '../diff/file-lines.ts'
import type { GitCommit, GitObject, GitTree, ObjectId } from './objects.ts'

/** A walk through the log of a commit, as far as it was needed. */
export interface LogWalk {
  readonly commits: GitCommit[]
  readonly rest: Iterator<GitCommit>
}

/** The merged tree of two commits, with its new objects, which are written only on demand. */
export interface CleanMerge {
  readonly tree: ObjectId
  readonly written: readonly GitObject[]
}

/**
 * Caches of computed properties of objects. Objects are immutable, so the entries stay valid; the caches live as long
 * as their object database.
 */
export interface Findings {
  /** The length of the longest path to a root, in commits. */
  readonly generations: WeakMap<GitCommit, number>
  /** The number of commits in a history. */
  readonly historyLengths: WeakMap<GitCommit, number>
  /** The depth of nested folders. */
  readonly depths: WeakMap<GitTree, number>
  /** The added and deleted lines against the first parent. */
  readonly changedLines: WeakMap<
    GitCommit,
    { readonly additions: number; readonly deletions: number }
  >
  /** The last commit that changed a path, by the commit where the walk started. */
  readonly lastCommits: WeakMap<GitCommit, LimitedMap<GitCommit>>
  /** The best common ancestors of two commits, by both ids. */
  readonly mergeBases: LimitedMap<readonly ObjectId[]>
  /** Whether a merge of two commits has conflicts, by both ids. */
  readonly conflicts: LimitedMap<boolean>
  /** The latest clean merges, by both ids: such a merge is usually carried out next. */
  readonly cleanMerges: LimitedMap<CleanMerge>
  /** By the id of the first commit of the log. */
  readonly logs: LimitedMap<LogWalk>
  /** The latest packs of full clones, by the requested objects. */
  readonly packs: LimitedMap<{ readonly count: number; readonly pieces: readonly Uint8Array[] }>
  /** The lines of files, by blob id: several positions in one file are usually requested together. */
  readonly lines: LimitedMap<FileLines>
}

const MAX_PAIRS = 2000
const MAX_MERGES = 4
/** A walk can be as long as the history. */
const MAX_LOGS = 4
const MAX_FILES = 4
const MAX_PACKS = 2

/**
 * Makes empty caches, except that the per-commit caches of a base are shared; their entries are collected with the
 * commits.
 */
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

/** A cache with a maximum number of values, which evicts the least recently used one. */
export interface LimitedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** @param limit - the maximum number of values. */
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
