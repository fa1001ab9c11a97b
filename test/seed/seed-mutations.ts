import fc from 'fast-check'

/** What a mutation does at one place of a seed. */
const kinds = ['drop', 'duplicate', 'retype', 'rename', 'reorder', 'extreme', 'transplant'] as const

/** Chances from 0 up to 1, which choose the places and the values of one mutation. */
export interface Mutation {
  readonly kind: (typeof kinds)[number]
  readonly where: number
  readonly what: number
}

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** One to five mutations; fewer of them make a shorter counterexample. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), where: share, what: share }),
  { minLength: 1, maxLength: 5 },
)

/** Values of every type, and texts that mean something to seeds, paths, git and YAML. */
const values: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], [null], { a: 1 }],
  ...['', ' ', '.', '..', '/', '//', 'a/b', 'a/b/c', '../x', 'a\nb', 'a\0b', '\ud800', '-', '@'],
  ...['__proto__', 'constructor', 'toString', 'master', 'HEAD', 'refs/heads/master', 'x.lock'],
  ...['2016-02-30', '9999-12-31T23:59:59-12:00', '0000-01-01', '2016-12-01T00:00:00Z', 'now'],
  ...['running', 'success', 'merged', 'closed', 'opened', 'owner', 'guest', 'private', 'custom'],
  ...['x'.repeat(300), 'é☃'.repeat(200), 'a@b', 'http://u:p@h/', 'javascript:1', 'f'.repeat(40)],
]

interface Place {
  readonly holder: Record<string, unknown> | unknown[]
  readonly key: string
}

/** Every place of a value, the outermost first. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Place['holder']
  return Object.entries(value).flatMap(([key, inner]) => [{ holder, key }, ...placesIn(inner)])
}

/** A seed with some places changed; the seed itself stays as it is. */
export function mutate(seed: object, wanted: readonly Mutation[]): object {
  const mutated = structuredClone(seed)
  for (const mutation of wanted) {
    const places = placesIn(mutated)
    const place = places[Math.floor(mutation.where * places.length)]
    if (place) apply(mutation, place, places)
  }
  return mutated
}

function apply({ kind, what }: Mutation, { holder, key }: Place, places: readonly Place[]): void {
  const pick = <T>(choices: readonly T[]): T | undefined =>
    choices[Math.floor(what * choices.length)]
  const value = Reflect.get(holder, key)
  switch (kind) {
    case 'drop':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(holder, key)
      return
    case 'duplicate':
      if (Array.isArray(holder)) holder.push(structuredClone(value))
      else holder[`${key}2`] = structuredClone(value)
      return
    case 'retype':
      Reflect.set(holder, key, pick(values))
      return
    case 'rename':
      if (typeof value === 'string')
        Reflect.set(holder, key, `${value}${pick(['2', ' ', '/', 'é'])}`)
      else if (!Array.isArray(holder)) renameKey(holder, key, String(pick(values)))
      return
    case 'reorder':
      if (Array.isArray(value)) value.reverse()
      else if (Array.isArray(holder)) holder.reverse()
      return
    case 'extreme':
      Reflect.set(holder, key, extreme(value, what))
      return
    case 'transplant': {
      const other = pick(places)
      Reflect.set(holder, key, other && structuredClone(Reflect.get(other.holder, other.key)))
      return
    }
  }
}

function renameKey(holder: Record<string, unknown>, key: string, name: string): void {
  const value = holder[key]
  delete holder[key]
  holder[name] = value
}

/** A value of the same type, far too large or too small. */
function extreme(value: unknown, what: number): unknown {
  switch (typeof value) {
    case 'string':
      return what < 0.5 ? '' : value.repeat(1 + Math.floor(what * 20_000))
    case 'number':
      return what < 0.5 ? -value - 1 : value * 2 ** 40
    case 'boolean':
      return !value
    default:
      return Array.isArray(value) && value.length > 0
        ? Array.from({ length: 1 + Math.floor(what * 200) }, () => structuredClone(value[0]))
        : {}
  }
}
