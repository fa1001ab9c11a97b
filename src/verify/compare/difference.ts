import type { Schema } from '../../contract/openapi.ts'
import { isUrl } from '../../shared/is-url.ts'
import { symbolOf } from '../reproduction/history.ts'
import { at, isObject } from '../story/bodies.ts'
import {
  type Comparison,
  creatorIsMember,
  type Difference,
  type Place,
  takingPart,
  unnamedAuthor,
} from './comparison.ts'
import { branchOf, compareLists } from './lists.ts'
import { type Shape, shapeOf } from './shape.ts'
import { compareTimes, isTime } from './times.ts'

/**
 * Compares two values at the same place, and returns their differences. The schema of an object without a named one is
 * known by its field.
 */
export function compareValues(
  comparison: Comparison,
  server: unknown,
  forge: unknown,
  schema: Schema | undefined,
  place: Place,
): readonly Difference[] {
  const named = shapeOf(schema, forge, comparison.document)
  const shape =
    named.names.length > 0 ? named : { ...named, names: [place.path.split('.').at(-1) ?? ''] }
  if (Array.isArray(forge) && Array.isArray(server)) {
    const { order, isOpenPage, ...inner } = place
    return compareLists(comparison, server, forge, {
      ...(shape.items ? { items: shape.items } : {}),
      place: { ...inner, path: `${place.path}[]` },
      ...(order ? { order } : {}),
      ...(isOpenPage ? { isOpenPage } : {}),
      compare: compareValues,
    })
  }
  if (isObject(forge) && isObject(server)) {
    return compareObjects(comparison, server, forge, shape, place)
  }
  return compareScalars(comparison, server, forge, place)
}

function compareObjects(
  comparison: Comparison,
  server: Readonly<Record<string, unknown>>,
  forge: Readonly<Record<string, unknown>>,
  shape: Shape,
  place: Place,
): Difference[] {
  const { rules } = comparison
  const names = new Set([...Object.keys(forge), ...Object.keys(server)])
  const record = recordOf(comparison, shape, forge)
  if (record && place.path === '' && rules.setsSubscription(place.operation)) {
    comparison.subscriptions.add(`${place.caller} ${record}`)
  }
  if (record && rules.runners.isTaken(shape.names, server, forge)) {
    comparison.unsettled.add(record)
    comparison.runner.isAtWork = true
  }
  // Before all fields are compared: addresses contain a path that was made by default.
  if (place.unsaid || comparison.unshown.size > 0) {
    for (const field of names) {
      const two = { server: server[field], forge: forge[field] }
      noteDefault(comparison, { ...two, field, record, shape }, place)
    }
  }
  return [...names].flatMap((name) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const one = { server: server[name], forge: forge[name] }
    // Most fields are so; what is mapped or remembered goes on.
    if (one.server === one.forge && isPlain(comparison, shape, name, forge)) return []
    const differ = (open?: string): Difference[] => [
      { place: path, ...one, ...(open ? { open } : {}) },
    ]
    if (one.forge === undefined) {
      return one.server === null || one.server === undefined
        ? []
        : differ(
            rules.isHidden(place.operation, shape.names, name, place.path)
              ? undefined
              : (place.open ?? furtherField),
          )
    }
    const property = shape.properties[name]
    const { open: mark, format } = shapeOf(property, one.forge, comparison.document)
    const isStated = rules.isStated(shape.names, name)
    const unsettled = [record, branchOf(forge)].find(
      (one) => one !== undefined && comparison.unsettled.has(one),
    )
    const whyUnsettled =
      unsettled === undefined
        ? undefined
        : rules.unsettledField(unsettled.split(' ')[0] ?? '', name)
    const open =
      place.open ??
      rules.openField(shape.names, name, forge, comparison.facts) ??
      rules.openValue(comparison, place.call, {
        ...{ ...one, field: name, schemas: shape.names },
        objects: { server, forge },
      }) ??
      whyUnsettled ??
      (isStated ? undefined : mark)
    const nameOfField = () => `${place.operation} ${place.caller} ${shape.names} ${path}`
    if (one.server === undefined) {
      if (one.forge === null || one.forge === '') return []
      const isDemanded =
        (shape.required.has(name) && !mark) ||
        rules.isDemanded(shape.names, name, forge) ||
        comparison.shownFields.has(nameOfField())
      // That its value is open does not let it be left out.
      const whyAbsent = isDemanded ? (place.open ?? whyUnsettled) : (open ?? 'it may be left out')
      return differ(whyAbsent ?? place.sparse)
    }
    if (isObject(one.server) && isObject(one.forge)) comparison.shownFields.add(nameOfField())
    const inner: Place = { ...place, path, ...(open ? { open } : {}) }
    const isAbsent =
      (one.server === null || one.server === '') && (one.forge === null || one.forge === '')
    if (isAbsent) return one.server === one.forge ? [] : differ('absent values are null')
    if (one.server === null && mark) return differ('absent values are null')
    const openNull = one.server === null ? rules.openNull(shape.names, name, one.forge) : undefined
    if (openNull) return differ(place.open ?? openNull)
    if (format === 'date-time' || (isTime(one.forge) && isTime(one.server))) {
      return compareTimes(comparison, { ...one, field: name, record }, inner)
    }
    if (rules.secretFields.has(name)) return compareMapped(comparison, 'secret', one, inner)
    const kind = rules.kindOf(shape.names, name, forge)
    if (kind) return compareMapped(comparison, kind, one, inner)
    const number = rules.numberKindOf(shape.names, name, forge)
    if (number) return compareNumbers(comparison, number, one, inner)
    const unstated = whyOpen(
      comparison,
      { ...one, field: name, record, shape, shown: server },
      place,
    )
    const why = open ?? unstated
    const { unsaid: _ofRecord, ...deeper } = inner
    const inside = why ? { ...deeper, open: why } : deeper
    return [...compareValues(comparison, one.server, one.forge, property, inside)]
  })
}

