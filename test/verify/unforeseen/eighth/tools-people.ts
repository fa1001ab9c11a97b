import { type Call, jsonAnswer } from '../shared-tools.ts'

/** The page that a call asks for, with the headers that tell where it stands. */
export function pagedAnswer({ given, request }: Call, all: readonly unknown[]): Response {
  const size = Math.min(Math.max(Number(given.per_page ?? 20) || 20, 1), 100)
  const page = Math.max(Number(given.page ?? 1) || 1, 1)
  const pages = Math.max(Math.ceil(all.length / size), 1)
  // Before a page beyond the last one comes the last.
  const previous = Math.min(page - 1, pages)
  const url = (number: number) => {
    const target = new URL(request.url)
    for (const name of ['private_token', 'access_token']) target.searchParams.delete(name)
    target.searchParams.set('per_page', String(size))
    target.searchParams.set('page', String(number))
    return target.href
  }
  const relations = [
    ...(page > 1 ? [['prev', previous] as const] : []),
    ...(page < pages ? [['next', page + 1] as const] : []),
    ['first', 1] as const,
    ['last', pages] as const,
  ]
  const response = jsonAnswer(200, all.slice((page - 1) * size, page * size))
  const headers = {
    link: relations.map(([name, number]) => `<${url(number)}>; rel="${name}"`).join(', '),
    'x-total': all.length,
    'x-total-pages': pages,
    'x-per-page': size,
    'x-page': page,
    'x-next-page': page < pages ? page + 1 : '',
    'x-prev-page': page > 1 ? previous : '',
    'x-request-id': crypto.randomUUID(),
    'x-runtime': '0.002',
  }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, String(value))
  return response
}

/** Whether an id of a path is the path of a project or group. */
export const isName = (id: string | undefined) => !/^\d+$/.test(String(id))
