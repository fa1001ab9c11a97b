import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { isOfConsole } from '../../forge/journal/of-console.ts'

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
    isOfConsole: isOfConsole(entry),
  }
}

/** What a list shows of a delivery. */
export type DeliverySummary = Omit<HookDelivery, 'headers' | 'payload'>

/** A delivery without what was sent. */
export function summaryOfDelivery(delivery: HookDelivery): DeliverySummary {
  const { headers: _, payload: __, ...summary } = delivery
  return summary
}
