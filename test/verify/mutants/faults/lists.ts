import { v3 } from '../../../../src/contract/apis.ts'
import { pageHeaders, readPage } from '../../../../src/http/pagination.ts'
import { type Call, withParameters } from '../call.ts'
import { type Json, readJson, withJson } from '../json.ts'
import type { Fault, FaultContext, OperationId } from '../mutant.ts'
import { answer, on } from './operations.ts'

/** Changes a whole list before it is cut into pages: its items, their number and their order. */
export function editList(
  operations: OperationId | readonly OperationId[],
  edit: (items: readonly Json[], call: Call, context: FaultContext) => readonly Json[],
): Fault {
  return on(operations, async (call, context) => {
    const response = await answer(call, context)
    const items = response.ok ? await wholeList(call, context) : undefined
    if (!items) return response
    const edited = edit(items, call, context)
    if (JSON.stringify(edited) === JSON.stringify(items)) return response
    context.hit()
    return pageOf(edited, call, response)
  })
}

/** Every item of a list, whatever page is asked for; undefined where the answer is no list. */
export async function wholeList(call: Call, context: FaultContext): Promise<Json[] | undefined> {
  const items: Json[] = []
  for (let page = 1; ; page++) {
    const response = await answer(withParameters(call, { page, per_page: 100 }), context)
    const json = response.ok ? await readJson(response) : undefined
    if (!Array.isArray(json)) return undefined
    items.push(...json)
    if (json.length < 100) return items
  }
}

function pageOf(items: readonly Json[], call: Call, response: Response): Response {
  const operation = v3.operations.find(({ id }) => id === call.operation)
  if (!operation) return response
  const page = readPage(operation, Object.fromEntries(call.url.searchParams))
  const start = (page.page - 1) * page.perPage
  const paged = withJson(response, items.slice(start, start + page.perPage))
  for (const [name, value] of Object.entries(
    pageHeaders({ ...page, total: items.length, isCounted: true }, call.url),
  )) {
    paged.headers.set(name, value)
  }
  return paged
}
