import { visibleText } from '../../shared/visible-text.ts'
import type { Severity, Summary } from '../results.ts'
import { outcomeOf } from '../results.ts'
import { locationOf, sentenceOf } from './location.ts'

const commands = {
  security: 'error',
  data: 'error',
  contract: 'error',
  header: 'warning',
} as const satisfies Record<Severity, string>

/**
 * Formats the failures as workflow commands of GitHub Actions, which shows lines of standard output as annotations
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions): a line for each failure, and one
 * for the run.
 */
export function githubReport(summary: Summary): string {
  const lines = summary.failures.map((failure) => {
    const { result } = failure
    const { file, line } = locationOf(result)
    const properties = { file, line: String(line), title: `${result.operation} ${result.aspect}` }
    return annotation(commands[result.severity ?? 'contract'], properties, sentenceOf(failure))
  })
  const title = `forgery verify: ${outcomeOf(summary)}`
  return `${[...lines, annotation('notice', { title }, summary.url)].join('\n')}\n`
}

function annotation(
  command: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const given = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(value)}`,
  )
  return `::${command} ${given.join(',')}::${escapeMessage(visibleText(message))}`
}

const escapeMessage = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
