import type { Schema } from '../../contract/openapi.ts'
import { at, isObject } from '../story/bodies.ts'
import type { Comparison, Difference, ListOrder, Place } from './comparison.ts'
import { fingerprintOf, keyOf } from './fingerprint.ts'
import { isTime } from './times.ts'

interface ListPlace {
  readonly items?: Schema
  readonly place: Place
  /** Undefined where the contract states no order. */
  readonly order?: ListOrder
  readonly compare: (
    comparison: Comparison,
    server: unknown,
    forge: unknown,
    schema: Schema | undefined,
    place: Place,
  ) => readonly Difference[]
}

/** Compares two lists: which items each has, what they show, and their order where one is stated. */
export function compareLists(
  comparison: Comparison,
  server: readonly unknown[],
  forge: readonly unknown[],
  { items, place, order, compare }: ListPlace,
): Difference[] {
  const differences: Difference[] = []
  const openOf = (item: unknown) =>
    place.open ?? (isObject(item) ? comparison.rules.openItem(place.operation, item) : undefined)
  const matched = matchItems(comparison, server, forge, items)
  for (const { server: one, forge: other } of matched) {
    const open = openOf(other ?? one)
    const inner = { ...place, ...(open ? { open } : {}) }
    if (other !== undefined && one !== undefined) {
      differences.push(...compare(comparison, one, other, items, inner))
    } else {
      const what = other === undefined ? 'a further item' : 'no such item'
      const isOfOthers = other === undefined && isObject(one) && comparison.rules.isOfOthers(one)
      const why = open ?? (isOfOthers ? "it is somebody else's" : undefined)
      differences.push({
        place: `${place.path} (${what})`,
        server: one,
        forge: other,
        ...(why ? { open: why } : {}),
      })
    }
  }
  return [...differences, ...compareOrder(server, matched, place, order, openOf)]
}

interface Match {
  readonly server?: unknown
  readonly forge?: unknown
}

/** Finds the item of the server that stands for each of the forge: by its id or name, by what it shows, by its place. */
function matchItems(
  comparison: Comparison,
  server: readonly unknown[],
  forge: readonly unknown[],
  schema: Schema | undefined,
): Match[] {
  const free = new Set(server.keys())
  const open = new Map(forge.entries())
  const matched = new Map<number, Match>()
  const take = (find: (item: unknown) => unknown, findOwn: (item: unknown) => unknown) => {
    const found = new Map<unknown, number[]>()
    for (const place of free) {
      const key = find(server[place])
      if (key !== undefined) found.set(key, [...(found.get(key) ?? []), place])
    }
    for (const [place, item] of open) {
      const key = findOwn(item)
      const other = key === undefined ? undefined : found.get(key)?.shift()
      if (other === undefined) continue
      matched.set(place, { server: server[other], forge: item })
      free.delete(other)
      open.delete(place)
    }
  }
  take(
    (item) => keyOf(comparison, item, schema, 'server'),
    (item) => keyOf(comparison, item, schema, 'forge'),
  )
  take(
    (item) => fingerprintOf(comparison, item, schema, 'server'),
    (item) => fingerprintOf(comparison, item, schema, 'forge'),
  )
  // What nothing is known of stands for what nothing is known of.
  const isKnown = (item: unknown, side: 'server' | 'forge') =>
    keyOf(comparison, item, schema, side) !== undefined
  for (const [place, item] of open) {
    if (isKnown(item, 'forge')) continue
    const isOfOthers = isObject(item) && comparison.rules.isOfOthers(item)
    const other = [...free].find((one) => {
      const found = server[one]
      const isTheirs = isObject(found) && comparison.rules.isOfOthers(found)
      return !isKnown(found, 'server') && (isOfOthers || !isTheirs)
    })
    if (other === undefined) continue
    matched.set(place, { server: server[other], forge: item })
    free.delete(other)
    open.delete(place)
  }
  return [
    ...[...matched].sort(([one], [other]) => one - other).map(([, match]) => match),
    ...[...open.values()].map((item) => ({ forge: item })),
    ...[...free].map((other) => ({ server: server[other] })),
  ]
}

/** An order that is stated is held to what the server itself shows; one that is not is left open. */
function compareOrder(
  server: readonly unknown[],
  matched: readonly Match[],
  place: Place,
  order: ListOrder | undefined,
  openOf: (item: unknown) => string | undefined,
): Difference[] {
  const both = matched.filter(
    ({ server: one, forge: other }) => one !== undefined && other !== undefined,
  )
  const places = both.map(({ server: one }) => server.indexOf(one))
  const isSame = places.every((at, index) => index === 0 || at > (places[index - 1] ?? -1))
  if (isSame || (!order && areOfOneOrder(both))) return []
  const path = `${place.path} (order)`
  if (!order) {
    const open = place.open ?? 'no order is stated'
    return [{ place: path, server: 'another order', forge: 'as Forgery has it', open }]
  }
  // Those of the same moment may stand in any order.
  const stated = server.filter((item) => openOf(item) === undefined)
  if (isOrdered(stated, order)) return []
  const words = `${order.field} ${order.direction}`
  const open = place.open ? { open: place.open } : {}
  return [{ place: path, server: 'another order', forge: words, ...open }]
}

/** Lists by time, each as its own clock has it: calls of the same second may fall into two on one side. */
function areOfOneOrder(both: readonly Match[]): boolean {
  return (['desc', 'asc'] as const).some((direction) =>
    (['server', 'forge'] as const).every((side) => {
      const items = both.map((match) => match[side])
      const hasTimes = items.every((item) => isTime(at(item, 'created_at')))
      return hasTimes && isOrdered(items, { field: 'created_at', direction })
    }),
  )
}

function isOrdered(items: readonly unknown[], { field, direction }: ListOrder): boolean {
  const values = items.map((item) => at(item, field))
  if (values.some((value) => typeof value !== 'string' && typeof value !== 'number')) return true
  const sign = direction === 'asc' ? 1 : -1
  return values.every(
    (value, index) => index === 0 || sign * compareKeys(values[index - 1], value) <= 0,
  )
}

function compareKeys(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [String(one), String(other)]
  const [time, later] = [Date.parse(first), Date.parse(second)]
  if (/^\d{4}-/.test(first) && !Number.isNaN(time) && !Number.isNaN(later)) return time - later
  return first < second ? -1 : first > second ? 1 : 0
}
