import type { OperationResponse } from '../../client/answer.ts'
import { wrongValueOf } from '../../contract/aspects.ts'
import { givenParameters, type Operation } from '../../contract/operation.ts'
import { resourcesOf } from '../../contract/resources.ts'
import { keeps } from '../../contract/write-aspects.ts'
import { at, isObject } from '../../story/bodies.ts'
import { type Story, story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Reader } from '../shown-by.ts'
import { disagreements } from './disagreements.ts'
import { findRepeated } from './repeated.ts'
import { differences, type Snapshot, takeSnapshot } from './snapshot.ts'
import { onePlace, type Target, targets } from './targets.ts'

/**
 * Every change with single parameters and with several, starting from values that are not defaults: values that were
 * not sent stay unchanged, in the record and in neighbouring records.
 */
export const frame: readonly Story[] = resourcesOf('v3').map((resource) =>
  story(`frame: ${resource}`, { about: [resource], isLong: true }, async (t) => {
    const place = onePlace(t)
    for (const operation of t.operations(resource)) {
      const make = targets[operation.id]
      if (!make) continue
      await t.chapter(operation.id, async () =>
        checkFrame(t, operation, await make(t, operation, place)),
      )
    }
  }),
)

async function checkFrame(t: TestContext, operation: Operation, target: Target): Promise<void> {
  const { caller, path, record, others, pairs } = target
  const names = Object.keys(pairs)
  const valuesOf = (chosen: readonly string[], which: 0 | 1) =>
    Object.fromEntries(chosen.map((name) => [name, pairs[name]?.[which]]))
  const beside = await Promise.all(others.map((reader) => takeSnapshot(t, reader)))
  const repeated = await findRepeated(operation, target)
  const write = async (chosen: readonly string[], which: 0 | 1) =>
    caller.perform(operation.id, { ...path, ...(await repeated()), ...valuesOf(chosen, which) })
  if (names.length > 0) await write(names, 0)
  await target.prepare?.()
  const sights = [record, ...(target.also ?? [])]
  const look = () => Promise.all(sights.map((reader) => takeSnapshot(t, reader)))
  const first = await look()
  let before = first
  for (const [chosen, which] of stepsOf(operation, target)) {
    const answer = await write(chosen, which)
    const after = await look()
    const mayChange = chosen.flatMap((name) => changedBy(operation, target, name))
    const always = target.follows?.[''] ?? []
    for (const [index, shown] of after.entries()) {
      const steps = { before: before[index] ?? shown, after: shown, write: answer }
      expectKept(t, answer.operation, 'keeps:the-rest', steps, [...mayChange, ...always])
    }
    if (after[0] && operation.method === 'PUT') expectAnswered(t, answer, record, after[0])
    before = after
  }
  const complete = { ...target, path: { ...path, ...(await repeated()) } }
  if (before[0]) await checkRefused(t, operation, complete, before[0])
  await checkTouched(t, operation, { record, first: first[0], write: () => write(names, 1) })
  await checkEmptied(t, operation, complete)
  for (const [index, reader] of others.entries()) {
    const [was, after] = [beside[index], await takeSnapshot(t, reader)]
    if (was) expectKept(t, operation.id, 'keeps:the-others', { before: was, after }, [])
  }
}

interface Touched {
  readonly record: Reader
  readonly first: Snapshot | undefined
  readonly write: () => Promise<OperationResponse>
}

/** The time of the last change moves with changes; one that is told in whole seconds is not waited for. */
async function checkTouched(
  t: TestContext,
  { id }: Operation,
  { record, first, write }: Touched,
): Promise<void> {
  const timeOf = ({ body }: OperationResponse) =>
    at(record.find ? record.find(body) : body, 'updated_at')
  const time = first && timeOf(first.answer)
  if (typeof time !== 'string' || Date.parse(time) % 1000 === 0) return
  const read = () => record.caller.attempt(record.operation, record.parameters)
  const isTouched = (answer: OperationResponse) =>
    answer.status >= 300 || Date.parse(String(timeOf(answer))) > Date.parse(time)
  let answer = await read()
  if (!isTouched(answer)) {
    // All may have been within one moment.
    answer = await t.eventually(async () => {
      await write()
      return read()
    }, isTouched)
  }
  const rule = 'updated_at is when it was changed last.'
  const subject = { operation: id, exchanges: [answer.exchange] }
  t.expect(subject, 'content', rule).holds(isTouched(answer), `after ${time}`, timeOf(answer))
}

/** A change that is refused for one of its parameters changes nothing, whatever else was sent with it. */
async function checkRefused(
  t: TestContext,
  operation: Operation,
  target: Target,
  before: Snapshot,
): Promise<void> {
  const { caller, path, record, pairs, refused } = target
  const others = Object.fromEntries(Object.entries(pairs).map(([name, [value]]) => [name, value]))
  const wrong = refused ?? wrongValues(operation)
  if (Object.keys(others).length === 0 || !wrong) return
  const write = await caller.attempt(operation.id, { ...path, ...others, ...wrong })
  // A server may take what another one refuses.
  if (write.status < 400) return
  const after = await takeSnapshot(t, record)
  expectKept(t, operation.id, 'keeps:the-rest', { before, after, write }, [])
}

