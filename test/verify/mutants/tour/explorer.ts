import { readCall } from '../call.ts'
import type { Handle, OperationId } from '../mutant.ts'

/** One request of the tour and what came back. */
export interface Step {
  readonly operation: OperationId | undefined
  /** Such as `PUT /user?sudo=2 {"a":1} as marta`. */
  readonly request: string
  readonly answer: string
}

type Parameters = Readonly<Record<string, unknown>>
type Send = (path: string, parameters?: Parameters, as?: string | null) => Promise<Reply>

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tour follows ids in bodies of every shape.
  readonly body: any
}

/** Asks as `root` where nobody is named; null is nobody. */
export interface Explorer {
  readonly get: Send
  readonly post: Send
  readonly put: Send
  readonly delete: Send
  readonly request: (path: string, headers: Record<string, string>) => Promise<Reply>
}

export type Chapter = (api: Explorer) => Promise<void>

/** The headers that the specification speaks of, without the two that differ from run to run. */
const headersOfInterest = [
  'content-type',
  'link',
  'x-total',
  'x-total-pages',
  'x-per-page',
  'x-page',
  'x-next-page',
  'x-prev-page',
]

/** In milliseconds: longer than any answer in the same process takes. */
const usualPatience = 250

/** Takes a chapter of the tour through a server and hands on every answer, until that says enough. */
export async function explore(
  chapter: Chapter,
  handle: Handle,
  take: (step: Step) => 'go on' | 'enough',
  patience = usualPatience,
): Promise<void> {
  async function send(request: Request, described: string): Promise<Reply> {
    const call = await readCall(request.clone() as Request)
    const { answer, reply } = await withPatience(handle, request, patience)
    if (take({ operation: call.operation, request: described, answer }) === 'enough') throw enough
    return reply
  }
  const verb =
    (method: string): Send =>
    (path, parameters = {}, as = 'root') => {
      const isQuery = method === 'GET' || method === 'DELETE'
      const query = isQuery ? writeQuery(parameters) : ''
      const body = isQuery ? undefined : JSON.stringify(parameters)
      const headers = new Headers(body ? { 'content-type': 'application/json' } : {})
      if (as) headers.set('private-token', `${as}-token`)
      const target = `${path}${query && `?${query}`}`
      const url = `http://forge.test/api/v3${target}`
      const request = new Request(url, { method, headers, ...(body ? { body } : {}) })
      return send(request, `${method} ${target} ${body ?? ''} as ${as ?? 'nobody'}`)
    }
  const api: Explorer = {
    get: verb('GET'),
    post: verb('POST'),
    put: verb('PUT'),
    delete: verb('DELETE'),
    request: (path, headers) => {
      const request = new Request(`http://forge.test/api/v3${path}`, { headers })
      return send(request, `GET ${path} ${JSON.stringify(headers)}`)
    },
  }
  await chapter(api).catch((error: unknown) => {
    if (error !== enough) throw error
  })
}

const enough = new Error('The tour has seen enough.')

const noReply: Reply = { status: 0, body: {} }

async function withPatience(handle: Handle, request: Request, patience: number) {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<{ answer: string; reply: Reply }>((resolve) => {
    timer = setTimeout(() => resolve({ answer: 'stalled', reply: noReply }), patience)
  })
  const answered = handle(request)
    .then(describe)
    .catch((error: unknown) => ({ answer: `failed: ${String(error)}`, reply: noReply }))
  try {
    return await Promise.race([answered, stalled])
  } finally {
    clearTimeout(timer)
  }
}

async function describe(response: Response): Promise<{ answer: string; reply: Reply }> {
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = headersOfInterest.map((name) => `${name}: ${response.headers.get(name)}`)
  const answer = [response.status, ...headers, text].join('\n')
  return { answer, reply: { status: response.status, body: parsed(text) ?? {} } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function writeQuery(parameters: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, String(one))
    else query.append(name, String(value))
  }
  return query.toString()
}
