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
    const { pathname } = new URL(request.url)
    if (answer.status >= 300 || !at.test(pathname)) return answer
    const body: unknown = await answer.json()
    const listed = Array.isArray(body) ? body : []
    const items = listed.filter(isObject).flatMap((one) => show(one, request, listed) ?? [])
    const shown = isObject(body) ? show(body, request, listed) : items
    const headers = new Headers(answer.headers)
    if (Array.isArray(body)) headers.set('X-Total', String(items.length))
    return shown === undefined
      ? Response.json({ message: '404 Not found' }, { status: 404 })
      : Response.json(shown, { status: answer.status, headers })
  }
}
