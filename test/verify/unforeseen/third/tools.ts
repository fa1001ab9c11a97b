import { v3 } from '../../../../src/contract/apis.ts'
import { type Ask, askOf, at, type Forge, type Handle, type OperationId } from '../server.ts'

/** What a request sends beside its path: query, form and JSON in one, texts where they are written as such. */
export type Given = Readonly<Record<string, unknown>>

/** What of a request is sent otherwise: undefined takes a parameter out. */
interface Change {
  readonly given?: Given
  readonly token?: string
  readonly path?: string
  /** Null leaves the header SUDO out. */
  readonly sudo?: null
}

/** A call of one operation, on its way to the forge. */
export interface Call {
  readonly operation: string
  readonly request: Request
  readonly url: URL
  /** The values in its path, decoded. */
  readonly path: Readonly<Record<string, string>>
  readonly given: Given
  /** The private token, wherever it stands; empty where there is none. */
  readonly token: string
  /** Asks the forge itself, as the administrator where no token is named. */
  readonly ask: Ask
  readonly send: (change?: Change) => Promise<Response>
}

type Answer = (call: Call) => Promise<Response>
export type Answers = { readonly [Operation in OperationId]?: Answer }

/** A server that answers some operations in its own way, and all others as the forge does. */
export function answering(answersOf: (forge: Forge) => Answers): (forge: Forge) => Handle {
  return (forge) => {
    const answers = new Map(Object.entries(answersOf(forge)))
    return async (request) => {
      const call = await callOf(forge, request)
      const answer = answers.get(call.operation)
      return answer ? answer(call) : call.send()
    }
  }
}

/** The same answer to several operations. */
export function all(operations: readonly OperationId[], answer: Answer): Answers {
  return Object.fromEntries(operations.map((operation) => [operation, answer]))
}

/** A server whose every call goes one way. */
export function passing(
  answerOf: (forge: Forge) => (call: Call) => Promise<Response>,
): (forge: Forge) => Handle {
  return (forge) => {
    const answer = answerOf(forge)
    return async (request) => answer(await callOf(forge, request))
  }
}

const base = '/api/v3'

async function callOf(forge: Forge, request: Request): Promise<Call> {
  const url = new URL(request.url)
  const below = url.pathname.slice(base.length)
  const route = url.pathname.startsWith(base) ? v3.findRoute(request.method, below) : undefined
  const found = route?.kind === 'operation' ? route : undefined
  const isJson = request.headers.get('content-type')?.includes('json') ?? false
  const text = await request.clone().text()
  const body = isJson ? objectOf(parsed(text)) : valuesOf(new URLSearchParams(text))
  const query = valuesOf(url.searchParams)
  const given = { ...query, ...body }
  return {
    operation: found?.operation.id ?? '',
    request,
    url,
    path: Object.fromEntries(found?.path ?? []),
    given,
    token: request.headers.get('private-token') ?? url.searchParams.get('private_token') ?? '',
    ask: askOf((asked) => forge.fetch(asked)),
    send: (change = {}) => forge.fetch(changed(request, url, { text, body, query }, change)),
  }
}

interface Sent {
  readonly text: string
  readonly body: Given
  readonly query: Given
}

function changed(request: Request, url: URL, sent: Sent, change: Change): Request {
  const target = new URL(url)
  if (change.path !== undefined) target.pathname = base + change.path
  const headers = new Headers(request.headers)
  if (change.token !== undefined) {
    target.searchParams.delete('private_token')
    headers.delete('private-token')
    if (change.token !== '') headers.set('private-token', change.token)
  }
  if (change.sudo === null) headers.delete('sudo')
  const { method } = request
  const isRead = method === 'GET'
  let { text } = sent
  if (change.given) {
    const body = new Map(Object.entries(sent.body))
    for (const [name, value] of Object.entries(change.given)) {
      const isInQuery = isRead || name in sent.query || method === 'DELETE'
      if (isInQuery) setQuery(target, name, value)
      else if (value === undefined) body.delete(name)
      else body.set(name, value)
    }
    if (!isRead && (text !== '' || body.size > 0)) {
      text = JSON.stringify(Object.fromEntries(body))
      headers.set('content-type', 'application/json')
      headers.delete('content-length')
    }
  }
  return new Request(target, { method, headers, ...(isRead || text === '' ? {} : { body: text }) })
}

