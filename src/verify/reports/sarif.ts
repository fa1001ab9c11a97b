import { visibleText } from '../../shared/visible-text.ts'
import type { Failure, Severity, Summary } from '../results.ts'
import { describeWithScript } from './describe-failure.ts'
import { fingerprintOf, locationOf, sentenceOf } from './location.ts'

const levels = {
  security: 'error',
  data: 'error',
  contract: 'warning',
  header: 'note',
} as const satisfies Record<Severity, string>

/**
 * Formats the failures as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/) for code scanning: a rule is an
 * aspect of an operation, and a result is located at its place in the contract.
 */
export function sarifReport({ failures, url, unreachable, wasInterrupted }: Summary): string {
  const run = {
    tool: {
      driver: {
        name: 'forgery verify',
        informationUri: 'https://github.com/forgery/forgery',
        rules: failures.map(({ result }) => ({
          id: ruleOf(result),
          shortDescription: { text: visibleText(result.rule) },
        })),
      },
    },
    invocations: [{ executionSuccessful: unreachable === undefined && !wasInterrupted }],
    properties: { url },
    results: failures.map(resultOf),
  }
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      { ...run, tool: { driver: { ...run.tool.driver, rules: once(run.tool.driver.rules) } } },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

const ruleOf = ({ operation, aspect }: Failure['result']) => `${operation}/${aspect}`

function once<Rule extends { readonly id: string }>(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()]
}

function resultOf(failure: Failure) {
  const { result } = failure
  const { file, line } = locationOf(result)
  return {
    ruleId: ruleOf(result),
    level: levels[result.severity ?? 'contract'],
    message: { text: visibleText(`${sentenceOf(failure)}\n\n${describeWithScript(result)}`) },
    locations: [
      { physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } },
    ],
    properties: { severity: result.severity ?? 'contract' },
    partialFingerprints: { 'failure/v1': fingerprintOf(result) },
    ...(result.isInBaseline ? { baselineState: 'unchanged' } : {}),
  }
}
