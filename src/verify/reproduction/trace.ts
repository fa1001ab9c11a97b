import { apis } from '../../contract/apis.ts'
import type { Contract } from '../contract/contract.ts'
import type { Finding, Judge } from '../run/judge.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import type { CallLog, LoggedCall } from '../story/call-log.ts'
import { reproduce } from './reproduce.ts'
import { requestCallOf } from './request-call.ts'
import { scriptOf } from './script.ts'

/** The number of failures with a script in a run. */
const MAX_SCRIPTS = 100

/** The number of writes before a failure that are shown. */
const MAX_BEFORE = 8

interface TraceOptions {
  readonly contract: Contract
  readonly apiUrl: string
  readonly mailDomain: string
  readonly log: CallLog
}

/** A judge that adds the preceding writes and a script to failures. */
export interface TracingJudge extends Judge {
  /** The names of the users, groups and projects that the failures depend on, which their scripts recreate. */
  readonly failed: ReadonlySet<string>
}

export function traced(judge: Judge, options: TraceOptions): TracingJudge {
  let scripts = 0
  const failed = new Set<string>()
  return {
    ...judge,
    failed,
    get failures() {
      return judge.failures
    },
    fail(finding) {
      const way = scripts < MAX_SCRIPTS ? wayTo(finding, options) : undefined
      if (!way) return judge.fail({ ...finding, before: writesBefore(finding, options.log) })
      scripts++
      for (const { parameters } of way.calls) {
        for (const name of [parameters.username, parameters.path]) failed.add(String(name))
      }
      judge.fail({ ...finding, before: described(way.calls), script: way.script })
    },
  }
}

/** Describes the last writes of the same chapter. */
function writesBefore({ source }: Finding, { calls }: CallLog): readonly string[] {
  return described(calls.filter((call) => call.source === source))
}

const described = (calls: readonly LoggedCall[]) => calls.slice(-MAX_BEFORE).map(describeCall)

function describeCall({ operation, parameters, who, status }: LoggedCall): string {
  const given = Object.entries(parameters)
    .filter(([name, value]) => value !== undefined && name !== 'password')
    .map(([name, value]) => `${name}=${JSON.stringify(value)?.slice(0, 60)}`)
  return `${operation} ${given.slice(0, 5).join(' ')} (${who}): ${status}`
}

/**
 * Returns the writes that led to a failure, with their script; undefined where they cannot be distinguished from
 * others.
 */
function wayTo(
  finding: Finding,
  { contract, apiUrl, mailDomain, log }: TraceOptions,
): { readonly calls: readonly LoggedCall[]; readonly script: string } | undefined {
  const { api, operation } = contract
  const exchange = finding.exchanges.at(-1)
  const failing = exchange && requestCallOf(exchange, apiUrl, apis[api].findRoute)
  if (!failing) return undefined
  const found = reproduce(failing, finding.source, { api, operation, calls: [...log.calls] })
  if (!found) return undefined
  const tokenField = tokenFields[api]
  const options = { operation, tokenField, kinds: kindsOf(api), apiUrl, mailDomain }
  const script = scriptOf(found.history, textsOf(finding), options)
  return { calls: found.calls, script }
}

const tokenFields = { v3: 'private_token', v4: 'token' } as const

function textsOf({ operation, aspect, rule, expected, received }: Finding) {
  return {
    title: `${operation}, ${aspect}: ${rule}`,
    conclusion: `Expected: ${expected}. A run of forgery verify received: ${received}. Now:`,
  }
}
