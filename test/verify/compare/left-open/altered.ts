import { createForge } from '../../../../src/forge/create-forge.ts'
import { isObject } from '../../../../src/verify/story/bodies.ts'

export type Shown = Readonly<Record<string, unknown>>

/**
 * Shows a record in another way, by the request that asks for it and the list that it is on; undefined leaves it out of
 * the list.
 */
export type Show = (
  record: Shown,
  request: Request,
  listed: readonly unknown[],
) => Shown | undefined

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** A server like the forge, whose responses at the paths of a pattern show their records in another way. */
export async function showing(
  at: RegExp,
  show: Show,
): Promise<(request: Request) => Promise<Response>> {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  return async (request) => {
    const answer = await forge.fetch(request.clone())
    if (answer.status >= 300 || !at.test(new URL(request.url).pathname)) return answer
    const body: unknown = await answer.clone().json()
    if (Array.isArray(body)) return pageOf(await wholeList(request, forge.fetch), show, request)
    const shown = isObject(body) ? show(body, request, []) : body
    return shown === undefined
      ? Response.json({ message: '404 Not found' }, { status: 404 })
      : Response.json(shown, { status: answer.status, headers: answer.headers })
  }
}

async function wholeList(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<readonly unknown[]> {
  const url = new URL(request.url)
  url.searchParams.delete('page')
  url.searchParams.set('per_page', '100')
  const body: unknown = await (await handle(new Request(url, request))).json()
  return Array.isArray(body) ? body : []
}

/** Responds with a page of a list whose records are shown in another way. */
function pageOf(listed: readonly unknown[], show: Show, request: Request): Response {
  const items = listed.filter(isObject).flatMap((one) => show(one, request, listed) ?? [])
  const url = new URL(request.url)
  const page = Number(url.searchParams.get('page') ?? 1)
  const size = Number(url.searchParams.get('per_page') ?? 20)
  const pages = Math.max(1, Math.ceil(items.length / size))
  const [next, previous] = [page < pages ? page + 1 : '', page > 1 ? page - 1 : '']
  const links = Object.entries({ prev: previous, next, first: 1, last: pages }).flatMap(
    ([relation, target]) => {
      url.searchParams.set('page', String(target))
      url.searchParams.set('per_page', String(size))
      return target === '' ? [] : [`<${url.href}>; rel="${relation}"`]
    },
  )
  const headers = {
    ...{ 'X-Total': String(items.length), 'X-Total-Pages': String(pages) },
    ...{ 'X-Page': String(page), 'X-Per-Page': String(size) },
    ...{ 'X-Next-Page': String(next), 'X-Prev-Page': String(previous), Link: links.join(', ') },
  }
  return Response.json(items.slice((page - 1) * size, page * size), { headers })
}
