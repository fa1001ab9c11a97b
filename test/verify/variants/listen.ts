import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Handle } from '../mutants/mutant.ts'

/** What one HTTP server does and another does not. */
export interface ListenOptions {
  /** Where the API is, such as `/gitlab`: before `/api/v3`. */
  readonly basePath?: string
  /** Compresses what the client takes compressed. */
  readonly gzip?: boolean
  /** Sends bodies in small chunks, without their length. */
  readonly chunked?: boolean
  /** Writes the names of headers like this. */
  readonly headerCase?: (name: string) => string
  /** The reason phrase of every answer. */
  readonly statusText?: string
  /** Ends the connection after each answer. */
  readonly isClosing?: boolean
  /** Writes the address of the server into links under another name. */
  readonly linksTo?: string
}

interface Listening {
  readonly url: string
  close(): Promise<void>
}

export async function listenTo(handle: Handle, options: ListenOptions): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, options, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${options.basePath ?? ''}`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function answer(
  handle: Handle,
  options: ListenOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { basePath = '' } = options
  const { pathname } = new URL(incoming.url ?? '/', 'http://any')
  if (!pathname.startsWith(`${basePath}/`)) {
    outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>')
    return
  }
  const response = await handle(await readRequest(incoming))
  const headers = headersOf(response, options, incoming.headers.host ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isZipped = options.gzip && /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')
  const body = isZipped ? gzipSync(bytes) : bytes
  if (isZipped) headers.push('content-encoding', 'gzip')
  if (options.isClosing) headers.push('connection', 'close')
  if (!options.chunked && body.length > 0) headers.push('content-length', String(body.length))
  const { headerCase = (name) => name, statusText = response.statusText } = options
  const named = headers.map((text, index) => (index % 2 === 0 ? headerCase(text) : text))
  outgoing.writeHead(response.status, statusText, named)
  if (options.chunked) for (const chunk of chunksOf(body)) outgoing.write(chunk)
  outgoing.end(options.chunked ? undefined : body)
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, [value].flat().join(', '))
  }
  const { method = 'GET' } = incoming
  const isEmpty = method === 'GET' || method === 'HEAD' || body.length === 0
  const url = `http://${incoming.headers.host}${incoming.url}`
  return new Request(url, { method, headers, ...(isEmpty ? {} : { body }) })
}

/** Names and values by turns, as `writeHead` takes them. */
function headersOf(response: Response, { linksTo }: ListenOptions, host: string): string[] {
  return [...response.headers].flatMap(([name, value]) => [
    name,
    name === 'link' && linksTo
      ? value.replaceAll(`//${host}/`, `//${linksTo}:${port(host)}/`)
      : value,
  ])
}

const port = (host: string) => host.split(':').at(-1)

function chunksOf(bytes: Uint8Array): Uint8Array[] {
  const size = 100
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_none, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
}