function setQuery({ searchParams }: URL, name: string, value: unknown): void {
  searchParams.delete(name)
  searchParams.delete(`${name}[]`)
  if (Array.isArray(value)) for (const one of value) searchParams.append(`${name}[]`, String(one))
  else if (value !== undefined) searchParams.set(name, String(value))
}

function valuesOf(parameters: URLSearchParams): Given {
  const values: Record<string, unknown> = {}
  for (const name of new Set(parameters.keys())) {
    if (name.endsWith('[]')) values[name.slice(0, -2)] = parameters.getAll(name)
    else values[name] = parameters.get(name)
  }
  return values
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function objectOf(value: unknown): Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {}
}

export function listOf(value: unknown): readonly Given[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** The same answer with another body or status, or further headers. */
export async function rewritten(
  response: Response,
  change: {
    readonly json?: (json: unknown) => unknown
    readonly text?: (text: string) => string
    readonly status?: number
    readonly headers?: Given
  },
): Promise<Response> {
  const status = change.status ?? response.status
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, String(value))
  if (status === 204 || status === 304) return new Response(null, { status, headers })
  const isText = change.json !== undefined || change.text !== undefined
  if (!isText) return new Response(await response.arrayBuffer(), { status, headers })
  const text = await response.text()
  const json = parsed(text)
  if (change.json && json === undefined) return new Response(text, { status, headers })
  const body = change.json ? JSON.stringify(change.json(json)) : (change.text?.(text) ?? text)
  return new Response(body, { status, headers })
}

/** An object with some fields changed; undefined takes one out. */
export function withFields(value: unknown, fields: Given): Given {
  return { ...objectOf(value), ...fields }
}

/** Changes each object of an answer, wherever it stands. */
export function eachObject(value: unknown, change: (object: Given) => Given): unknown {
  if (Array.isArray(value)) return value.map((one) => eachObject(one, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, eachObject(one, change)])
  return change(Object.fromEntries(entries))
}

export const jsonAnswer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'third', 'x-runtime': '0.002' },
  })

/** A page of a list of one's own making, with the headers of pages. */
export async function listAnswer(
  call: Call,
  change: (items: readonly Given[]) => readonly Given[],
): Promise<Response> {
  const first = await call.send({ given: { page: 1, per_page: 100 } })
  if (first.status !== 200) return call.send()
  const items: Given[] = []
  const pages = Number(first.headers.get('x-total-pages'))
  items.push(...listOf(parsed(await first.text())))
  for (let page = 2; page <= pages; page++) {
    const next = await call.send({ given: { page, per_page: 100 } })
    items.push(...listOf(parsed(await next.text())))
  }
  return pageOf(call, change(items), first.headers)
}

function pageOf({ given, url }: Call, items: readonly Given[], head: Headers): Response {
  const perPage = Math.min(100, Math.max(1, Number(given.per_page ?? 20) || 20))
  const page = Math.max(1, Number(given.page ?? 1) || 1)
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const linkTo = (number: number, relation: string) => {
    const target = new URL(url)
    target.searchParams.delete('private_token')
    target.searchParams.set('page', String(number))
    target.searchParams.set('per_page', String(perPage))
    return `<${target.href}>; rel="${relation}"`
  }
  const links = [
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
    ...(page < pages ? [linkTo(page + 1, 'next')] : []),
    linkTo(1, 'first'),
    linkTo(pages, 'last'),
  ]
  const headers = new Headers(head)
  headers.delete('content-length')
  headers.set('link', links.join(', '))
  headers.set('x-total', String(items.length))
  headers.set('x-total-pages', String(pages))
  headers.set('x-per-page', String(perPage))
  headers.set('x-page', String(page))
  headers.set('x-next-page', page < pages ? String(page + 1) : '')
  headers.set('x-prev-page', page > 1 ? String(page - 1) : '')
  const shown = items.slice((page - 1) * perPage, page * perPage)
  return new Response(JSON.stringify(shown), { status: 200, headers })
}

