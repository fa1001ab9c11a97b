import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/**
 * Formats the requests of a test for the attachment of its report: a line for each, failed requests first, newest
 * first, numbered in the order of arrival; then the parameters and the response of each.
 *
 *   2 requests to the forge, 1 of them failed.
 *
 *   2. POST …/projects/1/issues 400 jane 3 ms (createIssue)
 *   1. GET …/projects/1 200 jane 1 ms (getProject)
 *
 *   2. POST …/projects/1/issues
 *      parameters: {"id":1,"title":""}
 *      answer: {"message":{"title":["can't be blank"]}}
 *   …
 */
export function journalText(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return 'The forge received no request of this test.\n'
  const newestFirst = entries.map((entry, index) => ({ entry, number: index + 1 })).reverse()
  const failed = newestFirst.filter(({ entry }) => hasFailed(entry))
  const ordered = [...failed, ...newestFirst.filter(({ entry }) => !hasFailed(entry))]
  const requests = entries.length === 1 ? '1 request' : `${entries.length} requests`
  return [
    `${requests} to the forge, ${failed.length === 0 ? 'none' : failed.length} of them failed.`,
    '',
    ...ordered.map(({ entry, number }) => `${number}. ${requestLine(entry)}`),
    '',
    ...ordered.map(({ entry, number }) => `${number}. ${bodies(entry)}`),
  ].join('\n')
}

/** Whether a request failed; a dropped connection has the status 0. */
function hasFailed({ status }: JournalEntry): boolean {
  return status === 0 || status >= 400
}

function requestLine(entry: JournalEntry): string {
  const { method, path, user = 'anonymous', status, milliseconds, operationId } = entry
  const operation = operationId ?? 'no operation'
  const why = entry.fault === undefined ? operation : `${operation}, fault ${entry.fault}`
  const outcome = status === 0 ? 'no answer' : status
  return `${method} ${path} ${outcome} ${user} ${Math.round(milliseconds)} ms (${why})`
}

function bodies({ method, path, parameters, answer }: JournalEntry): string {
  return [
    `${method} ${path}`,
    `   parameters: ${shortened(JSON.stringify(parameters))}`,
    `   answer: ${shortened(JSON.stringify(answer) ?? 'no JSON')}`,
    '',
  ].join('\n')
}

const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