/** Whether a field is neither an id, a number, a time, a token nor a record. */
function isPlain(
  { rules }: Comparison,
  { names }: Shape,
  field: string,
  forge: Readonly<Record<string, unknown>>,
): boolean {
  const value = forge[field]
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'string' && typeof value !== 'number') return false
  return (
    !isTime(value) &&
    field !== 'author_email' &&
    !rules.secretFields.has(field) &&
    rules.kindOf(names, field, forge) === undefined &&
    rules.numberKindOf(names, field, forge) === undefined
  )
}

interface Field extends Two {
  readonly field: string
  readonly record: string | undefined
  readonly shape: Shape
}

interface ShownField extends Field {
  /** The object with the value, in terms of the server. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** Explains why two different values can both be right: others added to them, or they are not specified. */
function whyOpen(
  comparison: Comparison,
  { server, forge, field, record, shape, shown }: ShownField,
  { caller, isChosen }: Place,
): string | undefined {
  const { rules, others, defaults, subscriptions, creators, mapping } = comparison
  // The address of one user is not that of another.
  if (field === 'author_email' && server === forge)
    mapping.join(ofAuthor, String(server), String(forge))
  if (server === forge) return undefined
  if (forge === null && rules.isAssignedToAuthor(field, shown)) return ofWhoeverMakesIt
  if (field === 'subscribed' && !subscriptions.has(`${caller} ${record}`)) return takingPart
  if (field === 'permissions' && at(forge, 'project_access') === null) {
    // A caller is followed by the user of sudo: `admin <owner>`.
    const name = symbolOf(caller) ?? caller.trim()
    if (creators.get(record ?? '')?.name === name) return creatorIsMember
  }
  if (!isChosen && rules.isOfNobody(shape.names, field, forge)) {
    // What nobody set is the same wherever it is shown.
    const key = `${record ?? `${shape.names[0]} ${shown.id}`} ${field}`
    const first = defaults.get(key) ?? { server, forge }
    defaults.set(key, first)
    return first.server === server ? noDefault : undefined
  }
  if (typeof server === 'string' && typeof forge === 'string' && field !== 'path') {
    if (isOfUnnamed(comparison, { server, forge, field })) {
      comparison.authors.areOwn = true
      return unnamedAuthor
    }
    return rules.openText(shape.names, field, server, forge)
  }
  const list = rules.countedIn(shape.names, field, shown)
  if (list) {
    const added = others.countIn(list)
    const isSo =
      typeof server === 'number' ? server - added === forge : server === true && added > 0
    if (isSo) return 'others added to it'
    if (typeof server !== 'number') return undefined
    const isWithNoted = server - added - comparison.noted.countIn(list) === forge
    return isWithNoted ? 'whether it counts what a service notes is not stated' : undefined
  }
  if (!hasDefault(field, server) || record === undefined) return undefined
  const first = defaults.get(keyOfDefault(record, field))
  const isAsMade = first !== undefined && first.server === server && first.forge === forge
  return isAsMade ? noDefault : undefined
}

/** Whether it is the author of a commit who was not named, or by a name alone. */
function isOfUnnamed(
  { namedAddresses, namesAlone, mapping }: Comparison,
  { server, forge, field }: Two & { readonly field: string },
): boolean {
  if (field === 'author_name') return namesAlone.has(server)
  if (field !== 'author_email' || namedAddresses.has(forge)) return false
  return mapping.join(ofAuthor, String(server), String(forge))
}

/**
 * Notes a value that a creation set by default as it is shown first: the response to the creation need not contain it.
 */
function noteDefault(
  { rules, defaults, unshown, texts }: Comparison,
  { server, forge, field, record, shape }: Field,
  { unsaid }: Place,
): void {
  const isOfCreation = unsaid?.has(field) === true && !rules.isStated(shape.names, field)
  if (record === undefined || (!isOfCreation && unshown.size === 0)) return
  const key = keyOfDefault(record, field)
  if (server === undefined) {
    if (isOfCreation && hasDefault(field, forge)) unshown.set(key, forge)
    return
  }
  const isFirst = isOfCreation || (unshown.has(key) && unshown.get(key) === forge)
  unshown.delete(key)
  if (!isFirst || !hasDefault(field, server) || server === forge) return
  defaults.set(key, { server, forge })
  if (field === 'path') texts.rename(String(server), String(forge))
}

const hasDefault = (field: string, value: unknown) =>
  typeof value === 'boolean' || field === 'visibility_level' || field === 'path'

/** The namespace of a project is a group under another name. */
const keyOfDefault = (record: string, field: string) =>
  `${record.replace(/^namespace /, 'group ')} ${field}`

const noDefault = 'no default is stated'
const ofAuthor = 'address of an author'
const ofWhoeverMakesIt =
  'whether whoever makes it is assigned where nobody is asked for is not stated'

const furtherField = 'a further field'

/** Returns the record of an object, in terms of the forge. */
function recordOf(
  { rules }: Comparison,
  { names }: Shape,
  forge: Readonly<Record<string, unknown>>,
) {
  const kind = rules.kindOf(names, 'id', forge)
  return kind && forge.id !== undefined ? `${kind} ${forge.id}` : undefined
}

interface Two {
  readonly server: unknown
  readonly forge: unknown
}

const isMapped = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function compareMapped(
  { mapping }: Comparison,
  kind: string,
  { server, forge }: Two,
  place: Place,
) {
  if (server === null && forge === null) return []
  if (isMapped(server) && isMapped(forge) && typeof server === typeof forge) {
    if (mapping.join(kind, server, forge)) return []
  }
  return [difference(place, { server, forge })]
}

/** Compares iids, which can start anywhere and have gaps, but must be one-to-one. */
function compareNumbers(comparison: Comparison, kind: string, two: Two, place: Place) {
  const problems = compareMapped(comparison, kind, two, place)
  if (problems.length > 0 || two.server === two.forge) return problems
  return [difference({ ...place, open: place.open ?? 'numbers may leave some out' }, two)]
}

function compareScalars(comparison: Comparison, server: unknown, forge: unknown, place: Place) {
  if (server === forge) return []
  if (typeof server === 'string' && typeof forge === 'string') {
    // The addresses of records are the server's own, and one that was sent is shown as it was sent.
    if (place.sent.includes(forge) && isUrl(forge) && isUrl(server))
      return isSameAddress(server, forge) ? [] : [difference(place, { server, forge })]
    const { texts } = comparison
    const problem = texts.compare(server, forge)
    if (problem === 'same') return []
    if (problem === 'open')
      return [
        difference(
          { ...place, open: place.open ?? 'addresses may have another form' },
          { server, forge },
        ),
      ]
  }
  return [difference(place, { server, forge })]
}

const isSameAddress = (one: string, other: string) => new URL(one).href === new URL(other).href

function difference({ path, open }: Place, { server, forge }: Two): Difference {
  return { place: path === '' ? 'body' : path, server, forge, ...(open ? { open } : {}) }
}
