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
      : parallel.matrix.flatMap(choicesOf)
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

/** Returns all combinations of values, but stops at one more than the limit. */
function choicesOf(values: Readonly<Record<string, readonly string[]>>) {
  let choices: ReadonlyMap<string, string>[] = [new Map()]
  for (const [key, several] of Object.entries(values)) {
    choices = choices
      .flatMap((choice) => several.map((one) => new Map([...choice, [key, one]])))
      .slice(0, MAX_PARALLEL + 1)
  }
  return choices
}
