import type { OperationId } from '../../../contract/operation-contract.ts'
import type { OperationResponse } from '../../client/answer.ts'
import type { Caller } from '../../story/caller.ts'
import type { TestContext } from '../../story/test-context.ts'
import { type Fields, flatten, type Photograph, photograph, type Sight } from './photograph.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The effect of a write on a record. */
export interface Entry {
  readonly kind: string
  readonly id: string | number
  /** The known values from now on; gone; or open, where the outcome is not specified. */
  readonly is: Fields | 'gone' | 'open'
  /** Fields that may change to any value at the same time. */
  readonly follows?: readonly string[]
}

/**
 * Keeps track of the written values, and performs all watched reads after each write: each must show the expected
 * records with their last written values, and nothing else may change. Background work of the server is waited for.
 */
export interface Ledger {
  /** Adds reads to the watched ones. */
  watch(...sights: readonly Sight[]): void
  /** Records existing values. */
  note(...entries: readonly Entry[]): void
  /** Writes, and performs all watched reads. */
  write(
    caller: Caller,
    operation: OperationId,
    parameters: Parameters,
    entries: (answer: OperationResponse) => readonly Entry[] | Promise<readonly Entry[]>,
  ): Promise<OperationResponse>
  /** Does the same for a write that has been made. */
  written(answer: OperationResponse, entries: readonly Entry[]): Promise<void>
  /** Returns the known values of a record. */
  of(kind: string, id: string | number): Fields
  /** Sets how to find out why watched records change by themselves: with a reason, mistakes are not reported. */
  excuse(find: () => Promise<string | undefined>): void
}

export function createLedger(t: TestContext): Ledger {
  const sights: Sight[] = []
  const records = new Map<string, Map<string, Fields | 'gone' | 'open'>>()
  const seen = new Map<Sight, Photograph>()
  let findExcuse: () => Promise<string | undefined> = async () => undefined

  const ofKind = (kind: string) => records.get(kind) ?? new Map<string, Fields | 'gone' | 'open'>()
  function note(...entries: readonly Entry[]): void {
    for (const { kind, id, is } of entries) {
      const all = ofKind(kind)
      const known = all.get(String(id))
      const isMore = typeof is === 'object' && typeof known === 'object'
      all.set(String(id), isMore ? { ...known, ...is } : is)
      records.set(kind, all)
    }
  }

  /** Returns the expected result of a sight. */
  function expected({ kind, id, holds, omits = [] }: Sight): ReadonlyMap<string, Expected> {
    const all = [...ofKind(kind)].flatMap(([one, is]): [string, Expected][] => {
      if (id !== undefined && one !== String(id)) return []
      if (typeof is === 'string') return [[one, is]]
      const isHeld = id === undefined && holds ? holds(is) : true
      if (isHeld !== true) return [[one, isHeld === false ? 'gone' : 'open']]
      const fields = Object.entries(is).filter(([path]) => !omits.includes(path))
      return [[one, new Map(fields.map(([path, value]) => [path, flatten(value)[0]?.[1]]))]]
    })
    return new Map(all)
  }

  async function lookAgain(sight: Sight): Promise<Photograph> {
    const awaited = expected(sight)
    return t.eventually(
      () => photograph(t, sight),
      (one) => mistakesIn(sight, awaited, one).length === 0,
    )
  }

  async function look(): Promise<readonly Change[]> {
    return Promise.all(
      sights.map(async (sight) => {
        const before = seen.get(sight)
        const after = await lookAgain(sight)
        seen.set(sight, after)
        return { sight, before, after }
      }),
    )
  }

  async function written(answer: OperationResponse, entries: readonly Entry[]): Promise<void> {
    note(...entries)
    const changes = await look()
    const mistakes = changes.flatMap(({ sight, before, after }) => {
      const known = expected(sight)
      const wrong = mistakesIn(sight, known, after)
      const changed = before ? changedIn(sight, known, before, after, entries) : []
      return [...wrong, ...changed].map((one) => ({ ...one, sight, after }))
    })
    const excuse = mistakes.length > 0 ? await findExcuse() : undefined
    if (excuse) return t.notTested(answer.operation, 'consequence:shown', excuse)
    report(t, answer, mistakes, changes, (sight, id, path) => {
      const one = expected(sight).get(id)
      return one instanceof Map && (path === '' || one.has(path))
    })
  }

  return {
    watch: (...more) => void sights.push(...more),
    note,
    excuse(find) {
      findExcuse = find
    },
    of: (kind, id) => {
      const is = ofKind(kind).get(String(id))
      return typeof is === 'object' ? is : {}
    },
    written,
    async write(caller, operation, parameters, entries) {
      for (const sight of sights) if (!seen.has(sight)) seen.set(sight, await lookAgain(sight))
      const answer = await caller.perform(operation, parameters)
      await written(answer, await entries(answer))
      return answer
    },
  }
}

/** The expected values of a record by path; undefined for null. */
type Expected = ReadonlyMap<string, string | undefined> | 'gone' | 'open'

interface Change {
  readonly sight: Sight
  readonly before: Photograph | undefined
  readonly after: Photograph
}

