import { checkCriteria, type JournalCriteria, matchesEntry } from '../../http/request-criteria.ts'
import { checkOptions, type OptionRules } from '../../shared/options.ts'
import type { JournalEntry } from './journal-entry.ts'

type Predicate = (entry: JournalEntry, index: number, entries: readonly JournalEntry[]) => unknown

/** The methods of `forge.requests` in addition to those of an array. */
interface RequestMethods {
  /** Returns the recorded requests in a new array, oldest first. */
  all(): readonly JournalEntry[]
  /**
   * Finds the last request that matches the criteria; undefined where there is none. With a function it finds the first
   * match, as `Array.prototype.find` does.
   * @throws TypeError where the criteria are wrong.
   * @example
   * forge.requests.find({ operation: 'createIssue', parameters: { title: 'It leaks' } })?.status
   */
  find(criteria: JournalCriteria): JournalEntry | undefined
  find(predicate: Predicate, thisValue?: unknown): JournalEntry | undefined
  /**
   * Resolves to the first request that matches the criteria, which may have been made already.
   * @throws Error after `timeout` milliseconds (1,000 by default, Infinity for never), naming the last 10 requests that
   * were made.
   * @throws TypeError where the criteria or the timeout are wrong.
   * @example
   * const request = await forge.requests.waitFor({ operation: 'createIssue', user: 'jane' })
   */
  waitFor(criteria: JournalCriteria, options?: WaitOptions): Promise<JournalEntry>
  /** Removes all recorded requests, and the list of unhandled ones. */
  clear(): void
}

interface WaitOptions {
  readonly timeout?: number
}

/** The longest delay of `setTimeout`; a longer one fires at once. */
const MAX_TIMER = 2 ** 31 - 1

const waitRules: OptionRules<WaitOptions> = {
  timeout: {
    mustBe: `milliseconds from 0 to ${MAX_TIMER}, or Infinity`,
    accepts: (value) =>
      value === Number.POSITIVE_INFINITY ||
      (typeof value === 'number' && value >= 0 && value <= MAX_TIMER),
  },
}

/** The last requests, oldest first, with methods that search them. */
export type RequestList = readonly JournalEntry[] & RequestMethods

interface RequestListOptions {
  /** The functions that are called with each further request. */
  readonly listeners: Set<(entry: JournalEntry) => void>
  clear(): void
}

/** Adds the methods to an array as non-enumerable properties, so that loops over its keys skip them. */
export function addRequestMethods(
  entries: JournalEntry[],
  { listeners, clear }: RequestListOptions,
): asserts entries is JournalEntry[] & RequestMethods {
  const methods: RequestMethods = {
    all: () => entries.slice(),
    clear,
    find(wanted: JournalCriteria | Predicate, thisValue?: unknown) {
      if (typeof wanted === 'function') return Array.prototype.find.call(entries, wanted, thisValue)
      checkCriteria('forge.requests.find', wanted)
      return entries.findLast((entry) => matchesEntry(wanted, entry))
    },
    async waitFor(criteria, options = {}) {
      checkCriteria('forge.requests.waitFor', criteria)
      checkOptions('forge.requests.waitFor', options, waitRules)
      const { timeout = 1000 } = options
      const present = entries.find((entry) => matchesEntry(criteria, entry))
      return present ?? nextRequest(criteria, timeout, entries, listeners)
    },
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(entries, name, { value })
}

function nextRequest(
  criteria: JournalCriteria,
  timeout: number,
  entries: readonly JournalEntry[],
  listeners: Set<(entry: JournalEntry) => void>,
): Promise<JournalEntry> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      listeners.delete(look)
      reject(new Error(nothingFound(criteria, timeout, entries)))
    }
    const timer = Number.isFinite(timeout) ? setTimeout(giveUp, timeout) : undefined
    function look(entry: JournalEntry): void {
      if (!matchesEntry(criteria, entry)) return
      listeners.delete(look)
      clearTimeout(timer)
      resolve(entry)
    }
    listeners.add(look)
  })
}

const MAX_LISTED_REQUESTS = 10

function nothingFound(
  criteria: JournalCriteria,
  timeout: number,
  entries: readonly JournalEntry[],
): string {
  const wanted = `forge.requests.waitFor: no request was made within ${timeout} ms with ${JSON.stringify(criteria)}.`
  const shown = entries.slice(-MAX_LISTED_REQUESTS)
  if (shown.length === 0) return `${wanted} None was made at all.`
  const which =
    shown.length < entries.length ? `The last ${shown.length} of ${entries.length}` : 'The'
  return [
    `${wanted} ${which} requests that were made:`,
    ...shown.map((entry) => `  ${entry}`),
  ].join('\n')
}
