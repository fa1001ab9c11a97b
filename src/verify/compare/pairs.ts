import type { Draw } from './draw.ts'

/** A value of each factor: one call of several. */
export type Row<Value> = Readonly<Record<string, Value>>

/** A factor, and the index of one of its values. */
interface Choice {
  readonly name: string
  readonly index: number
}

/**
 * Returns rows in which each value of each factor meets each value of each other factor at least once, in far fewer rows
 * than all combinations (a covering array of strength 2). Of exclusive values no two meet; each factor needs one that
 * excludes nothing, such as an absent one. The same draw gives the same rows.
 *
 * @example
 * const rows = coverPairs({ state: [undefined, 'opened'], sort: ['asc', 'desc'] }, draw)
 * for (const { state, sort } of rows) ask({ state, sort })
 */
export function coverPairs<Value>(
  factors: Readonly<Record<string, readonly Value[]>>,
  draw: Draw,
  areExclusive: (row: Row<Value>) => boolean = () => false,
): readonly Row<Value>[] {
  const choices = Object.entries(factors).map(([name, values]) =>
    values.map((_, index) => ({ name, index })),
  )
  const valuesOf = (chosen: readonly Choice[]): Row<Value> =>
    Object.fromEntries(
      chosen.flatMap(({ name, index }) => {
        const values = factors[name] ?? []
        return values.slice(index, index + 1).map((value) => [name, value] as const)
      }),
    )
  const mayMeet = (one: Choice, other: Choice) => !areExclusive(valuesOf([one, other]))
  const missing = missingPairs(choices, mayMeet)
  const rows: Row<Value>[] = []
  for (const [first, second] of missing.values()) {
    const row = [first, second]
    const others = choices.filter(([one]) => one && !row.some(({ name }) => name === one.name))
    for (const values of shuffled(others, draw)) {
      const possible = values.filter((one) => row.every((other) => mayMeet(one, other)))
      row.push(
        draw.one(bestOf(possible, (one) => row.filter((other) => isMissing(one, other)).length)),
      )
    }
    for (const one of row) for (const other of row) missing.delete(keyOf(one, other))
    rows.push(inOrder(valuesOf(row), Object.keys(factors)))
  }
  return rows

  function isMissing(one: Choice, other: Choice): boolean {
    return missing.has(keyOf(one, other)) || missing.has(keyOf(other, one))
  }
}

type Pair = readonly [Choice, Choice]

function missingPairs(
  choices: readonly (readonly Choice[])[],
  mayMeet: (one: Choice, other: Choice) => boolean,
): Map<string, Pair> {
  const pairs = choices.flatMap((values, place) =>
    choices
      .slice(place + 1)
      .flatMap((others) => values.flatMap((one) => others.map((other): Pair => [one, other]))),
  )
  const possible = pairs.filter(([one, other]) => mayMeet(one, other))
  return new Map(possible.map(([one, other]) => [keyOf(one, other), [one, other]]))
}

const keyOf = (one: Choice, other: Choice) =>
  `${one.name} ${one.index} ${other.name} ${other.index}`

/** Returns those with the highest score. */
function bestOf<T>(all: readonly T[], scoreOf: (one: T) => number): readonly T[] {
  const scores = all.map(scoreOf)
  const highest = Math.max(...scores)
  return all.filter((_, index) => scores[index] === highest)
}

function shuffled<T>(all: readonly T[], draw: Draw): readonly T[] {
  return all
    .map((one) => [draw.below(1_000_000), one] as const)
    .toSorted(([first], [second]) => first - second)
    .map(([, one]) => one)
}

const inOrder = <Value>(row: Row<Value>, names: readonly string[]): Row<Value> =>
  Object.fromEntries(
    Object.entries(row).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  )
