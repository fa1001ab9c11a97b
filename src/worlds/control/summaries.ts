import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import { isOfConsole } from '../../forge/journal/of-console.ts'

/** A request in a list. */
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
  /** Whether the console itself made the request to load its views. */
  readonly isOfConsole: boolean
}

/** Returns a request without its bodies, which can have a megabyte in the journal. */
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

/** A delivery in a list. */
export type DeliverySummary = Omit<HookDelivery, 'headers' | 'payload'>

/** Returns a delivery without its headers and payload. */
export function summaryOfDelivery(delivery: HookDelivery): DeliverySummary {
  const { headers: _, payload: __, ...summary } = delivery
  return summary
}
