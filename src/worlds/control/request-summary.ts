import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/** What a list shows of a request. */
export interface RequestSummary
  extends Pick<
    JournalEntry,
    | 'id'
    | 'at'
    | 'method'
    | 'path'
    | 'api'
    | 'operationId'
    | 'user'
    | 'status'
    | 'milliseconds'
    | 'fault'
  > {
  readonly isUnhandled: boolean
  /** Whether the console asked, to show what it shows. */
  readonly isOfConsole: boolean
}

/** A request without what it sent and was answered, of which the journal may have a megabyte. */
export function summaryOf(entry: JournalEntry): RequestSummary {
  const { id, at, method, path, api, operationId, user, status, milliseconds, fault } = entry
  const isUnhandled = operationId === undefined && entry.unhandled !== undefined
  const isOfConsole = entry.headers['x-forge-console'] === '1'
  return {
    id,
    at,
    method,
    path,
    api,
    operationId,
    user,
    status,
    milliseconds,
    fault,
    isUnhandled,
    isOfConsole,
  }
}
