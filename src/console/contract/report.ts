import { signal } from '@preact/signals'
import { type ApiName, apiNames, apiOfUrl } from '../../contract/base-paths.ts'
import { counted } from '../parts/words.ts'

/** A failure of a report, as the console shows it. */
export interface ReportedFailure {
  readonly operation: string
  /** The failed part: an aspect of `verify`, a place of `compare`. */
  readonly place: string
  readonly rule: string
  readonly severity?: string
  readonly expected: string
  readonly received: string
  /** The preceding requests and the way to reproduce the failure, as texts. */
  readonly before: readonly string[]
  readonly script?: string
  /** The number of other operations with the same cause. */
  readonly others: number
}

/** A report that the user opened. */
export interface Report {
  readonly file: string
  readonly kind: 'verify' | 'compare'
  readonly url: string
  /** The tested API. */
  readonly api: ApiName
  readonly outcome: string
  readonly isGood: boolean
  /** The counts in words. */
  readonly totals: string
  readonly failures: readonly ReportedFailure[]
}

/** The open report, which never leaves the browser. */
export const report = signal<Report | undefined>(undefined)

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const shown = (value: unknown) =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * Parses a report of `forgery verify --report json=FILE` or `forgery compare --keep report=FILE`.
 *
 * @throws {Error} where the text is neither.
 */
export function readReport(file: string, content: string): Report {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new Error(`${file} is no JSON.`)
  }
  if (isObject(json) && json.format === 'forgery-verify-report') return ofVerify(file, json)
  if (isObject(json) && json.format === 'forgery-compare-report') return ofCompare(file, json)
  throw new Error(
    `${file} is no report: make one by "forgery verify … --report json=FILE" or "forgery compare … --keep report=FILE".`,
  )
}

/** Returns the API of a report, from its own field or from the address of the server. */
const apiOf = ({ api, url }: Json): ApiName =>
  apiNames.find((name) => name === api) ?? apiOfUrl(text(url)) ?? 'v3'

function ofVerify(file: string, json: Json): Report {
  const totals = isObject(json.totals) ? json.totals : {}
  return {
    file,
    kind: 'verify',
    url: text(json.url),
    api: apiOf(json),
    outcome: text(json.outcome),
    isGood: json.outcome === 'passed',
    totals: Object.entries(totals)
      .map(([verdict, count]) => `${number(count)} ${verdict}`)
      .join(', '),
    failures: list(json.failures).map(({ result, others }) => {
      const of = isObject(result) ? result : {}
      const severity = text(of.severity)
      const script = text(of.script)
      return {
        operation: text(of.operation),
        place: text(of.aspect),
        rule: text(of.rule),
        ...(severity ? { severity } : {}),
        expected: shown(of.expected),
        received: shown(of.received),
        before: Array.isArray(of.before) ? of.before.map(String) : [],
        ...(script ? { script } : {}),
        others: list(others).length,
      }
    }),
  }
}

function ofCompare(file: string, json: Json): Report {
  const differences = list(json.differences)
  return {
    file,
    kind: 'compare',
    url: text(json.url),
    api: apiOf(json),
    outcome: differences.length > 0 ? 'different' : 'equal',
    isGood: differences.length === 0,
    totals: `${number(json.histories)} histories, ${number(json.calls)} calls compared, ${counted(list(json.open).length, 'difference')} that the contract allows`,
    failures: differences.map(({ operation, place, forge, server, history }) => ({
      operation: text(operation),
      place: text(place),
      rule: 'A forge and the server answer alike.',
      expected: shown(forge),
      received: shown(server),
      before: list(history).map(
        ({ as, operation: called, parameters }) =>
          `${text(as)}: ${text(called)} ${shown(parameters)}`,
      ),
      others: 0,
    })),
  }
}