/** Whether a status says that a write was done. */
export const isDone = (response: { readonly status: number }): boolean =>
  response.status === 200 || response.status === 201

/** The body of an answer, which can be read again afterwards. */
export async function bodyOf(response: Response): Promise<unknown> {
  return parsed(await response.clone().text())
}

/** What stands in a field of each item of a list. */
export function column(json: unknown, field: string): readonly unknown[] {
  return Array.isArray(json) ? json.map((item) => at(item, field)) : []
}

export function idOf(json: unknown): number {
  return Number(at(json, 'id'))
}

/** Who a token belongs to, by the forge. */
export async function callerOf({ ask, token }: Call): Promise<Given> {
  return objectOf((await ask('GET', '/user', { token })).json)
}

const password = 'a-long-Passw0rd!'

/** A new user, who signs in with the token that is answered. */
export async function newUser(
  ask: Ask,
  username: string,
  fields: Given = {},
): Promise<{ readonly id: number; readonly token: string }> {
  const body = { username, email: `${username}@third.example`, name: username, password, ...fields }
  const { json } = await ask('POST', '/users', { body })
  const shown = await ask('GET', `/user?sudo=${idOf(json)}`)
  return { id: idOf(json), token: String(at(shown.json, 'private_token')) }
}

/** A new project of the administrator; its id. */
export async function newProject(ask: Ask, name: string, fields: Given = {}): Promise<number> {
  return idOf((await ask('POST', '/projects', { body: { name, ...fields } })).json)
}

/** A new project with one commit of some files on `master`. */
export async function newRepository(
  ask: Ask,
  name: string,
  files: Readonly<Record<string, string>> = { 'README.md': 'Read me.\n' },
  fields: Given = {},
): Promise<number> {
  const id = await newProject(ask, name, fields)
  for (const [path, content] of Object.entries(files)) await newFile(ask, id, path, content)
  return id
}

/** Adds a file to a branch. */
export async function newFile(
  ask: Ask,
  project: number,
  path: string,
  content: string,
  branch = 'master',
): Promise<void> {
  const body = {
    file_path: path,
    branch_name: branch,
    content,
    commit_message: `Add ${path}`,
  }
  await ask('POST', `/projects/${project}/repository/files`, { body })
}

/** A new branch with a file that the default one has not. */
export async function newBranch(ask: Ask, project: number, name: string): Promise<void> {
  const body = { branch_name: name, ref: 'master' }
  await ask('POST', `/projects/${project}/repository/branches`, { body })
  await newFile(ask, project, `${name.replaceAll('/', '-')}.txt`, `${name}\n`, name)
}

/** A new merge request of a new branch into `master`; its id. */
export async function newMergeRequest(
  ask: Ask,
  project: number,
  branch: string,
  fields: Given = {},
): Promise<number> {
  await newBranch(ask, project, branch)
  const body = { source_branch: branch, target_branch: 'master', title: branch, ...fields }
  return idOf((await ask('POST', `/projects/${project}/merge_requests`, { body })).json)
}

export async function newIssue(
  ask: Ask,
  project: number,
  title: string,
  fields: Given = {},
): Promise<number> {
  const body = { title, ...fields }
  return idOf((await ask('POST', `/projects/${project}/issues`, { body })).json)
}

export async function newSnippet(
  ask: Ask,
  project: number,
  title: string,
  fields: Given = {},
): Promise<number> {
  const body = { title, file_name: 'a.txt', code: 'one\n', visibility_level: 20, ...fields }
  return idOf((await ask('POST', `/projects/${project}/snippets`, { body })).json)
}

export async function newGroup(ask: Ask, path: string, fields: Given = {}): Promise<number> {
  return idOf((await ask('POST', '/groups', { body: { name: path, path, ...fields } })).json)
}
