import type { OperationId } from '../../../contract/operation-contract.ts'
import type { OperationResponse } from '../../client/answer.ts'
import { aspectsOf } from '../../contract/aspects.ts'
import type { Operation } from '../../contract/operation.ts'
import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import type { Caller } from '../../story/caller.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../shown-by.ts'

type Parameters = Readonly<Record<string, unknown>>

/** Where a sent value is shown: under which path of fields, and as what. */
type Shown = readonly [path: string, value: unknown]

interface Write {
  readonly caller: Caller
  readonly operation: OperationId
  /** Parameters that say what is written to. */
  readonly path?: Parameters
  /** Parameters that are written: each is read back as the contract says (`x-shown-as`). */
  readonly sent?: Parameters
  /** What else has to be shown, and what is shown otherwise than the contract says, by parameter. */
  readonly shown?: Readonly<Record<string, Shown>>
  readonly readers: readonly Reader[] | ((answer: OperationResponse) => readonly Reader[])
  /** Finds the record in the answer itself; the body when left out. */
  readonly find?: (body: unknown) => unknown
}

/**
 * Writes, and reads what was written by every operation that shows it. What none of them shows was
 * not written; what some show is missing from the others. A single reader may be at fault as well as
 * the write: then both are reported.
 */
export async function writeAndRead(t: TestContext, write: Write): Promise<OperationResponse> {
  const { caller, operation, path, sent = {}, find } = write
  const answer = await caller.perform(operation, { ...path, ...sent })
  const record = find ? find(answer.body) : answer.body
  const shows = { ...expectedIn(t.operation(operation), sent), ...write.shown }
  for (const [parameter, [field, value]] of Object.entries(shows)) {
    const received = at(record, field)
    if (received === undefined) continue
    const rule = `The ${parameter} that was sent is the one that is answered.`
    t.expect(answer, `read-back:${parameter}`, rule).holds(
      isSame(received, value),
      jsonOf(value),
      received,
    )
  }
  const readers = typeof write.readers === 'function' ? write.readers(answer) : write.readers
  const reads = await Promise.all(
    // A write that was lost may make a 404 of a read: that is compared as any other answer.
    readers.map(async (reader) => ({
      reader,
      answer: await reader.caller.attempt(reader.operation, reader.parameters),
    })),
  )
  for (const [parameter, shown] of Object.entries(shows))
    compare(t, answer, parameter, shown, reads)
  return answer
}

/** Creates a record and reads it back by its id. */
export async function createAndRead(
  t: TestContext,
  { readers, ...write }: Omit<Write, 'readers'> & { readers: (id: number) => readonly Reader[] },
): Promise<{ readonly id: number; readonly answer: OperationResponse }> {
  const created = ({ body }: OperationResponse) =>
    idOf(write.find ? write.find(body) : body, write.operation)
  const answer = await writeAndRead(t, { ...write, readers: (one) => readers(created(one)) })
  return { id: created(answer), answer }
}

/** Where each parameter of a write is shown, and as what: under its own name, as it was sent, unless the contract marks it. */
export function expectedIn({ shownAs }: Operation, sent: Parameters): Record<string, Shown> {
  const shown = Object.entries(sent).flatMap(([name, value]): [string, Shown][] => {
    const mark = shownAs[name]
    if (mark === null) return []
    if (typeof mark !== 'object') return [[name, [mark ?? name, value]]]
    const { field, values = {}, separator } = mark
    const text = String(value)
    if (separator !== undefined) return [[name, [field, text.split(separator).filter(Boolean)]]]
    return [[name, [field, values[text] ?? value]]]
  })
  return Object.fromEntries(shown)
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
  t.expect(subject, aspect, rule).holds(showing.length > 0, jsonOf(value), first.value)
  const isWriteAtFault = showing.length === 0 && values.length > 1
  for (const one of values) {
    if (isWriteAtFault) return
    const rule = `${parameter} is shown as it was written last.`
    t.expect(one.answer, `shows:${path}`, rule).holds(
      isSame(one.value, value),
      jsonOf(value),
      one.value,
    )
  }
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)

/** Times may be in another zone, and to the second alone; lists may be in another order. */
export function isSame(received: unknown, expected: unknown): boolean {
  if (isTime(received) && isTime(expected)) {
    return Math.abs(Date.parse(received) - Date.parse(expected)) < 1000
  }
  if (Array.isArray(received) && Array.isArray(expected)) {
    return jsonOf([...received].sort()) === jsonOf([...expected].sort())
  }
  return jsonOf(received) === jsonOf(expected)
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

interface Removal {
  readonly caller: Caller
  readonly operation: OperationId
  readonly path: Parameters
  /** Operations that showed it: a list without it, or 404 for one that has no `find`. */
  readonly readers: readonly Reader[]
}

/**
 * Deletes, looks for what was deleted wherever it was shown, and deletes once more. What all still
 * show was not deleted; what one alone still shows is that one's fault.
 */
export async function removeAndRead(t: TestContext, removal: Removal): Promise<void> {
  const { caller, operation, path, readers } = removal
  const answer = await caller.perform(operation, path)
  // A server may remove in the background.
  const reads = await Promise.all(
    readers.map((reader) =>
      t.eventually(
        () => readGone(reader),
        (read) => read.isGone,
      ),
    ),
  )
  const isGone = reads.some((read) => read.isGone)
  const [first] = reads
  if (first) {
    const exchanges = [answer.exchange, first.answer.exchange]
    t.expect({ operation, exchanges }, 'removes').holds(isGone, 'not there', 'still there')
  }
  for (const read of reads) {
    if (isGone || reads.length === 1) {
      t.expect(read.answer, 'shows-no-deleted', 'What was deleted is not shown.').holds(
        read.isGone,
        'not there',
        'still there',
      )
    }
  }
  // It is not tried where another answer is stated, or none.
  if (!aspectsOf(t.operation(operation)).some(({ name }) => name === 'idempotent')) return
  const again = await caller.attempt(operation, path)
  t.expect(again, 'idempotent').status([200], 'already_removed')
}

async function readGone({ caller, operation, parameters, find }: Reader): Promise<{
  readonly answer: OperationResponse
  readonly isGone: boolean
}> {
  const answer = await caller.attempt(operation, parameters)
  const isGone = find
    ? answer.status === 200 && find(answer.body) === undefined
    : answer.status === 404
  return { answer, isGone }
}
