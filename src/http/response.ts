import type { ApiName } from '../contract/base-paths.ts'
import type { ApiError } from '../contract/errors.ts'
import type { FileAnswer } from '../gitlab/operations/answers.ts'

/** What is answered, before it becomes text and headers. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value; undefined for a file and where the status has no body. */
  readonly json?: unknown
  /** The JSON value as text, where it is written already. */
  readonly text?: string
  /** What `ETag` says of the text, where that is known already. */
  readonly entityTag?: string
  readonly file?: FileAnswer
  /** A body that is made while it is sent, piece by piece. */
  readonly pieces?: Iterable<Uint8Array>
  /** Where a fault or a throttle took its place: it need not be one that the contract knows. */
  readonly isFault?: boolean
  /** No answer at all, where a fault has it so; the status is 0. */
  readonly lost?: 'drop' | 'stall'
}

/** What is answered, as it goes over the wire. */
export interface Rendered {
  readonly status: number
  /** Names and values in turn, as a server writes them. */
  readonly headers: string[]
  readonly body: string | Uint8Array | null
  /** The body where it is made while it is sent, as a pack of git is; `body` is null then. */
  readonly pieces?: Iterable<Uint8Array>
  /** The body where it is an answer's JSON: the journal keeps it. */
  readonly json: string | undefined
  readonly lost?: 'drop' | 'stall'
  /** How many bytes of the body come before it breaks off. */
  readonly truncatedAt?: number
}

/** The answer to a refused request; 304 has no body. */
export function errorAnswer(error: ApiError, api: ApiName): Answer {
  const { status, headers } = error
  const body = error.bodyIn(api)
  return { status, headers, ...(body ? { json: body } : {}) }
}

/** Writes an answer; rejects where the body of a file does. */
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
  // A copy: what the caller writes into is not the forge's own.
  const own = typeof content === 'string' ? content : content.slice()
  return { status, headers, body: own, json: undefined }
}

/**
 * The answer to HEAD is the one to GET without its body. What is lost is a network error, as it is for
 * whoever asks: `fetch` rejects where msw is given it, and a server closes the connection.
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

/** Each piece is made when there is room for it. */
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

/** Promises the whole of a body, sends so much of it, and breaks off. */
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

/** A name of these characters needs no quotes (RFC 9110, 5.6.2: token). */
const plainName = /^[\w!#$%&'*+.^`|~-]+$/

/**
 * Plain where the name allows it; else a name that cannot break out of its quotes, and in full (RFC
 * 5987).
 */
function disposition(kind: 'attachment' | 'inline', name: string | undefined): string {
  if (name === undefined) return kind
  if (plainName.test(name)) return `${kind}; filename=${name}`
  const quotable = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${quotable}"; filename*=UTF-8''${encoded}`
}
