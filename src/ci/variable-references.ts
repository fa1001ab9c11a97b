/** A variable that may name others in its value. */
export interface Referring {
  readonly key: string
  readonly value: string
  /** Whether the value stands for itself, whatever it names (`expand: false`). */
  readonly raw: boolean
}

/** A value that grows beyond this many characters stays as it was written. */
const MAX_VALUE_LENGTH = 100_000
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
  const done = new Map<number, string>()
  const circle = findCircle(variables, places)
  if (circle) return new CircularReference(circle)
  return [...places.values()].map((of) => {
    const last = of.at(-1) ?? 0
    return { ...at(variables, last), value: valueAt(last) }
  })

  function valueAt(index: number): string {
    const known = done.get(index)
    if (known !== undefined) return known
    const { value, raw } = at(variables, index)
    const result = raw || !/[$%]/.test(value) ? value : replaced(value, index)
    done.set(index, result)
    return result
  }

  function replaced(value: string, index: number): string {
    let length = value.length
    const result = value.replace(
      REFERENCE,
      (written: string, ...[bare, inBraces, inSigns]: Names) => {
        const key = bare ?? inBraces ?? inSigns
        if (key === undefined) return written.charAt(0)
        const target = placeOf(key, index)
        const found = target === undefined || length > MAX_VALUE_LENGTH ? '' : valueAt(target)
        length += found.length
        return found
      },
    )
    return length > MAX_VALUE_LENGTH ? value : result
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

/** Returns the keys of the first circle of references between the variables that count. */
function findCircle(
  variables: readonly Referring[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly string[] | undefined {
  const namedBy = new Map<string, readonly string[]>()
  for (const [key, of] of places) {
    const { value, raw } = at(variables, of.at(-1) ?? 0)
    const named = raw ? [] : keysIn(value).filter((one) => one !== key && places.has(one))
    namedBy.set(key, named)
  }
  const settled = new Set<string>()
  const visit = (key: string, path: readonly string[]): readonly string[] | undefined => {
    if (settled.has(key)) return undefined
    if (path.includes(key)) return path.slice(path.indexOf(key))
    for (const named of namedBy.get(key) ?? []) {
      const circle = visit(named, [...path, key])
      if (circle) return circle
    }
    settled.add(key)
    return undefined
  }
  for (const key of places.keys()) {
    const circle = visit(key, [])
    if (circle) return circle
  }
  return undefined
}

function keysIn(value: string): string[] {
  if (!/[$%]/.test(value)) return []
  return Array.from(value.matchAll(REFERENCE), ([, bare, inBraces, inSigns]) => {
    return bare ?? inBraces ?? inSigns ?? ''
  })
}
