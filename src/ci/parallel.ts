import type { WrittenVariable } from './rules.ts'

/** The maximum number of jobs that `parallel` creates. */
export const MAX_PARALLEL = 200

/** The number of equal jobs, or a matrix with a job for each combination of values. */
export type Parallel =
  | number
  | { readonly matrix: readonly Readonly<Record<string, readonly string[]>>[] }
  | undefined

interface Varied {
  readonly name: string
  readonly variables: ReadonlyMap<string, WrittenVariable>
}

/**
 * Expands a job by `parallel`: each copy has its index and its combination of values (doc/ci/yaml/_index.md,
 * `parallel`).
 */
export function parallelJobs<J extends Varied>(job: J, parallel: Parallel): readonly J[] {
  if (parallel === undefined) return [job]
  const choices =
    typeof parallel === 'number'
      ? Array.from({ length: parallel }, () => undefined)
      : parallel.matrix.flatMap((values) => choicesOf(values))
  const total = choices.length
  return choices.map((choice, index) => ({
    ...job,
    name: job.name + (choice ? `: [${[...choice.values()].join(', ')}]` : ` ${index + 1}/${total}`),
    variables: new Map([
      ...job.variables,
      ...[...(choice ?? [])].map(([key, value]) => [key, plainValue(value)] as const),
      ['CI_NODE_INDEX', plainValue(String(index + 1))],
      ['CI_NODE_TOTAL', plainValue(String(total))],
    ]),
  }))
}

const plainValue = (value: string): WrittenVariable => ({ value, raw: false })

/** Returns the number of copies of a job, and of the variables that each of them has. */
export function sizeOfParallel(parallel: Parallel): {
  readonly copies: number
  readonly variables: number
} {
  if (parallel === undefined) return { copies: 1, variables: 0 }
  if (typeof parallel === 'number') return { copies: parallel, variables: 0 }
  const sizes = parallel.matrix.map((values) => Object.values(values).map(({ length }) => length))
  return {
    copies: sizes.reduce((sum, lengths) => sum + lengths.reduce((all, one) => all * one, 1), 0),
    variables: Math.max(...sizes.map(({ length }) => length)),
  }
}

/** Returns all combinations of values; those of the last key alternate fastest. */
function choicesOf(values: Readonly<Record<string, readonly string[]>>) {
  const entries = Object.entries(values)
  const total = entries.reduce((all, [, { length }]) => all * length, 1)
  return Array.from({ length: total }, (_, index) => {
    let place = total
    const chosen = entries.map(([key, several]) => {
      place /= several.length
      return [key, several[Math.floor(index / place) % several.length] ?? ''] as const
    })
    return new Map(chosen)
  })
}
