import type { OperationResponse } from '../../client/answer.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../shown-by.ts'

/** The values of a record in a response, by path (`assignee.id`). */
export interface Snapshot {
  readonly answer: OperationResponse
  readonly values: ReadonlyMap<string, string>
}

/** Reads a record by the fields of the contract; a file by its text. */
export async function takeSnapshot(t: TestContext, reader: Reader): Promise<Snapshot> {
  const { caller, operation, parameters, find } = reader
  const answer = await caller.attempt(operation, parameters)
  const { fields, answers } = t.operation(operation)
  if (answer.status >= 300) return { answer, values: new Map([['status', String(answer.status)]]) }
  if (answers === 'file') return { answer, values: new Map([['text', answer.text]]) }
  const record = find ? find(answer.body) : answer.body
  const isKnown = ([path]: readonly [string, string]) => fields.has(path.split('.')[0] ?? '')
  return { answer, values: new Map(flatten(record).filter(isKnown)) }
}

/**
 * Returns the differences of a later snapshot: the old and the new value by path, except for paths in `mayChange` and
 * everything below them. A missing field differs from null.
 */
export function differences(
  before: Snapshot,
  after: Snapshot,
  mayChange: readonly string[],
): ReadonlyMap<string, readonly [string | undefined, string | undefined]> {
  const paths = new Set([...before.values.keys(), ...after.values.keys()])
  const changed = [...paths].flatMap((path) => {
    const values = [before.values.get(path), after.values.get(path)] as const
    const isMeant = mayChange.some((one) => path === one || path.startsWith(`${one}.`))
    return isMeant || values[0] === values[1] ? [] : [[path, values] as const]
  })
  return new Map(changed)
}

/** Fields that change over time, through other users, or in the background. */
const passing =
  /(^|\.)(updated_at|last_activity_(at|on)|last_sign_in_at|current_sign_in_at|merge_status|statistics|permissions|private_token|\w+_count|upvotes|downvotes|avatar_url)(\.|$)/

function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (value === null || value === undefined || passing.test(path)) return []
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object')
    if (isPlain) return [[path, JSON.stringify([...value].sort())]]
    return value.flatMap((item, index) => flatten(item, `${path}.${index}`))
  }
  if (typeof value !== 'object') return [[path, JSON.stringify(value) ?? '']]
  return Object.entries(value).flatMap(([name, inner]) =>
    flatten(inner, path === '' ? name : `${path}.${name}`),
  )
}
