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

/** The path of the field that shows a sent value, and the shown value. */
type Shown = readonly [path: string, value: unknown]

interface Write {
  readonly caller: Caller
  readonly operation: OperationId
  /** The parameters that identify the target. */
  readonly path?: Parameters
  /** The written parameters; each is read back as the contract states (`x-shown-as`). */
  readonly sent?: Parameters
  /** Further shown values, and those that differ from the contract, by parameter. */
  readonly shown?: Readonly<Record<string, Shown>>
  readonly readers: readonly Reader[] | ((answer: OperationResponse) => readonly Reader[])
  /** Finds the record in the response; by default it is the body. */
  readonly find?: (body: unknown) => unknown
}

/**
 * Writes, and reads the written values by all operations that show them. A value that none shows was not written; one
 * that some show is missing in the others. With a single reader, either the write or the read can be at fault, so both
 * are reported.
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
    // A lost write may cause a 404 of the read, which is compared like any other response.
    readers.map(async (reader) => ({
      reader,
      answer: await readWritten(t, reader, Object.values(shows)),
    })),
  )
  for (const [parameter, shown] of Object.entries(shows))
    compare(t, answer, parameter, shown, reads)
  return answer
}

/** Reads a record; a list is read until it shows what was written, since a server may keep lists for a moment. */
function readWritten(
  t: TestContext,
  { caller, operation, parameters, find }: Reader,
  shows: readonly Shown[],
): Promise<OperationResponse> {
  const read = () => caller.attempt(operation, parameters)
  if (!find) return read()
  return t.eventually(read, ({ body }) => {
    const record = find(body)
    return shows.every(([path, value]) => isSame(at(record, path), value))
  })
}

/** Creates a record and reads it by its id. */
export async function createAndRead(
  t: TestContext,
  { readers, ...write }: Omit<Write, 'readers'> & { readers: (id: number) => readonly Reader[] },
): Promise<{ readonly id: number; readonly answer: OperationResponse }> {
  const created = ({ body }: OperationResponse) =>
    idOf(write.find ? write.find(body) : body, write.operation)
  const answer = await writeAndRead(t, { ...write, readers: (one) => readers(created(one)) })
  return { id: created(answer), answer }
}

/**
 * Returns the field and the shown value of each parameter of a write: its own name and the sent value, unless the
 * contract states otherwise.
 */
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

/** Compares values; times may have another time zone or a precision of one second, and lists another order. */
export function isSame(received: unknown, expected: unknown): boolean {
  if (isTime(received) && isTime(expected)) {
    return Math.abs(Date.parse(received) - Date.parse(expected)) < 1000
  }
  if (Array.isArray(received) && Array.isArray(expected)) {
    return jsonOf([...received].sort()) === jsonOf([...expected].sort())
  }
  return jsonOf(statedPart(received)) === jsonOf(statedPart(expected))
}

/** A public key is its kind and its bytes, whatever its comment; that a text ends with a line, as git keeps it, is open. */
function statedPart(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return /^ssh-\S+ \S+/.test(value)
    ? value.split(' ').slice(0, 2).join(' ')
    : value.replace(/\n$/, '')
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

interface Removal {
  readonly caller: Caller
  readonly operation: OperationId
  readonly path: Parameters
  /** The operations that showed the record; it must be missing from lists, and reads without `find` must be a 404. */
  readonly readers: readonly Reader[]
}

/**
 * Deletes a record, checks all operations that showed it, and deletes it again. If all still show it, the deletion is
 * at fault, otherwise the operation that shows it.
 */
export async function removeAndRead(t: TestContext, removal: Removal): Promise<void> {
  const { caller, operation, path, readers } = removal
  const answer = await caller.perform(operation, path)
  // A server may delete in the background.
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
  // Not tested where another response is specified, or none.
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