/** A deviation of a sight from the written values. */
interface Mistake {
  readonly id: string
  readonly path: string
  readonly expected: string
  readonly received: string
}

function mistakesIn(
  { id: single, kind }: Sight,
  expected: ReadonlyMap<string, Expected>,
  { answer, records, repeated, names }: Photograph,
): readonly Mistake[] {
  // The specification lets a response leave out fields of an issue.
  const isLeftOut = (path: string) => kind === 'issue' && !names.has(path.split('.')[0] ?? '')
  const words = (isThere: boolean) => {
    if (single === undefined) return isThere ? 'listed' : 'not listed'
    return isThere ? '200' : '404'
  }
  const status = single === undefined ? '' : String(answer.status)
  const wrong = [...expected].flatMap(([id, one]): Mistake[] => {
    const shown = records.get(id)
    if (one === 'open') return []
    if (one === 'gone') {
      const isGone = single === undefined ? !shown : answer.status === 404
      return isGone ? [] : [{ id, path: '', expected: words(false), received: status || 'listed' }]
    }
    if (!shown) return [{ id, path: '', expected: words(true), received: status || 'not listed' }]
    return [...one].flatMap(([path, value]) => {
      const received = shown.get(path)
      if (received === value || isLeftOut(path)) return []
      return [{ id, path, expected: value ?? 'null', received: received ?? 'null' }]
    })
  })
  const twice = repeated
    .filter((id) => expected.get(id) !== 'open')
    .map((id) => ({ id, path: '', expected: 'once', received: 'twice' }))
  return [...wrong, ...twice]
}

/** Returns unexpected changes of known values; a search also finds records of other stories. */
function changedIn(
  { kind, omits = [] }: Sight,
  known: ReadonlyMap<string, Expected>,
  before: Photograph,
  after: Photograph,
  entries: readonly Entry[],
): readonly Mistake[] {
  return [...after.records].flatMap(([id, values]) => {
    const was = before.records.get(id)
    const entry = entries.find((one) => one.kind === kind && String(one.id) === id)
    if (!was || !known.has(id) || (entry && typeof entry.is === 'string')) return []
    const written = entry ? [...Object.keys(entry.is), ...(entry.follows ?? [])] : []
    const meant = [...written, ...omits]
    const paths = new Set([...was.keys(), ...values.keys()])
    return [...paths].flatMap((path) => {
      const isMeant = meant.some((one) => path === one || path.startsWith(`${one}.`))
      if (isMeant || was.get(path) === values.get(path)) return []
      const [expected, received] = [was.get(path) ?? 'null', values.get(path) ?? 'null']
      return [{ id, path, expected, received }]
    })
  })
}

const AS_WRITTEN = 'A read shows what was written last, and nothing else changes.'
const SHOWN_EVERYWHERE =
  'What is written is shown wherever its record is, and nothing else changes.'

/**
 * Reports mistakes: if all reads show the same mistake, the write is at fault, otherwise the deviating reads are. With
 * a single read either can be at fault, so both are reported.
 */
function report(
  t: TestContext,
  written: OperationResponse,
  mistakes: readonly (Mistake & Pick<Change, 'sight' | 'after'>)[],
  changes: readonly Change[],
  hasToShow: (sight: Sight, id: string, path: string) => boolean,
): void {
  const { operation } = written
  const causes = new Map<string, (typeof mistakes)[number][]>()
  for (const one of mistakes) {
    const cause = `${one.sight.kind} ${one.id} ${one.path}`
    causes.set(cause, [...(causes.get(cause) ?? []), one])
  }
  for (const same of causes.values()) {
    const [first] = same
    if (!first) continue
    const { id, path, expected, received } = first
    const of = `${path === '' ? '' : `${path} of `}${first.sight.kind} ${id}:`
    const wrong = new Set(same.map(({ sight }) => sight))
    // A list filtered by the field lacks the record altogether.
    const lacks = (sight: Sight) =>
      mistakes.some((one) => one.sight === sight && one.id === id && one.path === '')
    const showing = changes.filter(
      ({ sight }) =>
        sight.kind === first.sight.kind &&
        (wrong.has(sight) || (hasToShow(sight, id, path) && !lacks(sight))),
    )
    const isOfAll = showing.length === wrong.size
    if (isOfAll) {
      const exchanges = [written.exchange, first.after.answer.exchange]
      const expectation = t.expect({ operation, exchanges }, 'consequence:shown', SHOWN_EVERYWHERE)
      expectation.holds(false, `${of} ${expected}`, `${of} ${received}`)
    }
    if (isOfAll && wrong.size > 1) continue
    for (const one of same) {
      const expectation = t.expect(one.after.answer, 'shows:written', AS_WRITTEN)
      expectation.holds(false, `${of} ${one.expected}`, `${of} ${one.received}`)
    }
  }
  const wrong = new Set(mistakes.map(({ sight }) => sight))
  for (const { sight, after } of changes) {
    if (!wrong.has(sight)) t.expect(after.answer, 'shows:written', AS_WRITTEN).holds(true, '', '')
  }
  if (mistakes.length === 0) {
    t.expect(written, 'consequence:shown', SHOWN_EVERYWHERE).holds(true, '', '')
  }
}
