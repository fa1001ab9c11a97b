import type { OperationResponse } from '../../client/answer.ts'
import { isObject } from '../../story/bodies.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../shown-by.ts'

/** A read that is watched: of one record, or of a list of them. */
export interface Sight {
  /** What it shows records of: `issue`. */
  readonly kind: string
  readonly reader: Reader
  /** Which record it shows, where it is no list. */
  readonly id?: string | number
  /** By what the records of a list differ, its `id` when left out; undefined for one that is not looked at. */
  readonly identify?: (item: unknown) => string | undefined
  /** Which of the records a list holds: all of its kind when left out, undefined where too little is known. */
  readonly holds?: (record: Fields) => boolean | undefined
  /** Fields that it does not show though another read of the kind does, or of which nothing is stated. */
  readonly omits?: readonly string[]
}

/** What is known of a record, by path: `author.username`. */
export type Fields = Readonly<Record<string, unknown>>

/** What a sight shows at one moment. */
export interface Photograph {
  readonly answer: OperationResponse
  /** The written values by path, of each record by its identity. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Records that a list shows twice. */
  readonly repeated: readonly string[]
}

/** Looks at what a read shows, as far as the contract names its fields; a file is shown as `text`. */
export async function photograph(t: TestContext, sight: Sight): Promise<Photograph> {
  const { caller, operation, parameters, find } = sight.reader
  const answer = await caller.attempt(operation, parameters)
  const { fields, answers } = t.operation(operation)
  const repeated: string[] = []
  const records = new Map<string, ReadonlyMap<string, string>>()
  // What is found within an answer is of another form than the answer.
  const isKnown = ([path]: readonly [string, string]) =>
    find !== undefined || fields.has(path.split('.')[0] ?? '')
  const body = find ? find(answer.body) : answer.body
  if (answer.status >= 300) return { answer, records, repeated }
  if (sight.id !== undefined) {
    const shown = answers === 'file' ? { text: answer.text } : body
    const values = flatten(shown).filter((one) => answers === 'file' || isKnown(one))
    return { answer, records: records.set(String(sight.id), new Map(values)), repeated }
  }
  const identify = sight.identify ?? ((item: unknown) => String(Object(item).id))
  for (const item of Array.isArray(body) ? body : []) {
    const id = identify(item)
    if (id === undefined) continue
    if (records.has(id)) repeated.push(id)
    records.set(id, new Map(flatten(item).filter(isKnown)))
  }
  return { answer, records, repeated }
}

/** What time, other people and work in the background change, and what depends on who asks. */
const passing =
  /(^|\.)(updated_at|last_activity_at|last_sign_in_at|current_sign_in_at|merge_status|statistics|permissions|private_token|avatar_url|subscribed)(\.|$)/

/** The values by path, as they are compared; what is null is not there. */
export function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (value === null || value === undefined || passing.test(path)) return []
  const inside = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) {
    if (value.every((item) => !isObject(item))) return [[path, JSON.stringify([...value].sort())]]
    return value.flatMap((item, index) => flatten(item, inside(Object(item).id ?? index)))
  }
  if (!isObject(value)) return [[path, written(value)]]
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, inside(name)))
}

/** Times may be in another zone, and to the second alone. */
function written(value: unknown): string {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
  return isTime ? String(Math.floor(Date.parse(value) / 1000)) : JSON.stringify(value)
}
