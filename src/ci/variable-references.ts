/** A variable that may name others in its value. */
export interface Referring {
  readonly key: string
  readonly value: string
  /** Whether the value stands for itself, whatever it names (`expand: false`). */
  readonly raw: boolean
}

/** A value that grows beyond this many characters stays as it was written. */
const MAX_VALUE_LENGTH = 100_000
/** So do further values where all that were replaced have this many characters. */
const MAX_TOTAL_LENGTH = 1_000_000
/** `$$` and `%%` stand for a sign; the rest are names (`VARIABLES_REGEXP` in lib/gitlab/ci/variables/collection/item.rb). */
const REFERENCE = /\$\$|%%|\$([a-zA-Z_]\w*)|\$\{([a-zA-Z_]\w*)\}|%([a-zA-Z_]\w*)%/g

/** The name in a reference, in the group of the way in which it is written. */
type Names = readonly (string | undefined)[]

/** Variables whose references lead back to themselves. */
export class CircularReference {
  readonly keys: readonly string[]

  constructor(keys: readonly string[]) {
    this.keys = keys
  }
}

/**
 * Replaces the references between variables by values; an unknown one by nothing. Of several with the same key the
 * last counts, and a value that names its own key means the one before. Variables that name each other in a circle are
 * the error.
 */
export function withoutReferences<V extends Referring>(
  variables: readonly V[],
): readonly V[] | CircularReference {
  const places = new Map<string, number[]>()
  for (const [index, { key }] of variables.entries()) {
    const known = places.get(key)
    if (known) known.push(index)
    else places.set(key, [index])
  }
  const order = sortByReference(variables, (index) => targetsOf(index))
  if (order instanceof CircularReference) return order
  const done = new Map<number, string>()
  let total = 0
  for (const index of order) {
    const { value, raw } = at(variables, index)
    const result = raw || !/[$%]/.test(value) ? value : replaced(value, index)
    done.set(index, result)
    if (result !== value) total += result.length
  }
  return [...places.values()].map((of) => {
    const last = of.at(-1) ?? 0
    return { ...at(variables, last), value: done.get(last) ?? '' }
  })

  function replaced(value: string, index: number): string {
    const limit = Math.min(MAX_VALUE_LENGTH, MAX_TOTAL_LENGTH - total)
    let length = value.length
    const result = value.replace(
      REFERENCE,
      (written: string, ...[bare, inBraces, inSigns]: Names) => {
        const key = bare ?? inBraces ?? inSigns
        if (key === undefined) return written.charAt(0)
        const target = placeOf(key, index)
        const found = target === undefined || length > limit ? '' : (done.get(target) ?? '')
        length += found.length
        return found
      },
    )
    return length > limit ? value : result
  }

  function targetsOf(index: number): number[] {
    const { value, raw } = at(variables, index)
    return raw ? [] : keysIn(value).flatMap((key) => placeOf(key, index) ?? [])
  }

  function placeOf(key: string, from: number): number | undefined {
    const known = places.get(key)
    return at(variables, from).key === key ? known?.findLast((one) => one < from) : known?.at(-1)
  }
}

function at<V>(variables: readonly V[], index: number): V {
  const found = variables[index]
  if (found === undefined) throw new Error(`There is no variable at ${index}.`)
  return found
}

/**
 * Sorts the places of variables so that each comes after those that it names. It does not recurse, since a chain of
 * references can be longer than the stack is deep.
 */
function sortByReference(
  variables: readonly Referring[],
  targetsOf: (index: number) => number[],
): readonly number[] | CircularReference {
  const sorted = new Set<number>()
  for (const start of variables.keys()) {
    if (sorted.has(start)) continue
    const targets = targetsOf(start)
    if (targets.length === 0) {
      sorted.add(start)
      continue
    }
    const path = [start]
    const waiting = new Map([[start, targets.reverse()]])
    for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
      const target = waiting.get(index)?.pop()
      if (target === undefined) {
        sorted.add(index)
        waiting.delete(index)
        path.pop()
      } else if (waiting.has(target)) {
        const circle = path.slice(path.indexOf(target))
        return new CircularReference(circle.map((place) => at(variables, place).key))
      } else if (!sorted.has(target)) {
        waiting.set(target, targetsOf(target).reverse())
        path.push(target)
      }
    }
  }
  return [...sorted]
}

function keysIn(value: string): string[] {
  if (!/[$%]/.test(value)) return []
  return Array.from(value.matchAll(REFERENCE), ([, bare, inBraces, inSigns]) => {
    return bare ?? inBraces ?? inSigns ?? ''
  })
}
