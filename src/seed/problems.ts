import type { ImportedRepository } from '../gitlab/domain/repositories/bring-in.ts'

/** A problem of a seed, and its place. */
export interface SeedProblem {
  /** The path of the value, such as `projects[2].members.jane`; for a folder, its path within the file. */
  readonly path: string
  readonly reason: string
  /** The file that the problem is in, where the seed was read from one. */
  readonly file?: string
  /** The line of the file, counted from 1. */
  readonly line?: number
}

/** The maximum number of problems in a message; the rest are counted. */
const MAX_SHOWN_PROBLEMS = 20

/**
 * The error for a seed that cannot be loaded. The message names the source and the first 20 problems, each with its
 * place and reason; `problems` holds all of them.
 */
export class SeedError extends Error {
  readonly problems: readonly SeedProblem[]

  constructor(source: string, problems: readonly SeedProblem[]) {
    super(messageOf(source, problems))
    this.name = 'SeedError'
    this.problems = problems
  }
}

function messageOf(source: string, problems: readonly SeedProblem[]): string {
  const lines = problems.slice(0, MAX_SHOWN_PROBLEMS).map(lineOf)
  if (lines.length === 1) return `The seed ${source} is wrong at ${lines[0]}`
  const rest = problems.length - lines.length
  const all = rest > 0 ? [...lines, `and ${rest} more`] : lines
  return `The seed ${source} is wrong in ${problems.length} places:\n  ${all.join('\n  ')}`
}

function lineOf({ path, reason, file, line }: SeedProblem): string {
  const place = [file, line].filter((part) => part !== undefined).join(':')
  return `${place && `${place}: `}${path || '(top)'}: ${reason}`
}

/** The files that a seed was read from, and the problems of reading them. */
export interface SeedOrigin {
  /** Finds the place of a path, such as `projects[2].members.jane`, in the file that it was read from. */
  locate(path: string): Pick<SeedProblem, 'path' | 'file' | 'line'>
  readonly problems: readonly SeedProblem[]
  /** The repositories that the seed refers to by `from`, with that as the key. */
  readonly repositories?: ReadonlyMap<string, ImportedRepository>
}

/** The origin of a seed that was given as an object. */
export const givenAsObject: SeedOrigin = { locate: (path) => ({ path }), problems: [] }
