import type { ImportedRepository } from '../../gitlab/domain/repositories/bring-in.ts'
import type { SeedOrigin, SeedProblem } from '../problems.ts'

/** The seed of one file. */
export interface SeedPart {
  readonly seed: object
  readonly file: string
  readonly problems: readonly SeedProblem[]
  readonly repositories: ReadonlyMap<string, ImportedRepository>
  /** Finds the line of a path in the file. */
  lineOf(path: string): number | undefined
}

interface JoinedSeed extends SeedOrigin {
  readonly seed: Record<string, unknown>
}

/** Joins the lists of several files in their order. For other entries the last file wins. */
export function joinSeeds(parts: readonly SeedPart[]): JoinedSeed {
  const seed = new Map<string, unknown>()
  /** For each top-level entry, the parts that it comes from, with the index at which the list of each begins. */
  const origins = new Map<string, { part: SeedPart; from: number }[]>()
  for (const part of parts) {
    for (const [name, value] of Object.entries(part.seed)) {
      const before = seed.get(name)
      const isJoined = Array.isArray(before) && Array.isArray(value)
      const known = isJoined ? (origins.get(name) ?? []) : []
      origins.set(name, [...known, { part, from: isJoined ? before.length : 0 }])
      seed.set(name, isJoined ? [...before, ...value] : value)
    }
  }
  const [first] = parts
  return {
    seed: Object.fromEntries(seed),
    problems: parts.flatMap((part) =>
      part.problems.map(({ path, reason }) => ({ reason, ...placed(part, path) })),
    ),
    // All parts are in one folder, so a path means the same file in each.
    repositories: new Map(parts.flatMap(({ repositories }) => [...repositories])),
    locate(path) {
      const [, name = '', digits, rest = ''] = /^([^.[]*)(?:\[(\d+)\])?(.*)$/s.exec(path) ?? []
      const index = Number(digits ?? 0)
      const origin = origins.get(name)?.findLast(({ from }) => from <= index)
      if (!origin) return first ? { path, file: first.file } : { path }
      const step = digits === undefined ? '' : `[${index - origin.from}]`
      return placed(origin.part, `${name}${step}${rest}`)
    },
  }
}

function placed({ file, lineOf }: SeedPart, path: string) {
  const line = lineOf(path)
  return { path, file, ...(line === undefined ? {} : { line }) }
}
