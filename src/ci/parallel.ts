/** How many jobs one may stand for. */
export const MAX_PARALLEL = 200

/** So many of the same, or one for each choice of values. */
export type Parallel =
  | number
  | { readonly matrix: readonly Readonly<Record<string, readonly string[]>>[] }
  | undefined

interface Varied {
  readonly name: string
  readonly variables: ReadonlyMap<string, string>
}

/** The jobs that one stands for, each with its place among them and its choice (doc/ci/yaml/_index.md, `parallel`). */
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
      ...(choice ?? []),
      ['CI_NODE_INDEX', String(index + 1)],
      ['CI_NODE_TOTAL', String(total)],
    ]),
  }))
}

/** Each way to choose one value of each; no more of them are made than one too many. */
function choicesOf(values: Readonly<Record<string, readonly string[]>>) {
  let choices: ReadonlyMap<string, string>[] = [new Map()]
  for (const [key, several] of Object.entries(values)) {
    choices = choices
      .flatMap((choice) => several.map((one) => new Map([...choice, [key, one]])))
      .slice(0, MAX_PARALLEL + 1)
  }
  return choices
}
