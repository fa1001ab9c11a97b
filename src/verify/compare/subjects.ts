import type { Answer } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import { fill, type Lookup, type Step, symbolOf } from '../reproduction/history.ts'
import { isObject } from '../story/bodies.ts'
import type { Fields } from './rules.ts'

/** What each record was last sent and shown with, by its path, in terms of the forge. */
export type ShownRecords = Map<string, Fields>

/**
 * Returns the path of a call in terms of the forge. A project is named by its id in it, however the call names it.
 *
 * @example
 * pathOf({ id: '<group1.name>/<project1.name>', issue_id: '<issue1>' }, getIssue, lookup) // /projects/5/issues/7
 */
export function pathOf(
  { parameters }: Pick<Step, 'parameters'>,
  { path }: Operation,
  lookup: Lookup,
) {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name] ?? null
    const id = name === 'id' ? lookup(symbolOf(value) ?? '', 'id') : undefined
    return String(id ?? fill(value, lookup))
  })
}

/**
 * Notes what a call sent to a record and what its response showed of it. What one user chose for themselves is kept
 * under a name of its own, beside the path.
 */
export function noteRecord(
  records: ShownRecords,
  { step, operation, body }: { step: Step; operation: Operation; body: unknown },
  { lookup, own }: { lookup: Lookup; own: string | undefined },
): void {
  if (!isObject(body)) return
  const path = own ?? recordPath(pathOf(step, operation, lookup), operation, body.id)
  const sent = operation.method === 'GET' ? {} : sentBy(step, operation, lookup)
  records.set(path, { ...records.get(path), ...sent, ...body })
}

/** The path of the record in a response: a new one is below its call, and others may be acted on there. */
function recordPath(path: string, { method, path: template }: Operation, id: unknown): string {
  if (method === 'POST') return id === undefined ? path : `${path}/${id}`
  const [, place, name] = /^(.*\/([^/]+))\/\w+$/.exec(path) ?? []
  return !template.endsWith('}') && place !== undefined && name === String(id) ? place : path
}

/** What a call sends beside what it is about, in terms of the forge. */
const sentBy = ({ parameters: sent }: Step, { parameters }: Operation, lookup: Lookup): Fields =>
  Object.fromEntries(
    parameters
      .filter(({ name, in: place }) => place !== 'path' && sent[name] !== undefined)
      .map(({ name }) => [name, fill(sent[name] ?? null, lookup)]),
  )

/**
 * Returns the parameters of a change by which its record became another one, or of which that cannot be told; undefined
 * where the record was never shown.
 */
export function changedBy(
  before: Fields | undefined,
  { step, operation, forge }: { step: Step; operation: Operation; forge: Answer },
  lookup: Lookup,
): ReadonlySet<string> | undefined {
  if (!before || forge.status >= 300 || !isObject(forge.body)) return undefined
  const sent = sentBy(step, operation, lookup)
  const after: Fields = { ...sent, ...forge.body }
  const isKept = (name: string) => {
    const shown = operation.shownAs[name]
    const path = typeof shown === 'string' ? shown : (shown?.field ?? name)
    const [field = name] = path.split('.')
    return field in before && JSON.stringify(before[field]) === JSON.stringify(after[field])
  }
  return new Set(Object.keys(sent).filter((name) => !isKept(name)))
}
