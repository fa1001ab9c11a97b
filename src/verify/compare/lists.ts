import type { Schema } from '../../contract/openapi.ts'
import { at, isObject } from '../story/bodies.ts'
import { orderOfValues } from '../story/orders.ts'
import {
  type Comparison,
  creatorIsMember,
  type Difference,
  type ListOrder,
  type Place,
} from './comparison.ts'
import { fingerprintOf, keyOf, likenessTo } from './fingerprint.ts'
import { isTime } from './times.ts'

interface ListPlace {
  readonly items?: Schema
  readonly place: Place
  /** Undefined where the contract specifies no order. */
  readonly order?: ListOrder
  /** Whether it is one of several pages, and nothing states which items that has. */
  readonly isOpenPage?: true
  readonly compare: (
    comparison: Comparison,
    server: unknown,
    forge: unknown,
    schema: Schema | undefined,
    place: Place,
  ) => readonly Difference[]
}

/** Compares two lists: their items, the values of these, and their order where it is specified. */
export function compareLists(
  comparison: Comparison,
  server: readonly unknown[],
  forge: readonly unknown[],
  { items, place, order, isOpenPage, compare }: ListPlace,
): Difference[] {
  const differences: Difference[] = []
  const openOf = (item: unknown) =>
    place.open ??
    (isObject(item)
      ? comparison.rules.openItem(place.operation, item, server, comparison.facts)
      : undefined)
  const matched = matchItems(comparison, server, forge, items, (item) => openOf(item) !== undefined)
  for (const { server: one, forge: other, isGuessed } of matched) {
    if (isGuessed && isOpenPage) {
      const open = openOf(other ?? one) ?? 'no order is stated'
      differences.push({ place: `${place.path} (another item)`, server: one, forge: other, open })
      continue
    }
    const open =
      openOf(other ?? one) ?? unsettledOf(comparison, { server: one, forge: other }, items)
    const inner = { ...place, ...(open ? { open } : {}) }
    if (other !== undefined && one !== undefined) {
      differences.push(...compare(comparison, one, other, items, inner))
    } else {
      const what = other === undefined ? 'a further item' : 'no such item'
      const key = other === undefined ? keyOf(comparison, one, items, 'server')?.trim() : undefined
      const isOwn = key !== undefined
      const isOfOthers =
        other === undefined && !isOwn && isObject(one) && comparison.rules.isOfOthers(one)
      const why =
        open ??
        (key !== undefined && key === place.creator && comparison.rules.isCreatorsMembership(one)
          ? creatorIsMember
          : undefined) ??
        (isOfOthers ? "it is somebody else's" : undefined) ??
        openByPast(comparison, place, { server: one, forge: other }, forge) ??
        (other === undefined && isOfRemoved(comparison, one)
          ? 'whether the events of what is removed go with it is not stated'
          : undefined)
      differences.push({
        place: `${place.path} (${what})`,
        server: one,
        forge: other,
        ...(why ? { open: why } : {}),
        ...(isOwn ? { isOwn } : {}),
      })
    }
  }
  return [
    ...differences,
    ...compareOrder(
      comparison,
      server,
      isOpenPage ? matched.filter((one) => !one.isGuessed) : matched,
      place,
      order,
      openOf,
    ),
  ]
}

/** Explains why one side alone may have an item, by what the history did. */
function openByPast(
  comparison: Comparison,
  { call }: Place,
  { server, forge }: Match,
  listed: readonly unknown[],
): string | undefined {
  const { rules } = comparison
  if (isObject(forge)) return rules.openMissing(comparison, call, forge, listed)
  return isObject(server) ? rules.openFurther(comparison, call, server) : undefined
}

/** Explains why it is open whether a list has an item, whose state is not specified any more. */
function unsettledOf(
  comparison: Comparison,
  { server, forge }: Match,
  items: Schema | undefined,
): string | undefined {
  const isOfForge = forge !== undefined
  const key = keyOf(comparison, forge ?? server, items, isOfForge ? 'forge' : 'server')?.trim()
  const branch = server === undefined || forge === undefined ? branchOf(forge ?? server) : undefined
  const found = [key, branch, ...(isOfForge ? targetsOf(comparison, forge) : [])].find(
    (one) => one !== undefined && comparison.unsettled.has(one),
  )
  if (found === undefined) return undefined
  const [kind = ''] = found.split(' ')
  return comparison.rules.unsettledField(kind, 'id')
}

/** Returns the branch that a merge request is of. */
export const branchOf = (item: unknown) => {
  const branch = at(item, 'source_branch')
  return typeof branch === 'string' ? `branch ${branch}` : undefined
}

/** Returns the records that an item of the forge is about, such as the issue of an event, or of the comment it tells of. */
function targetsOf({ rules }: Comparison, item: unknown): (string | undefined)[] {
  const targetOf = (one: unknown, field: string) => {
    const kind = isObject(one) ? rules.kindOf([], field, one) : undefined
    return kind === undefined ? undefined : `${kind} ${at(one, field)}`
  }
  return [targetOf(item, 'target_id'), targetOf(at(item, 'note'), 'noteable_id')]
}

/** Whether an item of the server is about a record that was removed, as an event is, or the note that it tells of. */
function isOfRemoved({ rules, mapping, removed }: Comparison, item: unknown): boolean {
  const isRemoved = (one: unknown, field: string) => {
    const kind = isObject(one) ? rules.kindOf([], field, one) : undefined
    const id = at(one, field)
    if (kind === undefined || (typeof id !== 'number' && typeof id !== 'string')) return false
    return removed.has(`${kind} ${mapping.forgeOf(kind, id)}`)
  }
  return isRemoved(item, 'target_id') || isRemoved(at(item, 'note'), 'noteable_id')
}

