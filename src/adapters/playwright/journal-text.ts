import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/**
 * The requests of a test as the attachment of its report shows them, oldest first:
 *
 *   1. POST …/projects/1/issues by jane, answered 400 after 3 ms (createIssue)
 *      parameters: {"id":1,"title":""}
 *      answer: {"message":{"title":["can't be blank"]}}
 */
export function journalText(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return 'The forge received no request of this test.\n'
  return entries.map((entry, index) => `${index + 1}. ${entryText(entry)}`).join('\n')
}

function entryText(entry: JournalEntry): string {
  const { method, path, user = 'nobody', status, milliseconds, operationId } = entry
  const operation = operationId ?? 'no operation'
  const why = entry.fault === undefined ? operation : `${operation}, fault ${entry.fault}`
  return [
    `${method} ${path} by ${user}, answered ${status} after ${Math.round(milliseconds)} ms (${why})`,
    `   parameters: ${JSON.stringify(entry.parameters)}`,
    `   answer: ${shortened(JSON.stringify(entry.answer) ?? 'no JSON')}`,
    '',
  ].join('\n')
}

const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
