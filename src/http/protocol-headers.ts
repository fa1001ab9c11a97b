import { digestOf } from './body-digest.ts'
import type { Call } from './call.ts'
import type { Rendered } from './response.ts'

/** What every answer of v4 says of itself (`before` in lib/api/api.rb of GitLab, and its CORS). */
const standing = [
  ...['X-Frame-Options', 'SAMEORIGIN'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Vary', 'Origin'],
] as const

/** The tag of an answer's body; weak, since the bytes may be compressed on their way. */
export function entityTagOf(body: string | Uint8Array): string {
  return `W/"${digestOf(body)}"`
}

/**
 * An answer with the headers that each of the API has, if it has any (`sendsProtocolHeaders` of src/contract/apis.ts);
 * a 304 instead where its client has it already. As `Rack::ETag` and `Rack::ConditionalGet` have it: a body of 200 and
 * 201 has a tag, and what has one may be kept, to be asked for again.
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

/** Whether a tag is one of those that a client has; whether they are weak says nothing (RFC 9110, 13.1.2). */
function isAmong(tag: string, had: string | null): boolean {
  if (had === null) return false
  const opaque = tag.slice('W/'.length)
  return had.split(',').some((one) => ['*', tag, opaque].includes(one.trim()))
}

/** Without the body, and what describes it. */
function notModified({ headers }: Rendered): Rendered {
  const kept = headers.flatMap((text, index) => {
    const name = index % 2 === 0 ? text : (headers[index - 1] ?? '')
    return /^content-/i.test(name) ? [] : [text]
  })
  return { status: 304, headers: kept, body: null, json: undefined }
}
