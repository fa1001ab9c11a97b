import { ApiError } from '../contract/errors.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { Context } from '../gitlab/domain/context.ts'
import type { FileAnswer, Listing } from '../gitlab/operations/answers.ts'
import { findRecord } from '../gitlab/operations/records.ts'
import { operationOf } from '../gitlab/operations/v3/index.ts'
import { itemsOf, type PageRequest, pageHeaders } from './pagination.ts'
import type { Answer } from './response.ts'

/**
 * Finds the records that the path names, and runs the operation; the context is
 * this call's own. `url` is that of the request, for the links between pages.
 */
export function runOperation(
  operation: OperationContract,
  context: Context,
  parameters: Record<string, unknown>,
  page: PageRequest | undefined,
  url: URL,
): Answer | ApiError {
  const records = findRecords(operation, context, parameters)
  const result = operationOf(operation)(Object.assign(context, records), parameters)
  if (result instanceof ApiError) return result
  if (page) {
    const listing = result as Listing<unknown>
    const headers = pageHeaders(listing.total, page, url)
    return { status: operation.status, headers, json: itemsOf(listing, page) }
  }
  if (isFile(result)) return { status: operation.status, headers: {}, file: result }
  return { status: operation.status, headers: {}, json: result }
}

function findRecords(
  operation: OperationContract,
  context: Context,
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { name, record } of operation.parameters) {
    if (record)
      found[record] = findRecord[record](context, parameters[name] as number | string, found)
  }
  return found
}

function isFile(result: unknown): result is FileAnswer {
  return typeof result === 'object' && result !== null && 'body' in result && 'type' in result
}
