import type { OperationId } from '../../contract/operation-contract.ts'
import type { OperationResponse, Subject } from '../client/answer.ts'
import type { Contract } from '../contract/contract.ts'
import { rolesAreOpen } from '../contract/operation.ts'
import type { Check, Finding, Judge } from '../run/judge.ts'
import { describe } from './check-response.ts'

/** The assertions of an expectation; each reports one result, and returns whether it passed. */
export interface Expectation {
  /** The values are equal as JSON. */
  equal(received: unknown, expected: unknown): boolean
  /** The values are equal in any order. */
  sameMembers(received: readonly unknown[] | undefined, expected: readonly unknown[]): boolean
  /** All of these values were received. */
  includes(received: readonly unknown[] | undefined, expected: readonly unknown[]): boolean
  /** None of these values was received. */
  excludes(received: readonly unknown[] | undefined, unexpected: readonly unknown[]): boolean
  /** A condition holds; the expected and the received values are given in words. */
  holds(condition: boolean, expected: string, received: unknown): boolean
  /**
   * The status is one of these. Where GitLab 8.15 is known to respond with another one in this situation
   * (`x-released`), the verdict is `as released`.
   */
  status(statuses: readonly number[], situation?: string): boolean
}

interface ExpectationRun {
  readonly judge: Judge
  readonly contract: Contract
  /** Whether the server behaves like GitLab 8.15 in all cases; one that does so for a single operation only fails. */
  readonly isReleased: () => boolean
}

/** `open` is the reason why only GitLab 8.15 states what is expected, which is required with `strict` only. */
export function createExpectation(
  run: ExpectationRun,
  check: Check,
  subject: OperationResponse | Subject,
  open?: string,
): Expectation {
  const { judge } = run
  const fail = (finding: Finding) =>
    open === undefined ? judge.fail(finding) : judge.departs(finding, open)
  const exchanges = () => [
    ...('exchanges' in subject ? (subject.exchanges ?? []) : []),
    ...(subject.exchange ? [subject.exchange] : []),
  ]
  function report(isPassed: boolean, expected: () => string, received: unknown): boolean {
    if (isPassed) judge.pass(check)
    else
      fail({
        ...check,
        expected: expected(),
        received: write(received),
        exchanges: exchanges(),
      })
    return isPassed
  }
  return {
    equal: (received, expected) =>
      report(write(received) === write(expected), () => write(expected), received),
    sameMembers: (received, expected) =>
      report(
        received !== undefined && write(sorted(received)) === write(sorted(expected)),
        () => `${write(expected)}, in any order`,
        received,
      ),
    includes: (received, expected) =>
      report(
        expected.every((one) => has(received, one)),
        () => `${write(expected)} among them`,
        received,
      ),
    excludes: (received, unexpected) =>
      report(
        received !== undefined && !unexpected.some((one) => has(received, one)),
        () => `none of ${write(unexpected)}`,
        received,
      ),
    holds: (condition, expected, received) => report(condition, () => expected, received),
    status(statuses, situation) {
      if (!('status' in subject)) throw new Error(`${check.aspect}: there is no answer to check`)
      const isPassed = statuses.includes(subject.status)
      if (isPassed) return report(true, () => '', '')
      if (subject.isRefusedByOpenRole) {
        judge.leaveOpen(check, rolesAreOpen)
        return false
      }
      const finding = {
        ...check,
        expected: statuses.join(' or '),
        received: describe(subject),
        exchanges: exchanges(),
      }
      return failUnlessReleased(run, finding, subject.status, situation)
    },
  }
}

function failUnlessReleased(
  { judge, contract, isReleased }: ExpectationRun,
  finding: Finding,
  status: number,
  situation: string | undefined,
): boolean {
  const released = releasedAnswersOf(contract, finding.operation).find(
    ({ when, answered, isFailureAlone }) =>
      when === situation && answered === status && (!isFailureAlone || isReleased()),
  )
  if (released) judge.asReleased(finding, released.description)
  else judge.fail(finding)
  return released !== undefined
}

function releasedAnswersOf(contract: Contract, operation: OperationId) {
  return contract.operation(operation).releasedAnswers
}

const sorted = (values: readonly unknown[]) =>
  [...values].sort((one, other) => (write(one) < write(other) ? -1 : 1))

const has = (values: readonly unknown[] | undefined, wanted: unknown) =>
  values?.some((one) => write(one) === write(wanted)) ?? false

/** Serializes JSON with sorted keys, so that equal values have equal texts. */
function write(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return (
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    ) ?? 'nothing'
  )
}
