import type { OperationResponse } from '../../client/answer.ts'
import { isObject } from '../../story/bodies.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../shown-by.ts'

/** A watched read: of a record, or of a list. */
export interface Sight {
  /** The kind of its records, such as `issue`. */
  readonly kind: string
  readonly reader: Reader
  /** The id of the record, unless it is a list. */
  readonly id?: string | number
  /** Returns the identity of a list item, by default its `id`; undefined for an item to ignore. */
  readonly identify?: (item: unknown) => string | undefined
  /** Whether a list contains a record: by default all of its kind; undefined where it is unknown. */
  readonly holds?: (record: Fields) => boolean | undefined
  /** Fields that it lacks although other reads of the kind have them, or that are not specified. */
  readonly omits?: readonly string[]
}

/** The known values of a record by path, such as `author.username`. */
export type Fields = Readonly<Record<string, unknown>>

/** The result of a sight at one point in time. */
export interface Photograph {
  readonly answer: OperationResponse
  /** The values of each record by path, by its identity. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Records that a list contains twice. */
  readonly repeated: readonly string[]
  /** The names of the fields that any of the records has, with null too. */
  readonly names: ReadonlySet<string>
}

/** Performs a read, and returns the fields of the contract; a file is shown as `text`. */
export async function photograph(t: TestContext, sight: Sight): Promise<Photograph> {
  const { caller, operation, parameters, find } = sight.reader
  const answer = await caller.attempt(operation, parameters)
  const { fields, answers } = t.operation(operation)
  const repeated: string[] = []
  const records = new Map<string, ReadonlyMap<string, string>>()
  // A part of a response has another form than the response.
  const isKnown = ([path]: readonly [string, string]) =>
    find !== undefined || fields.has(path.split('.')[0] ?? '')
  const body = find ? find(answer.body) : answer.body
  const items = Array.isArray(body) ? body : [body]
  const names = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))
  if (answer.status >= 300) return { answer, records, repeated, names }
  if (sight.id !== undefined) {
    const shown = answers === 'file' ? { text: answer.text } : body
    const values = flatten(shown).filter((one) => answers === 'file' || isKnown(one))
    return { answer, records: records.set(String(sight.id), new Map(values)), repeated, names }
  }
  // Others may write to a list that is not of one place in between.
  if (Array.isArray(body) && !find && parameters.id !== undefined) expectTotal(t, answer, body)
  const identify = sight.identify ?? ((item: unknown) => String(Object(item).id))
  for (const item of Array.isArray(body) ? body : []) {
    const id = identify(item)
    if (id === undefined) continue
    if (records.has(id)) repeated.push(id)
    records.set(id, new Map(flatten(item).filter(isKnown)))
  }
  return { answer, records, repeated, names }
}

/** Checks that the total of a list with a single page counts the items that are on it. */
function expectTotal(t: TestContext, answer: OperationResponse, items: readonly unknown[]): void {
  const [total, pages] = ['x-total', 'x-total-pages'].map((name) => answer.headers.get(name))
  if (total === null || pages !== '1' || items.length === 0) return
  const rule = 'X-Total counts what there is, after each write.'
  t.expect(answer, 'pagination:headers', rule).equal(Number(total), items.length)
}

/** Fields that change over time, through other users or in the background, or that depend on the caller. */
const passing =
  /(^|\.)(updated_at|last_activity_(at|on)|last_sign_in_at|current_sign_in_at|merge_status|statistics|permissions|private_token|avatar_url|subscribed)(\.|$)/

/** Whether a field is the commit of a merge that was made to try it: in an open merge request it can change at any time. */
const isOfTriedMerge = (name: string, { state }: Fields) =>
  name === 'merge_commit_sha' && /^(?:opened|reopened)$/.test(String(state))

/** Returns the normalized values by path; null is treated as missing. */
export function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (value === null || value === undefined || passing.test(path)) return []
  const inside = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    if (value.every((item) => !isObject(item))) return [[path, JSON.stringify([...value].sort())]]
    return value.flatMap((item, index) => flatten(item, inside(Object(item).id ?? index)))
  }
  if (!isObject(value)) return [[path, written(value)]]
  return Object.entries(value)
    .filter(([name]) => !isOfTriedMerge(name, value))
    .flatMap(([name, inner]) => flatten(inner, inside(name)))
}

/** Normalizes times, which may have another time zone, or a precision of one second. */
function written(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
  return isTime ? String(Math.floor(Date.parse(value) / 1000)) : JSON.stringify(value)
}
