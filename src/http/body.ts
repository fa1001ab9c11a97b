import {
  ApiError,
  badRequest,
  bodyTooLarge,
  tooManyParameters,
  unsupportedMediaType,
} from '../contract/errors.ts'
import { UploadedFile } from '../contract/uploaded-file.ts'
import { MAX_PARAMETERS, readFields, readForm } from './form.ts'
import type { IncomingHeaders, IncomingRequest, WholeBody } from './incoming-request.ts'

export type RawParameters = Readonly<Record<string, unknown>>

/** No parameters. */
export const nothing: RawParameters = {}

/** The longest body, in bytes, whose text is kept for the journal. */
export const MAX_RECORDED_BODY = 65_536

/** The body of a request, and its media type. */
export class ReceivedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The media type in lower case, without its parameters; empty where the request states none. */
  readonly type: string
  #text: string | undefined

  constructor(bytes: Uint8Array<ArrayBuffer>, type: string) {
    this.bytes = bytes
    this.type = type
  }

  /** Decodes the body; throws a 400 where it is not UTF-8. */
  read(): string {
    try {
      const text = utf8.decode(this.bytes)
      if (this.bytes.length <= MAX_RECORDED_BODY) this.#text = text
      return text
    } catch {
      throw badRequest('the body is not UTF-8 text')
    }
  }

  /** Decodes the body, with U+FFFD for invalid bytes. */
  show(): string {
    return this.#text ?? new TextDecoder().decode(this.bytes)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a request has a body, which may be empty. Bodies of GET and HEAD are ignored. */
export function hasBody({ method, body }: IncomingRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && body !== null
}

/**
 * Reads the bytes of a body; undefined where there is none. Throws a 413 as soon as it is longer than `limit`
 * bytes, without reading on.
 */
export async function readBody(
  request: IncomingRequest,
  limit: number,
): Promise<ReceivedBody | undefined> {
  const { body, headers } = request
  if (!body || !hasBody(request)) return undefined
  if (Number(headers.get('content-length')) > limit) throw bodyTooLarge(limit)
  const bytes =
    typeof body === 'function'
      ? await readWhole(body)
      : await readBounded(body, request.signal, limit)
  if (bytes.length > limit) throw bodyTooLarge(limit)
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  return bytes.length === 0 ? undefined : new ReceivedBody(bytes, type)
}

/**
 * Reads the parameters of a body: JSON, a form or a multipart form; a body without a media type is
 * read as a form. Throws a 400 where the body does not match its type, a 413 for too many parameters, and a 415 for
 * other types: a page of another site could send `text/plain` without a CORS preflight.
 */
export async function readBodyParameters(
  body: ReceivedBody,
  headers: IncomingHeaders,
): Promise<RawParameters> {
  const { type, bytes } = body
  if (type === 'application/json' || type.endsWith('+json')) return readJson(body)
  if (type === 'multipart/form-data') return readMultipart(bytes, headers)
  if (type === '' || type === 'application/x-www-form-urlencoded') return readForm(body.read())
  throw unsupportedMediaType(type)
}

async function readWhole(body: WholeBody): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await body()
  } catch {
    throw bodyInterrupted()
  }
}

/** Reads a stream. An aborted request may never end its body, so reading stops when its signal is aborted. */
async function readBounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body.locked) throw badRequest('the body was read before')
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const chunks = await readChunks(reader, limit)
    if (signal.aborted) throw bodyInterrupted()
    return joined(chunks)
  } catch (error) {
    stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(refuseInterrupted)
    if (done) return chunks
    length += value.length
    if (length > limit) throw bodyTooLarge(limit)
    chunks.push(value)
  }
}

const bodyInterrupted = () => badRequest('the body broke off')

function refuseInterrupted(): never {
  throw bodyInterrupted()
}

function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/**
 * JSON that is not an object has no parameters, as in GitLab 8.15: clients send `null` with calls without
 * parameters. `__proto__` is an ordinary key: JSON.parse sets no prototype.
 */
function readJson(body: ReceivedBody): RawParameters {
  checkCount(countJsonValues(body.bytes))
  const value = parseJson(body.read())
  return isObject(value) ? value : nothing
}

function checkCount(count: number): void {
  if (count > MAX_PARAMETERS) throw tooManyParameters(MAX_PARAMETERS)
}

/** The character codes by which JSON values are counted. */
const code = { quote: 0x22, backslash: 0x5c, comma: 0x2c, brace: 0x7b, bracket: 0x5b } as const

/** Counts the values of JSON objects and arrays, or a few more. Works on invalid JSON too. */
function countJsonValues(bytes: Uint8Array): number {
  let count = 0
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position]
    if (byte === code.quote) position = endOfText(bytes, position)
    else if (byte === code.comma || byte === code.brace || byte === code.bracket) count++
  }
  return count
}

/** Finds the quote that ends a JSON string: the first one behind an even number of backslashes. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(code.quote, start + 1); end !== -1; ) {
    let unescaped = end
    while (bytes[unescaped - 1] === code.backslash) unescaped--
    if ((end - unescaped) % 2 === 0) return end
    end = bytes.indexOf(code.quote, end + 1)
  }
  return bytes.length
}

/** Counts the parts of a multipart form. */
function countParts(bytes: Uint8Array, contentType: string): number {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  return new TextDecoder('latin1').decode(bytes).split(delimiter).length - 2
}

function isObject(value: unknown): value is RawParameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON. The error names the position, not the text there, which may be a secret. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position \d+/.exec(error instanceof Error ? error.message : '')?.[0]
    throw badRequest(`the body is not JSON${position ? ` (at ${position})` : ''}`)
  }
}

/** Reads a part of a multipart form; one without a file name is a text. */
async function uploaded(file: File): Promise<string | UploadedFile> {
  if (file.name === '') return file.text()
  return new UploadedFile(file.name, new Uint8Array(await file.arrayBuffer()))
}

async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  headers: IncomingHeaders,
): Promise<RawParameters> {
  const type = headers.get('content-type') ?? ''
  checkCount(countParts(bytes, type))
  try {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
    const fields = await Promise.all(
      [...form].map(
        async ([name, value]): Promise<[string, string | UploadedFile]> => [
          name,
          typeof value === 'string' ? value : await uploaded(value),
        ],
      ),
    )
    return readFields(fields)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw badRequest('the body is not a multipart form')
  }
}