/** Returns what an event says was done to which record, by which it is found if its other values differ. */
function actionOf(
  { rules, mapping }: Comparison,
  item: unknown,
  side: 'server' | 'forge',
  listed: readonly unknown[],
): string | undefined {
  if (!isObject(item)) return undefined
  const { target_id: id } = item
  const action = rules.actionOf(item, listed)
  const kind = rules.kindOf([], 'target_id', item)
  if (kind === undefined || (typeof id !== 'number' && typeof id !== 'string')) return undefined
  const own = side === 'forge' ? id : mapping.forgeOf(kind, id)
  return own === undefined ? undefined : `${action} ${kind} ${own}`
}

interface Match {
  readonly server?: unknown
  readonly forge?: unknown
  /** Whether neither an id nor the values tell that they are the same. */
  readonly isGuessed?: true
}

/** Matches the items of both sides: by id or name, by their values, by what they are about, or by their positions. */
function matchItems(
  comparison: Comparison,
  server: readonly unknown[],
  forge: readonly unknown[],
  schema: Schema | undefined,
  isOpen: (item: unknown) => boolean,
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
  // Of several events of one record, what was done tells them apart.
  const eventOf = (item: unknown, side: 'server' | 'forge') => {
    const action = actionOf(comparison, item, side, side === 'server' ? server : forge)
    return action && `${action} ${fingerprintOf(comparison, item, schema, side)}`
  }
  take(
    (item) => eventOf(item, 'server'),
    (item) => eventOf(item, 'forge'),
  )
  take(
    (item) => fingerprintOf(comparison, item, schema, 'server'),
    (item) => fingerprintOf(comparison, item, schema, 'forge'),
  )
  take(
    (item) => actionOf(comparison, item, 'server', server),
    (item) => actionOf(comparison, item, 'forge', forge),
  )
  for (const { place, other } of guessesOf(
    comparison,
    { server, forge, free, open, schema },
    isOpen,
  )) {
    if (!free.has(other) || !open.has(place)) continue
    matched.set(place, { server: server[other], forge: forge[place], isGuessed: true })
    free.delete(other)
    open.delete(place)
  }
  return [
    ...[...matched].sort(([one], [other]) => one - other).map(([, match]) => match),
    ...[...open.values()].map((item) => ({ forge: item })),
    ...[...free].map((other) => ({ server: server[other] })),
  ]
}

interface Unmatched {
  readonly server: readonly unknown[]
  readonly forge: readonly unknown[]
  /** The positions on the server that nothing has matched yet. */
  readonly free: ReadonlySet<number>
  /** The items of the forge that nothing has matched yet, by their positions. */
  readonly open: ReadonlyMap<number, unknown>
  readonly schema: Schema | undefined
}

/**
 * Returns which items may be the same, the most alike first, and last those that a server need not have: these take
 * nothing from what it must have. Unknown items match only unknown items.
 */
function guessesOf(
  comparison: Comparison,
  { server, forge, free, open, schema }: Unmatched,
  isOpen: (item: unknown) => boolean,
) {
  const isKnown = (item: unknown, side: 'server' | 'forge') =>
    keyOf(comparison, item, schema, side) !== undefined
  const isOfOthers = (item: unknown) => isObject(item) && comparison.rules.isOfOthers(item)
  const others = [...free].filter((other) => !isKnown(server[other], 'server'))
  const guesses = [...open.keys()]
    .filter((place) => !isKnown(forge[place], 'forge'))
    .flatMap((place) => {
      const likeness = likenessTo(comparison, forge[place], schema)
      const isTheirs = isOfOthers(forge[place])
      const isLast = Number(isOpen(forge[place]))
      return others
        .filter((other) => isTheirs || !isOfOthers(server[other]))
        .map((other) => ({ place, other, isLast, likeness: likeness(server[other]) }))
    })
  return guesses.sort(
    (one, two) =>
      two.likeness - one.likeness ||
      one.isLast - two.isLast ||
      one.place - two.place ||
      one.other - two.other,
  )
}

/**
 * Compares the order of a list: a specified order is checked by the values that the server shows; otherwise the order
 * is open.
 */
function compareOrder(
  { nameOrder }: Comparison,
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
  // Items with the same time can be in any order.
  const stated = server.filter((item) => openOf(item) === undefined)
  const found = orderOf(stated, order)
  if (found === 'by collation') nameOrder.isByCollation = true
  if (found !== undefined) return []
  const words = `${order.field} ${order.direction}`
  const open = place.open ? { open: place.open } : {}
  return [{ place: path, server: 'another order', forge: words, ...open }]
}

/**
 * Whether lists by time are each in the order of their own clock: calls within a second of one side can differ by a
 * second on the other.
 */
function areOfOneOrder(both: readonly Match[]): boolean {
  return (['desc', 'asc'] as const).some((direction) =>
    (['server', 'forge'] as const).every((side) => {
      const items = both.map((match) => match[side])
      const hasTimes = items.every((item) => isTime(at(item, 'created_at')))
      return hasTimes && isOrdered(items, { field: 'created_at', direction })
    }),
  )
}

function isOrdered(items: readonly unknown[], order: ListOrder): boolean {
  return orderOf(items, order) !== undefined
}

/** Returns in which order items are by a field; those that do not all show it are in any. */
function orderOf(items: readonly unknown[], { field, direction }: ListOrder) {
  const values = items.map((item) => at(item, field))
  const isKey = (value: unknown) => typeof value === 'string' || typeof value === 'number'
  return values.every(isKey) ? orderOfValues(values, direction) : 'by value'
}
