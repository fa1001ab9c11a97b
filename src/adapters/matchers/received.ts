import { apis, isOperationId, operationIds } from '../../contract/apis.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { type Awaitable, after } from '../../shared/awaitable.ts'
import {
  checkOptions,
  type OptionRule,
  type OptionRules,
  wholeNumber,
} from '../../shared/options.ts'
import { suggestion } from '../../shared/suggestion.ts'
import {
  closest,
  differenceLines,
  differingFields,
  type Fields,
  isAsymmetric,
  withFields,
} from './comparison.ts'
import { checkExpected } from './expected.ts'
import { checkSubject, type MatcherContext, type MatcherResult, type Subject } from './matcher.ts'

/** Further conditions on a request beside its operation and parameters. */
export interface ReceivedOptions {
  /** The exact number of such requests; at least one by default. */
  readonly times?: number
  /** The username of the caller. */
  readonly user?: string
  /** The status of the response. */
  readonly status?: number
}

/** Returns the requests in the journal of a forge. */
function journalOf({ requests }: Subject): Awaitable<readonly JournalEntry[]> {
  return requests.all()
}

/** @throws TypeError for an unknown operation, which no request can match. */
function checkOperation(operation: string): void {
  if (isOperationId(operation)) return
  const hint = suggestion(operation, operationIds) || '.'
  throw new TypeError(`toHaveReceived: there is no operation "${operation}"${hint}`)
}

const asymmetricOr = ({ mustBe, accepts }: OptionRule): OptionRule => ({
  mustBe,
  accepts: (value) => isAsymmetric(value) || accepts(value),
})

const optionRules: OptionRules<ReceivedOptions> = {
  times: wholeNumber(0),
  user: asymmetricOr({ mustBe: 'a username', accepts: (value) => typeof value === 'string' }),
  status: asymmetricOr(wholeNumber(100, 599)),
}

/** @throws TypeError for a parameter that the operation does not have. */
function checkParameters(operation: OperationId, parameters: unknown): void {
  const names = Object.values(apis).flatMap(({ operations }) =>
    operations
      .filter(({ id }) => id === operation)
      .flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  )
  checkExpected(
    'toHaveReceived',
    {
      owner: operation,
      word: 'parameter',
      names: [...new Set(names)],
      hintAt: (name) =>
        name in optionRules ? '; it is an option, which the third argument holds' : undefined,
    },
    parameters,
  )
}

/** See `ForgeMatchers.toHaveReceived`. */
export function toHaveReceived(
  this: MatcherContext,
  subject: unknown,
  operation: OperationId,
  parameters: Fields = {},
  options: ReceivedOptions = {},
): Awaitable<MatcherResult> {
  checkSubject('toHaveReceived', subject)
  checkOperation(operation)
  checkParameters(operation, parameters)
  checkOptions('toHaveReceived', options, optionRules)
  const { times, ...others } = options
  return after(journalOf(subject), (entries) => {
    const ofOperation = entries.filter(({ operationId }) => operationId === operation)
    const isMeant = (entry: JournalEntry) =>
      differingFields(this, entry.parameters, parameters).length === 0 &&
      differingFields(this, { user: entry.user, status: entry.status }, others).length === 0
    const found = ofOperation.filter(isMeant).length
    const pass = times === undefined ? found > 0 : found === times
    const count = times === undefined ? '' : ` ${inTimes(times)}`
    const expectation = `${operation}${count}${withFields({ ...parameters, ...others })}`
    return {
      pass,
      message: () =>
        pass
          ? `The forge received ${expectation}.`
          : [
              `The forge did not receive ${expectation}${found === 0 ? '' : `, but ${inTimes(found)}`}.`,
              ...receivedLines(this, entries, ofOperation, { parameters, others, found }),
            ].join('\n'),
    }
  })
}

/** The expected requests, and the number of matching ones. */
interface Expectation {
  readonly parameters: Fields
  readonly others: Fields
  readonly found: number
}

/**
 * Describes what the forge received instead: the requests of the operation with their values of the expected
 * parameters, and how the closest one differs; else the other requests.
 */
function receivedLines(
  context: MatcherContext,
  entries: readonly JournalEntry[],
  ofOperation: readonly JournalEntry[],
  { parameters, others, found }: Expectation,
): string[] {
  if (ofOperation.length === 0) return [`It received ${operationCounts(entries)}.`]
  const expected = { ...parameters, ...others }
  const fieldsOf = (entry: JournalEntry) => ({
    ...entry.parameters,
    ...('user' in expected && { user: entry.user }),
    ...('status' in expected && { status: entry.status }),
  })
  const nearest = closest(context, ofOperation, expected, fieldsOf) ?? ofOperation.at(-1)
  return [
    `It received ${ofOperation[0]?.operationId} ${inTimes(ofOperation.length)}:`,
    ...ofOperation.flatMap((entry) =>
      found === 0 && entry === nearest
        ? [
            `  ${requestLine(entry)}`,
            ...differenceLines(context, fieldsOf(entry), expected).map((line) => `    ${line}`),
          ]
        : [`  ${requestLine(entry)}${withFields(shared(entry.parameters, parameters))}`],
    ),
  ]
}

/** Returns the fields of a request that the expectation mentions. */
function shared(actual: Fields, spokenOf: Fields): Fields {
  return Object.fromEntries(Object.entries(actual).filter(([field]) => field in spokenOf))
}

const requestLine = ({ method, path, user, status }: JournalEntry) =>
  `${method} ${path} by ${user ?? 'nobody'}, answered ${status}`

function operationCounts(entries: readonly JournalEntry[]): string {
  const counts = new Map<string, number>()
  for (const { operationId, method, path } of entries) {
    const name = operationId ?? `${method} ${path} (no operation)`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const parts = [...counts].map(([name, count]) => `${name} ${inTimes(count)}`)
  return parts.length === 0 ? 'no request at all' : parts.join(', ')
}

const inTimes = (count: number) => (count === 1 ? 'once' : `${count} times`)
