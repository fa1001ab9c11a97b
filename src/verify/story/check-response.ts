import type { OperationContract } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import type { Parameters } from '../client/encode.ts'
import { ruleOf } from '../contract/aspects.ts'
import type { Contract } from '../contract/contract.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { Operation } from '../contract/operation.ts'
import type { Judge } from '../run/judge.ts'
import { at, isObject } from './bodies.ts'

/** The rule for a missing response, whatever the operation. */
export const EVERY_REQUEST_IS_ANSWERED = 'Every request is answered.'

interface Judging {
  readonly contract: Contract
  readonly judge: Judge
}

/** The context of a check: the judge, the contract, and the source. */
export interface ResponseCheck extends Judging {
  readonly operation: Operation
  readonly answer: OperationResponse
  readonly source: string
  /** The parameters of the first page, where the response is another one. */
  readonly linkedFrom?: Parameters
}

interface Expected {
  readonly aspect: string
  readonly rule: string
  readonly expected: string
  readonly received: string
}

/**
 * Checks any response against the contract: no server error, and for a success the status, the media type and the
 * schema of the body.
 */
export function checkResponse(check: ResponseCheck): void {
  checkHead(check)
  if (check.answer.status === 400 && judgedApis[check.operation.api].statesRefusals) {
    checkRefusal(check)
  }
  if (check.answer.status < 300 && check.operation.answers === 'json') checkSchema(check)
}

/** Checks a 400: a text names what is missing, lists of texts by property what is invalid. */
function checkRefusal(check: ResponseCheck): void {
  const { answer } = check
  const message = at(answer.body, 'message')
  decide(check, (typeof message === 'string' && message !== '') || isValidation(message), {
    aspect: 'refusal',
    rule: 'The body of a 400 has a message: a text, or an object with an array of texts for each property.',
    expected: 'a text, or texts by property',
    received: answer.text.slice(0, 200),
  })
}

/** Whether a property has texts, or a nested entity has such a property; a server may add further fields. */
function isValidation(message: unknown): boolean {
  if (!isObject(message)) return false
  return Object.values(message).some(
    (part) => (Array.isArray(part) && typeof part[0] === 'string') || isValidation(part),
  )
}

/** Checks a response without its body: the status, and the media type of a success. */
export function checkHead(check: ResponseCheck): void {
  const { answer, operation } = check
  if (answer.status >= 500) {
    const rule = 'No request makes the server fail.'
    const expected = 'a status below 500'
    fail(check, { aspect: 'status', rule, expected, received: describe(answer) })
  } else if (isSuccess(operation, answer)) {
    checkStatus(check)
    if (operation.answers !== 'nothing') checkMediaType(check)
  }
}

/** Whether a status is a success; the contract may define a redirect as one. */
function isSuccess({ status }: Operation, answer: Pick<OperationResponse, 'status'>): boolean {
  return answer.status < 300 || answer.status === status
}

/** Whether a call that must succeed did; reports a failure otherwise. */
export function checkSuccess(check: ResponseCheck, who: string): boolean {
  const { answer, operation } = check
  if (isSuccess(operation, answer)) return true
  // A server error was reported already.
  if (answer.status < 500) {
    const rule = `${who} may do this, and a success is answered with ${operation.status}.`
    const expected = String(operation.status)
    fail(check, { aspect: 'status', rule, expected, received: describe(answer) })
  }
  return false
}

function checkStatus(check: ResponseCheck): void {
  const { status, isStatusOpen } = check.operation
  const statuses = isStatusOpen ? [200, 201] : [status]
  decide(check, statuses.includes(check.answer.status), {
    aspect: 'status',
    rule: ruleOf(check.operation, 'status'),
    expected: statuses.join(' or '),
    received: String(check.answer.status),
  })
}

function checkMediaType(check: ResponseCheck): void {
  const { answers, fileType } = check.operation
  const received = check.answer.headers.get('content-type') ?? 'none'
  const expected = answers === 'json' ? 'application/json' : fileType
  const isPassed =
    answers === 'json'
      ? /^application\/(.+\+)?json\b/i.test(received)
      : fileType === undefined || received.toLowerCase().startsWith(fileType)
  decide(check, isPassed, {
    aspect: 'media-type',
    rule: ruleOf(check.operation, 'media-type'),
    expected: expected ?? 'a file',
    received,
  })
}

/** Checks the body of a success. */
export function checkSchema(check: ResponseCheck): void {
  const { contract, judge, operation, answer, source } = check
  const rule = ruleOf(operation, 'schema')
  const problem = problemOf(check)
  const finding = {
    aspect: 'schema',
    rule,
    expected: 'a body as the contract describes it',
    received: shorten(problem ?? ''),
  }
  const released = operation.releasedAnswers.find(
    ({ when }) => problem && contract.isReleasedAnswer(operation.id, when, answer.body),
  )
  if (!released) decide(check, problem === undefined, finding)
  else {
    const exchanges = [answer.exchange]
    judge.asReleased(
      { operation: operation.id, source, exchanges, ...finding },
      released.description,
    )
  }
}

function problemOf({ contract, operation, answer, linkedFrom }: ResponseCheck): string | undefined {
  const { url, headers } = answer.request
  // Where anonymous callers get a form of their own, the schema includes it.
  const isToNobody = !Object.keys(headers).some(isCredential)
  const form =
    isToNobody && !judgedApis[operation.api].showsFormsToNobody
      ? undefined
      : formAskedFor(operation, url, linkedFrom)
  // A deletion of nothing may have an empty body; only such responses may be null.
  const body = answer.text === '' ? null : answer.body
  return (
    contract.checkBody(operation.id, operation.status, body) ??
    (form && contract.checkForm(form, body))
  )
}

function isCredential(header: string): boolean {
  return /^(private-token|authorization|cookie)$/i.test(header)
}

/** Truncates problems, since all items of a list have the same ones. */
function shorten(problem: string): string {
  const [head = '', ...parts] = problem.split(', ')
  const rest = parts.length - 3
  return [head, ...parts.slice(0, 3), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

/** Formats a status with the beginning of the body: `403 "403 Forbidden"`. */
export function describe({ status, text }: Pick<OperationResponse, 'status' | 'text'>): string {
  return text.length > 0 ? `${status} ${text.slice(0, 200)}` : String(status)
}

function decide(check: ResponseCheck, isPassed: boolean, expected: Expected): void {
  const { aspect, rule } = expected
  if (!isPassed) fail(check, expected)
  else check.judge.pass({ operation: check.operation.id, aspect, rule, source: check.source })
}

function fail({ judge, operation, answer, source }: ResponseCheck, expected: Expected): void {
  judge.fail({ operation: operation.id, source, exchanges: [answer.exchange], ...expected })
}

/**
 * Returns the form that a request selects, where an operation has several (`x-form`), as the name of a schema;
 * undefined where there is only one.
 */
function formAskedFor(
  { form, parameters }: OperationContract,
  url: string,
  linkedFrom: Parameters = {},
) {
  const { searchParams } = new URL(url)
  const asked = parameters.find(({ name, form, schema }) => {
    const value = searchParams.get(name) ?? String(linkedFrom[name] ?? '')
    return form && (schema.type === 'boolean' ? /^(true|1|t|on)$/i.test(value) : value !== '')
  })
  return asked?.form ?? form
}
