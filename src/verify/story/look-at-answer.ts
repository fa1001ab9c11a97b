import type { Contract } from '../contract/contract.ts'
import { formAskedFor } from '../contract/forms.ts'
import type { Operation } from '../contract/operation.ts'
import type { Judge } from '../run/judge.ts'
import type { Told } from './told.ts'

interface Judging {
  readonly contract: Contract
  readonly judge: Judge
}

/** What there is to look at: who judges, by which contract, and for whom. */
export interface Look extends Judging {
  readonly operation: Operation
  readonly answer: Told
  readonly source: string
}

interface Expected {
  readonly aspect: string
  readonly rule: string
  readonly expected: string
  readonly received: string
}

/**
 * Holds any answer to what the contract says of it by itself: no server-side failure, and of a
 * success the status, the media type and the schema of the body.
 */
export function lookAtAnswer(look: Look): void {
  lookAtHead(look)
  if (look.answer.status < 300 && look.operation.answers === 'json') lookAtSchema(look)
}

/** The same without the body: the status, and of a success the media type. */
export function lookAtHead(look: Look): void {
  const { answer } = look
  if (answer.status >= 500) {
    const rule = 'No request makes the server fail.'
    const expected = 'a status below 500'
    fail(look, { aspect: 'status', rule, expected, received: describe(answer) })
  } else if (answer.status < 300) {
    lookAtStatus(look)
    lookAtMediaType(look)
  }
}

/** Whether a call that had to succeed did; tells the failure where it did not. */
export function lookAtSuccess(look: Look, who: string): boolean {
  const { answer, operation } = look
  if (answer.status < 300) return true
  // What the server failed at is told already.
  if (answer.status < 500) {
    const rule = `${who} may do this, and a success is answered with ${operation.status}.`
    const expected = String(operation.status)
    fail(look, { aspect: 'status', rule, expected, received: describe(answer) })
  }
  return false
}

function lookAtStatus(look: Look): void {
  const { status, isStatusOpen } = look.operation
  const statuses = isStatusOpen ? [200, 201] : [status]
  decide(look, statuses.includes(look.answer.status), {
    aspect: 'status',
    rule: `A success is answered with ${statuses.join(' or ')}.`,
    expected: statuses.join(' or '),
    received: String(look.answer.status),
  })
}

function lookAtMediaType(look: Look): void {
  const { answers, fileType } = look.operation
  const received = look.answer.headers.get('content-type') ?? 'none'
  const expected = answers === 'json' ? 'application/json' : fileType
  const isPassed =
    answers === 'json'
      ? /^application\/(.+\+)?json\b/i.test(received)
      : fileType === undefined || received.toLowerCase().startsWith(fileType)
  decide(look, isPassed, {
    aspect: 'media-type',
    rule: `A success is answered as ${expected ?? 'a file'}.`,
    expected: expected ?? 'a file',
    received,
  })
}

/** The body of a success. */
export function lookAtSchema(look: Look): void {
  const { contract, judge, operation, answer, source } = look
  const rule = 'The body of a success has every field, of its type.'
  const problem = problemOf(look)
  const finding = {
    aspect: 'schema',
    rule,
    expected: 'a body as the contract describes it',
    received: shorten(problem ?? ''),
  }
  const departure = operation.departures.find(
    ({ when }) => problem && contract.isDeparture(operation.id, when, answer.body),
  )
  if (!departure) decide(look, problem === undefined, finding)
  else {
    const exchanges = [answer.exchange]
    judge.depart({ operation: operation.id, source, exchanges, ...finding }, departure.description)
  }
}

function problemOf({ contract, operation, answer }: Look): string | undefined {
  const form = formAskedFor(operation.id, answer.exchange.request.url)
  // What removed nothing may say so with an empty body: only such answers may be null.
  const body = answer.text === '' ? null : answer.body
  return (
    contract.checkBody(operation.id, operation.status, body) ??
    (form && contract.checkForm(form, body))
  )
}

/** Of a list every item has the same problem; the first few say enough. */
function shorten(problem: string): string {
  const [head = '', ...parts] = problem.split(', ')
  const rest = parts.length - 3
  return [head, ...parts.slice(0, 3), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

/** A status and what the body says of it: `403 "403 Forbidden"`. */
export function describe({ status, text }: Pick<Told, 'status' | 'text'>): string {
  return text.length > 0 ? `${status} ${text.slice(0, 200)}` : String(status)
}

function decide(look: Look, isPassed: boolean, expected: Expected): void {
  const { aspect, rule } = expected
  if (!isPassed) fail(look, expected)
  else look.judge.pass({ operation: look.operation.id, aspect, rule, source: look.source })
}

function fail({ judge, operation, answer, source }: Look, expected: Expected): void {
  judge.fail({ operation: operation.id, source, exchanges: [answer.exchange], ...expected })
}
