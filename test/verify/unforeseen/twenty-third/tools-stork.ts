import { type Call, withBody } from '../shared-tools.ts'

/** The addresses that a Link header gives, by their relations. */
export function linksOf(headers: Headers): ReadonlyMap<string, URL> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]+)>;\s*rel="(\w+)"/g)
  return new Map([...links].map(([, url = '', relation = '']) => [relation, new URL(url)]))
}

/** The Link header for addresses by their relations. */
export const linkOf = (links: Iterable<readonly [string, URL]>) =>
  [...links].map(([relation, { href }]) => `<${href}>; rel="${relation}"`).join(', ')

/** The response with each address of its Link header changed. */
export function relinked(response: Response, change: (url: URL) => void): Response {
  const links = linksOf(response.headers)
  if (links.size === 0) return response
  for (const url of links.values()) change(url)
  return withBody(response, response.body, { link: linkOf(links) })
}

/** The page of a list as it is, with headers that count other pages than there are. */
export function withPages(
  response: Response,
  { request }: Call,
  pages: number,
  total: string | number = response.headers.get('x-total') ?? '',
): Response {
  const page = Number(response.headers.get('x-page') ?? 1)
  const size = response.headers.get('x-per-page') ?? '20'
  const link = (relation: string, to: number): readonly [string, URL] => {
    const url = new URL(request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', size)
    return [relation, url]
  }
  const links = [
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
    link('first', 1),
    link('last', pages),
  ]
  return withBody(response, response.body, {
    link: linkOf(links),
    'x-total': String(total),
    'x-total-pages': String(pages),
    'x-next-page': page < pages ? String(page + 1) : '',
  })
}