/** One parameter with a value that its schema refuses. */
function wrongValues(operation: Operation): Readonly<Record<string, unknown>> | undefined {
  for (const { name, schema } of givenParameters(operation)) {
    const value = wrongValueOf(schema)
    if (value !== undefined) return { [name]: value }
  }
  return undefined
}

/** Texts that a record can do without. */
const dispensable = new Set([
  ...['description', 'bio', 'location', 'organization'],
  ...['skype', 'linkedin', 'twitter', 'website_url'],
])

/** A text can be emptied: it is empty or null then. */
async function checkEmptied(t: TestContext, operation: Operation, target: Target): Promise<void> {
  const { caller, path, record, pairs } = target
  const names = Object.keys(pairs).filter((name) => dispensable.has(name))
  // A release is its description.
  if (names.length === 0 || operation.id === 'updateRelease') return
  const empty = Object.fromEntries(names.map((name) => [name, '']))
  const write = await caller.perform(operation.id, { ...path, ...empty })
  const { answer } = await takeSnapshot(t, record)
  const exchanges = [write.exchange, answer.exchange]
  for (const name of names) {
    const [field = name] = changedBy(operation, target, name)
    const received = at(record.find ? record.find(answer.body) : answer.body, field)
    const rule = `The ${name} can be emptied.`
    t.expect({ operation: operation.id, exchanges }, `read-back:${name}`, rule).holds(
      received === '' || received === null || received === undefined,
      'an empty text or null',
      received,
    )
  }
}

type Step = readonly [chosen: readonly string[], which: 0 | 1]

/**
 * Returns the changes: only the required parameters; each parameter in turn and back, so that each is sent while any
 * other has either of its values, one of which is not the default; every second parameter, and the others.
 */
function stepsOf(operation: Operation, { path, pairs }: Target): readonly Step[] {
  const names = Object.keys(pairs)
  const required = givenParameters(operation).filter((one) => one.required)
  const isAlone = required.length > 0 && required.every(({ name }) => name in path)
  const none: readonly Step[] = isAlone || names.length === 0 ? [[[], 0]] : []
  const each = (which: 0 | 1) => names.map((name): Step => [[name], which])
  // Back in reverse, so that every other parameter has once the value that is written: a copy of it would show.
  const single = [...none, ...each(1), ...each(0).toReversed()]
  if (names.length < 3) return single
  const half = (rest: number) => names.filter((_, index) => index % 2 === rest)
  return [...single, [half(0), 1], [half(1), 1]]
}

/** What a change answers is what is read then, as far as both show it. */
function expectAnswered(
  t: TestContext,
  answer: OperationResponse,
  { find }: Reader,
  { answer: read }: Snapshot,
): void {
  const shown = find ? find(read.body) : read.body
  if (!isObject(answer.body) || !isObject(shown) || read.status >= 300) return
  const odd = disagreements(answer.body, shown)
  const exchanges = [answer.exchange, read.exchange]
  const rule = 'The answer to a change shows the record as it is read then.'
  t.expect({ operation: answer.operation, exchanges }, 'content', rule).holds(
    odd.length === 0,
    odd.map(([path, , value]) => `${path} ${JSON.stringify(value)}`).join(', '),
    odd.map(([path, value]) => `${path} ${JSON.stringify(value)}`).join(', '),
  )
}

/** Returns the fields that show a parameter, and those derived from it. */
function changedBy(
  { shownAs }: Operation,
  { follows = {} }: Target,
  name: string,
): readonly string[] {
  const mark = shownAs[name]
  const field = typeof mark === 'object' && mark !== null ? mark.field : (mark ?? name)
  // A record shown by its id includes all its known fields, an item includes its list.
  const end = field.search(/\.(?:id$|\d+\.)/)
  return [end < 0 ? field : field.slice(0, end), ...(follows[name] ?? [])]
}

interface Steps {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly write?: OperationResponse
}

/** Reports any change beside the allowed ones. */
export function expectKept(
  t: TestContext,
  operation: Operation['id'],
  aspect: keyof typeof keeps,
  { before, after, write }: Steps,
  mayChange: readonly string[],
): void {
  const changed = differences(before, after, mayChange)
  const shown = (which: 0 | 1) =>
    [...changed].map(([path, values]) => `${path} ${values[which] ?? 'absent'}`).join(', ')
  const steps = [before.answer, ...(write ? [write] : []), after.answer]
  const exchanges = steps.map(({ exchange }) => exchange)
  t.expect({ operation, exchanges }, aspect, keeps[aspect]).holds(
    changed.size === 0,
    shown(0),
    shown(1),
  )
}
