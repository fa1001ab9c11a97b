import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import type { OperationId } from '../server.ts'
import { type Call, listOf, withBody } from '../shared-tools.ts'

/** All lists that have pages. */
export const paginated: readonly OperationId[] = operations
  .filter(({ isPaginated }) => isPaginated)
  .map(({ id }) => id)

export interface Pages {
  readonly page: number
  readonly size: number
  readonly total: number
}

/** How the forge read the page and its size, and how many records it found. */
export const pagesOf = ({ headers }: Response): Pages => ({
  page: Number(headers.get('x-page') ?? 1),
  size: Number(headers.get('x-per-page') ?? 20),
  total: Number(headers.get('x-total') ?? 0),
})

/** A page of a list with the headers of another number of records, or of another number of pages. */
export async function withPages(
  call: Call,
  response: Response,
  { page, size, total }: Pages,
  last = Math.max(1, Math.ceil(total / size)),
): Promise<Response> {
  const link = (name: string, to: number) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', String(size))
    return `<${url.href}>; rel="${name}"`
  }
  const before = Math.min(page - 1, last)
  const links = [
    ...(page > 1 ? [link('prev', before)] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('first', 1),
    link('last', last),
  ]
  return withBody(response, await response.text(), {
    link: links.join(', '),
    'x-total': String(total),
    'x-total-pages': String(last),
    'x-next-page': page < last ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(before) : '',
  })
}

/** A list in pieces of one size. */
export function inPieces<Item>(all: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** The values of a list of JSON by a field, as texts. */
export const textsOf = (json: unknown, name: string) => listOf(json).map((one) => String(one[name]))
