import type { OperationId } from '../../contract/operation-contract.ts'
import type { Contract } from '../contract/contract.ts'
import type { VerifyOptions } from '../options.ts'
import { type Exchange, failureKey, type Result } from '../results.ts'
import { severityOf } from './severity.ts'

/** A check before its verdict. */
export interface Check {
  readonly operation: OperationId
  readonly aspect: string
  readonly rule: string
  readonly source: string
}

export interface Finding extends Check, Pick<Result, 'before' | 'script'> {
  readonly expected: string
  readonly received: string
  readonly exchanges: readonly Exchange[]
  /** The key of the cause; by default derived from the expected and the received value. */
  readonly cause?: string
}

/** Receives the findings of all checks and stories, and reports the results. */
export interface Judge {
  pass(check: Check): void
  fail(finding: Finding): void
  /** Reports a response as of GitLab 8.15, where it is known to deviate; a failure with `strict`. */
  asReleased(finding: Finding, reason: string): void
  /** Reports a deviation from GitLab 8.15 where the specification is silent; a failure with `strict`. */
  departs(finding: Finding, reason: string): void
  leaveOpen(check: Check, reason: string): void
  notTested(check: Check, reason: string): void
  readonly failures: number
}

type JudgeOptions = Pick<VerifyOptions, 'strict' | 'baseline'>

export function createJudge(
  contract: Contract,
  { strict = false, baseline = [] }: JudgeOptions,
  report: (result: Result) => void,
): Judge {
  const known = new Set(baseline)
  const passed = new Set<string>()
  let failures = 0
  const base = ({ operation, aspect, rule, source }: Check) => ({
    operation,
    resource: contract.operation(operation).resource,
    aspect,
    rule,
    source,
  })
  function fail(finding: Finding): void {
    failures++
    const { operation, aspect, cause = causeOf(finding) } = finding
    report({
      ...base(finding),
      verdict: 'failed',
      ...shown(contract, finding),
      cause,
      ...(known.has(failureKey({ operation, aspect, cause })) ? { isInBaseline: true } : {}),
    })
  }
  return {
    pass(check) {
      // A check that passes repeatedly is reported once.
      const key = `${check.operation} | ${check.aspect} | ${check.source}`
      if (passed.has(key)) return
      passed.add(key)
      report({ ...base(check), verdict: 'passed' })
    },
    fail,
    asReleased(finding, reason) {
      if (strict) return fail(finding)
      report({ ...base(finding), verdict: 'as released', reason, ...shown(contract, finding) })
    },
    departs(finding, reason) {
      if (strict) return fail(finding)
      report({ ...base(finding), verdict: 'left open', reason, ...shown(contract, finding) })
    },
    leaveOpen: (check, reason) => report({ ...base(check), verdict: 'left open', reason }),
    notTested: (check, reason) => report({ ...base(check), verdict: 'not tested', reason }),
    get failures() {
      return failures
    },
  }
}

function shown(contract: Contract, finding: Finding) {
  const { operation, aspect, expected, received, exchanges, before, script } = finding
  const place = contract.placeOf(operation, aspect)
  const way = { ...(before ? { before } : {}), ...(script ? { script } : {}) }
  return { expected, received, exchanges, place, severity: severityOf(aspect), ...way }
}

/** Removes numbers and names of the sandbox, which differ between occurrences of the same cause. */
function causeOf({ aspect, expected, received }: Finding): string {
  return [aspect.split(':')[0], expected, received]
    .join(' | ')
    .replace(/forgery-[a-z0-9-]+/g, '…')
    .replace(/\b[0-9a-f]{40}\b/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 300)
}
