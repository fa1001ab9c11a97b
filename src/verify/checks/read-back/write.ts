import type { OperationId } from '../../../contract/operation-contract.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type { OperationResponse } from '../../story/operation-response.ts'
import type { TestContext } from '../../story/test-context.ts'

type Parameters = Readonly<Record<string, unknown>>

/** An operation that shows what was written. */
export interface Reader {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Parameters
  /** Finds the record in the body; undefined where it is not there. */
  readonly find?: (body: unknown) => unknown
}

/** Where a sent value is shown: under which path of fields, and as what. */
export type Shown = readonly [path: string, value: unknown]

export interface Write {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Parameters
  /** By parameter. */
  readonly shows: Readonly<Record<string, Shown>>
  /** Where to read it; may depend on what was answered (an id). */
  readonly readers: (answer: OperationResponse) => readonly Reader[]
  /** Finds the record in the answer itself; the body when left out. */
  readonly find?: (body: unknown) => unknown
}

/** Parameters that are shown under their own names, as they were sent. */
export function asSent(parameters: Parameters, ...names: readonly string[]): Record<string, Shown> {
  return Object.fromEntries(names.map((name) => [name, [name, parameters[name]]]))
}

/**
 * Writes, and reads what was written by every operation that shows it. What none of them shows was
 * not written; what some show is missing from the others. A single reader may be at fault as well as
 * the write: then both are reported.
 */
export async function writeAndRead(t: TestContext, write: Write): Promise<OperationResponse> {
  const { caller, operation, parameters, shows, find } = write
  const answer = await callOrThrow(caller, operation, parameters)
  const record = find ? find(answer.body) : answer.body
  for (const [parameter, [path, value]] of Object.entries(shows)) {
    const received = at(record, path)
    if (received === undefined) continue
    const rule = `The ${parameter} that was sent is the one that is answered.`
    t.expect(answer, `read-back:${parameter}`, rule).holds(
      isSame(received, value),
      shown(value),
      received,
    )
  }
  const reads = await Promise.all(
    write.readers(answer).map(async (reader) => ({ reader, answer: await read(reader) })),
  )
  for (const [parameter, expected] of Object.entries(shows))
    compare(t, answer, parameter, expected, reads)
  return answer
}

interface Read {
  readonly reader: Reader
  readonly answer: OperationResponse
}

function compare(
  t: TestContext,
  written: OperationResponse,
  parameter: string,
  [path, value]: Shown,
  reads: readonly Read[],
): void {
  const values = reads.map(({ reader, answer }) => ({
    answer,
    value: at(reader.find ? reader.find(answer.body) : answer.body, path),
  }))
  const showing = values.filter((one) => isSame(one.value, value))
  const rule = `The ${parameter} that was sent is the one that is read back.`
  const aspect = `read-back:${parameter}`
  const [first] = values
  if (!first) return
  const subject = {
    operation: written.operation,
    exchanges: [written.exchange, first.answer.exchange],
  }
  t.expect(subject, aspect, rule).holds(showing.length > 0, shown(value), first.value)
  const isWriteAtFault = showing.length === 0 && values.length > 1
  for (const one of values) {
    if (isWriteAtFault) return
    const rule = `${parameter} is shown as it was written last.`
    t.expect(one.answer, `shows:${path}`, rule).holds(
      isSame(one.value, value),
      shown(value),
      one.value,
    )
  }
}

/** A write that was lost may make a 404 of a read: that is compared as any other answer. */
function read({ caller, operation, parameters }: Reader): Promise<OperationResponse> {
  return caller.attempt(operation, parameters)
}

/** The parameters are made from tables, so their types are not known here. */
function callOrThrow(
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
): Promise<OperationResponse> {
  return caller.call(operation, parameters as object)
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)

/** Times may be in another zone, and to the second alone; lists may be in another order. */
function isSame(received: unknown, expected: unknown): boolean {
  if (isTime(received) && isTime(expected)) {
    return Math.abs(Date.parse(received) - Date.parse(expected)) < 1000
  }
  if (Array.isArray(received) && Array.isArray(expected)) {
    return shown([...received].sort()) === shown([...expected].sort())
  }
  return shown(received) === shown(expected)
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
