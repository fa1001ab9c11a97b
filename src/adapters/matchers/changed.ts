import type { ChangeKind, RecordChange, WorldChanges } from '../../forge/changes/world-changes.ts'
import { type Awaitable, after } from '../../shared/awaitable.ts'
import type { Snapshot } from '../../store/store.ts'
import { type TableName, tableNames } from '../../store/tables.ts'
import { differingFields, type Fields, withFields } from './comparison.ts'
import { checkExpected } from './expected.ts'
import { checkSubject, type MatcherContext, type MatcherResult } from './matcher.ts'

/** The expected additions, changes and removals; one that is left out stands for none. */
export type ExpectedChange = { readonly [Kind in ChangeKind]?: readonly Fields[] }

/**
 * The expected changes of collections, named as in `forge.db`, and of branches and tags. Records have the form of
 * `forge.export()`: added and changed ones in their present state, removed ones in their last state.
 */
export type ExpectedChanges = { readonly [Name in TableName | 'refs']?: ExpectedChange }

/** An actual change, in the form of expectations. */
interface Actual {
  readonly change: ChangeKind
  readonly name: string
  readonly fields: Fields
}

const kinds: readonly ChangeKind[] = ['added', 'changed', 'removed']

/** More records than a test lists one by one. */
const MAX_RECORDS = 10_000

/** See `ForgeMatchers.toHaveChanged`. */
export function toHaveChanged(
  this: MatcherContext,
  subject: unknown,
  since?: Snapshot | string,
  expected?: ExpectedChanges,
): Awaitable<MatcherResult> {
  checkSubject('toHaveChanged', subject)
  if (expected !== undefined) checkChanges(expected)
  const names = Object.keys(expected ?? {})
  const collections = tableNames.filter((name) => names.includes(name))
  const options = expected === undefined ? { limit: 20 } : { limit: MAX_RECORDS, collections }
  // A remote forge takes the name of a snapshot, and rejects anything else with a message.
  const changes = subject.changesSince(since as string | undefined, options)
  return after(changes, (all) =>
    expected === undefined ? anyChange(all) : theseChanges(this, all, expected),
  )
}

/** @throws TypeError for an unknown collection or kind of change. */
function checkChanges(expected: unknown): void {
  const known = [...tableNames, 'refs']
  const owner = 'a world'
  checkExpected('toHaveChanged', { owner, word: 'field', names: known }, expected)
  for (const [name, changes] of Object.entries(expected)) {
    checkExpected('toHaveChanged', { owner: name, word: 'field', names: kinds }, changes)
    const wrong = kinds.find((kind) => changes[kind] !== undefined && !Array.isArray(changes[kind]))
    if (wrong === undefined) continue
    throw new TypeError(`toHaveChanged: ${name}.${wrong} must be a list of expected fields`)
  }
}

function anyChange({ records, refs }: WorldChanges): MatcherResult {
  const all = [...records.map(ofRecord), ...refs.map(ofRef)]
  return {
    pass: all.length > 0,
    message: () =>
      all.length === 0
        ? 'Nothing has changed.'
        : ['Something has changed:', ...all.map(lineOf)].join('\n'),
  }
}

function theseChanges(
  context: MatcherContext,
  { counts, records, refs }: WorldChanges,
  expected: ExpectedChanges,
): MatcherResult {
  const problems = Object.entries(expected).flatMap(([name, changes]) => {
    const actual =
      name === 'refs'
        ? refs.map(ofRef)
        : records.filter(({ collection }) => collection === name).map(ofRecord)
    const total = Object.values(counts[name as TableName] ?? {}).reduce((sum, one) => sum + one, 0)
    if (total > actual.length) return [`${total} of ${name} have changed, which are too many.`]
    return kinds.flatMap((kind) =>
      differences(
        context,
        `${name} ${kind}`,
        actual.filter(({ change }) => change === kind),
        changes?.[kind] ?? [],
      ),
    )
  })
  return {
    pass: problems.length === 0,
    message: () =>
      problems.length === 0
        ? `${Object.keys(expected).join(', ')} have changed as expected.`
        : ['The world has not changed as expected.', ...problems].join('\n'),
  }
}

/**
 * Lists the expected changes that are missing, and the actual ones that were not expected, after matching each with at
 * most one of the other side.
 */
function differences(
  context: MatcherContext,
  what: string,
  actual: readonly Actual[],
  expected: readonly Fields[],
): string[] {
  const expectedOf = new Map<Actual, Fields>()
  const place = (fields: Fields, tried: Set<Actual>): boolean =>
    actual.some((one) => {
      if (tried.has(one) || differingFields(context, one.fields, fields).length > 0) return false
      tried.add(one)
      const other = expectedOf.get(one)
      if (other !== undefined && !place(other, tried)) return false
      expectedOf.set(one, fields)
      return true
    })
  const missing = expected.filter((fields) => !place(fields, new Set()))
  return [
    ...missing.map((fields) => `  missing: ${what}${withFields(fields)}`),
    ...actual.filter((one) => !expectedOf.has(one)).map((one) => `  not expected:${lineOf(one)}`),
  ]
}

function ofRecord({ change, name, before, after: present, fields }: RecordChange): Actual {
  const which = change === 'changed' ? ` (${fields.join(', ')})` : ''
  return { change, name: `${name}${which}`, fields: present ?? before ?? {} }
}

function ofRef({ change, ...ref }: WorldChanges['refs'][number]): Actual {
  return { change, name: `${ref.project} ${ref.ref}`, fields: ref }
}

const lineOf = ({ name, change }: Actual) => ` ${name} ${change}`
