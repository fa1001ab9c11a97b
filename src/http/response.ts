import type { ApiName } from '../contract/base-paths.ts'
import type { ApiError } from '../contract/errors.ts'
import type { FileAnswer } from '../gitlab/operations/answers.ts'

/** A response before it is serialized. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value; undefined for a file and where the status has no body. */
  readonly json?: unknown
  /** The JSON value as text, where it is serialized already. */
  readonly text?: string
  /** The `ETag` of the text, where it is computed already. */
  readonly entityTag?: string
  readonly file?: FileAnswer
  /** A body that is generated while it is sent, piece by piece. */
  readonly pieces?: Iterable<Uint8Array>
  /** Whether a fault or the rate limit replaced the response: it need not match the contract. */
  readonly isFault?: boolean
  /** Set where a fault drops or stalls the connection: nothing is sent, and the status is 0. */
  readonly lost?: 'drop' | 'stall'
}

/** A serialized response. */
export interface Rendered {
  readonly status: number
  /** Names and values in turn, as `ServerResponse.writeHead` of Node takes them. */
  readonly headers: string[]
  readonly body: string | Uint8Array | null
  /** The body where it is generated while it is sent, as a git pack is; `body` is null then. */
  readonly pieces?: Iterable<Uint8Array>
  /** The body where it is JSON, for the journal. */
  readonly json: string | undefined
  readonly lost?: 'drop' | 'stall'
  /** How many bytes of the body are sent before the connection is cut. */
  readonly truncatedAt?: number
}

/** The response to a refused request; 304 has no body. */
export function errorAnswer(error: ApiError, api: ApiName): Answer {
  const { status, headers } = error
  const body = error.bodyIn(api)
  return { status, headers, ...(body ? { json: body } : {}) }
}

/** Serializes a response; rejects where reading the body of a file does. */
export async function render({
  status,
  headers,
  json,
  text,
  file,
  pieces,
  lost,
}: Answer): Promise<Rendered> {
  if (lost) return { status, headers: [], body: null, json: undefined, lost }
  const listed: string[] = []
  for (const [name, value] of Object.entries(headers)) listed.push(name, value)
  if (pieces) return { status, headers: listed, body: null, pieces, json: undefined }
  if (file) return renderFile(status, listed, file)
  const written = text ?? (json === undefined ? undefined : JSON.stringify(json))
  if (written === undefined) return { status, headers: listed, body: null, json: undefined }
  listed.push('Content-Type', 'application/json')
  return { status, headers: listed, body: written, json: written }
}

async function renderFile(
  status: number,
  headers: string[],
  { body, type, name, isInline }: FileAnswer,
): Promise<Rendered> {
  headers.push('Content-Type', type)
  if (name !== undefined || isInline) {
    headers.push('Content-Disposition', disposition(isInline ? 'inline' : 'attachment', name))
  }
  const content = await body
  // A copy, so that a caller who changes the bytes does not change the forge's own.
  const own = typeof content === 'string' ? content : content.slice()
  return { status, headers, body: own, json: undefined }
}

/**
 * Makes a Response; that of HEAD has no body. A lost one becomes a network error: under msw it makes `fetch` reject,
 * and a server closes the connection.
 */
export function toResponse(rendered: Rendered, { method }: Pick<Request, 'method'>): Response {
  const { status, body } = rendered
  const headers = headersOf(rendered)
  const isHead = method === 'HEAD'
  if (rendered.lost) return Response.error()
  const { truncatedAt } = rendered
  if (truncatedAt !== undefined && !isHead && body !== null) {
    return truncated(status, headers, body, truncatedAt)
  }
  if (rendered.pieces && !isHead)
    return new Response(streamOf(rendered.pieces), { status, headers })
  return new Response(isHead ? null : (body as BodyInit | null), { status, headers })
}

/** Streams pieces; each is generated when the consumer asks for it. */
function streamOf(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

function headersOf({ headers }: Rendered): Record<string, string> {
  const named: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) {
    named[headers[index] ?? ''] = headers[index + 1] ?? ''
  }
  return named
}

/** Makes a response that announces the whole length of a body, sends the first `end` bytes, and fails. */
function truncated(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
  end: number,
): Response {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const sent = bytes.slice(0, end)
  let isSent = end === 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError('terminated: the body broke off'))
      else controller.enqueue(sent)
      isSent = true
    },
  })
  return new Response(stream, {
    status,
    headers: { ...headers, 'Content-Length': String(bytes.length) },
  })
}

/** A file name that is the same in quotes. */
const plainName = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Writes `Content-Disposition`, the name in quotes as GitLab does. A name that could break out of them is written twice:
 * with replacements, and in full (RFC 5987).
 */
function disposition(kind: 'attachment' | 'inline', name: string | undefined): string {
  if (name === undefined) return kind
  if (plainName.test(name)) return `${kind}; filename="${name}"`
  const quotable = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${quotable}"; filename*=UTF-8''${encoded}`
}
