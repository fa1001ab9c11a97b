import type { ChangeKind, RecordChange, WorldChanges } from '../../forge/changes/world-changes.ts'
import { type Awaitable, after } from '../../shared/awaitable.ts'
import type { Snapshot } from '../../store/store.ts'
import { type TableName, tableNames } from '../../store/tables.ts'
import { differingFields, type Fields, withFields } from './comparison.ts'
import { checkExpected } from './expected.ts'
import { checkSubject, type MatcherContext, type MatcherResult } from './matcher.ts'

/** Those that are expected to have come, changed and gone; one that is left out stands for none. */
export type ExpectedChange = { readonly [Kind in ChangeKind]?: readonly Fields[] }

/**
 * What is expected to have become of collections, as `forge.db` calls them, and of branches and tags. Records are
 * in the words of `forge.export()`: those that came and changed as they are, those that went as they were.
 */
export type ExpectedChanges = { readonly [Name in TableName | 'refs']?: ExpectedChange }

/** What became of something, as what is expected is held against it. */
interface Actual {
  readonly change: ChangeKind
  readonly name: string
  readonly fields: Fields
}

const kinds: readonly ChangeKind[] = ['added', 'changed', 'removed']

/** More than a test expects one by one. */
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
  // What is served takes the name of a snapshot, and says so where it is given another.
  const changes = subject.changesSince(since as string | undefined, options)
  return after(changes, (all) =>
    expected === undefined ? anyChange(all) : theseChanges(this, all, expected),
  )
}

/** @throws TypeError for what is no collection or no kind of change. */
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

/** What is expected and not there, and what is there and not expected; each stands for one of the other. */
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
