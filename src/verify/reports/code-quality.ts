import { visibleText } from '../../shared/visible-text.ts'
import type { Severity, Summary } from '../results.ts'
import { fingerprintOf, locationOf, sentenceOf } from './location.ts'

const severities = {
  security: 'blocker',
  data: 'critical',
  contract: 'major',
  header: 'minor',
} as const satisfies Record<Severity, string>

/**
 * Formats the failures as a GitLab Code Quality report
 * (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format), each at its place in the contract.
 */
export function codeQualityReport({ failures }: Summary): string {
  const entries = failures.map((failure) => {
    const { result } = failure
    const { file, line } = locationOf(result)
    return {
      description: visibleText(`${result.operation}: ${sentenceOf(failure)}`),
      check_name: result.aspect.split(':')[0],
      fingerprint: fingerprintOf(result),
      severity: severities[result.severity ?? 'contract'],
      location: { path: file, lines: { begin: line } },
    }
  })
  return `${JSON.stringify(entries, null, 2)}\n`
}
