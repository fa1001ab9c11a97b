import { digestOf } from './body-digest.ts'
import type { Call } from './call.ts'
import type { Rendered } from './response.ts'

/** Headers of every response of v4 (the `before` block in lib/api/api.rb of GitLab, and its CORS). */
const standing = [
  ...['X-Frame-Options', 'SAMEORIGIN'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Vary', 'Origin'],
] as const

/** Computes the entity tag of a body. It is weak, since a proxy may compress the bytes. */
export function entityTagOf(body: string | Uint8Array): string {
  return `W/"${digestOf(body)}"`
}

/**
 * Adds the headers of every response of an API, if it has any (`sendsProtocolHeaders` of src/contract/apis.ts). Bodies
 * of 200 and 201 get an `ETag` and may be cached for revalidation; a GET whose client has the body already becomes a
 * 304, as by `Rack::ETag` and `Rack::ConditionalGet`.
 */
export function withProtocolHeaders(
  rendered: Rendered,
  { request, address, id }: Call,
  knownTag: string | undefined,
): Rendered {
  if (!address.api?.sendsProtocolHeaders || rendered.lost) return rendered
  const { status, headers, body } = rendered
  headers.push(...standing, 'X-Gitlab-Meta', `{"correlation_id":"${id}","version":"1"}`)
  const isTagged = body !== null && (status === 200 || status === 201)
  if (!headers.includes('Cache-Control')) {
    headers.push('Cache-Control', isTagged ? 'max-age=0, private, must-revalidate' : 'no-cache')
  }
  if (!isTagged) return rendered
  const tag = knownTag ?? entityTagOf(body)
  headers.push('ETag', tag)
  const isKnown = address.method === 'GET' && isAmong(tag, request.headers.get('if-none-match'))
  return isKnown ? notModified(rendered) : rendered
}

/** Whether a tag is in `If-None-Match`, by weak comparison (RFC 9110, section 13.1.2). */
function isAmong(tag: string, had: string | null): boolean {
  if (had === null) return false
  const opaque = tag.slice('W/'.length)
  return had.split(',').some((one) => ['*', tag, opaque].includes(one.trim()))
}

/** Removes the body and the headers that describe it. */
function notModified({ headers }: Rendered): Rendered {
  const kept = headers.flatMap((text, index) => {
    const name = index % 2 === 0 ? text : (headers[index - 1] ?? '')
    return /^content-/i.test(name) ? [] : [text]
  })
  return { status: 304, headers: kept, body: null, json: undefined }
}
