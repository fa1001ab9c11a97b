import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { createRouter } from '../../../src/contract/router.ts'
import {
  type Answer,
  type Ask,
  askOf,
  at,
  type Forge,
  type Handle,
  type OperationId,
} from './server.ts'

export type Values = Readonly<Record<string, unknown>>

/** A call of an operation: what it gives, and who makes it. */
export interface Call {
  readonly request: Request
  /** The parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** The parameters of the query and of the body; a parameter with `[]` is a list without these. */
  readonly given: Values
  /** Whether it brings no credentials at all. */
  readonly isAnonymous: boolean
  /** The user whom an administrator makes the call as. */
  readonly sudo: string | undefined
  /** Sends it to the forge, with other parameters than it gives; without those that are undefined. */
  readonly send: (changes?: Values) => Promise<Response>
  /** The same as the administrator, and without sudo. */
  readonly sendAsRoot: (changes?: Values) => Promise<Response>
  /** Asks the forge something else with the credentials of the call. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly askAsRoot: (method: string, path: string, body?: unknown) => Promise<Answer>
}

export type Rule = (call: Call) => Promise<Response>
export type Rules = Partial<Record<OperationId, Rule>>

const findRoute = createRouter(operations)
const basePath = '/api/v3'

/** A server that answers operations by rules of its own; what has no rule is answered by the forge. */
export function serving(makeRules: (forge: Forge) => Rules): (forge: Forge) => Handle {
  return (forge) => {
    const rules = makeRules(forge)
    return async (request) => {
      const { pathname } = new URL(request.url)
      const route = findRoute(request.method, pathname.slice(basePath.length))
      const rule = route.kind === 'operation' ? rules[route.operation.id] : undefined
      if (route.kind !== 'operation' || rule === undefined) return forge.fetch(request)
      return rule(await readCall(forge, request, route.path))
    }
  }
}

/** The same rule for several operations. */
export function forAll(ids: readonly OperationId[], rule: Rule): Rules {
  return Object.fromEntries(ids.map((id) => [id, rule]))
}

/** A server in front of all of the forge: its gateway. */
export function behind(
  change: (response: Response, request: Request) => Response | Promise<Response>,
): (forge: Forge) => Handle {
  return (forge) => async (request) => change(await forge.fetch(request.clone()), request)
}

/** A server that changes the JSON of every answer. */
export function answeringAll(change: (json: unknown) => unknown): (forge: Forge) => Handle {
  return behind((response) => changed(response, change))
}

async function readCall(
  forge: Forge,
  request: Request,
  path: ReadonlyMap<string, string>,
): Promise<Call> {
  const url = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const isForm = (request.headers.get('content-type') ?? '').includes('urlencoded')
  const body = isForm
    ? valuesOf(new URLSearchParams(textOf(bytes)))
    : fieldsOf(parsed(textOf(bytes)))
  const { sudo = request.headers.get('sudo') ?? undefined } = valuesOf(url.searchParams)
  const root = forge.tokens.root ?? 'root-token'
  const credentials = credentialsOf(request)

  const send = (changes: Values, isRoot: boolean) => {
    const target = new URL(url)
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    if (isRoot) becomeRoot(target, headers, root)
    const inBody = { ...body }
    for (const [name, value] of Object.entries(changes)) {
      const wasInQuery = target.searchParams.has(name) || target.searchParams.has(`${name}[]`)
      target.searchParams.delete(name)
      target.searchParams.delete(`${name}[]`)
      delete inBody[name]
      if (value === undefined) continue
      if (wasInQuery || request.method === 'GET' || request.method === 'DELETE') {
        addToQuery(target, name, value)
      } else inBody[name] = value
    }
    const isChanged = Object.keys(changes).length > 0
    const hasBody = request.method !== 'GET' && (bytes.length > 0 || Object.keys(inBody).length > 0)
    if (isChanged && hasBody) headers.set('content-type', 'application/json')
    return forge.fetch(
      new Request(target, {
        method: request.method,
        headers,
        ...(hasBody ? { body: isChanged ? JSON.stringify(inBody) : bytes } : {}),
      }),
    )
  }
  const ask = (isRoot: boolean) => async (method: string, to: string, given?: unknown) => {
    const target = new URL(`${url.origin}${basePath}${to}`)
    for (const name of ['private_token', 'access_token', 'sudo']) {
      const value = url.searchParams.get(name)
      if (value !== null && !isRoot) target.searchParams.set(name, value)
    }
    return askOf((asked) => forge.fetch(asked))(
      method,
      target.href.slice(url.origin.length + basePath.length),
      { token: isRoot ? root : '', body: given, headers: isRoot ? {} : credentials },
    )
  }
  return {
    request,
    path: Object.fromEntries([...path].map(([name, value]) => [name, decoded(value)])),
    given: { ...valuesOf(url.searchParams), ...body },
    isAnonymous:
      Object.keys(credentials).length === 0 &&
      !url.searchParams.has('private_token') &&
      !url.searchParams.has('access_token'),
    sudo: sudo === undefined ? undefined : String(sudo),
    send: (changes = {}) => send(changes, false),
    sendAsRoot: (changes = {}) => send(changes, true),
    ask: ask(false),
    askAsRoot: ask(true),
  }
}

const credentialHeaders = ['private-token', 'authorization', 'cookie', 'sudo']

function credentialsOf(request: Request): Readonly<Record<string, string>> {
  const found = credentialHeaders.map((name) => [name, request.headers.get(name)] as const)
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

function becomeRoot(target: URL, headers: Headers, root: string): void {
  for (const name of ['private_token', 'access_token', 'sudo']) target.searchParams.delete(name)
  for (const name of credentialHeaders) headers.delete(name)
  headers.set('private-token', root)
}

function addToQuery(target: URL, name: string, value: unknown): void {
  if (!Array.isArray(value)) target.searchParams.set(name, String(value))
  else for (const one of value) target.searchParams.append(`${name}[]`, String(one))
}

function valuesOf(parameters: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of new Set(parameters.keys())) {
    if (name.endsWith('[]')) values[name.slice(0, -2)] = parameters.getAll(name)
    else values[name] = parameters.getAll(name).at(-1)
  }
  return values
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields of an object; none of what is no object. */
export function fieldsOf(json: unknown): Record<string, unknown> {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return isObject ? { ...json } : {}
}

/** The objects of a list; none of what is no list. */
export function listOf(json: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(json) ? json.map(fieldsOf) : []
}

/** One field of every object of a list. */
export const fieldOf = (json: unknown, name: string) => listOf(json).map((one) => one[name])

export const idOf = (json: unknown) => Number(at(json, 'id'))

/** An object with other fields; whatever is no object stays as it is. */
export function withFields(json: unknown, fields: Values): unknown {
  return typeof json === 'object' && json !== null ? { ...fieldsOf(json), ...fields } : json
}

export const jsonAnswer = (status: number, json: unknown) =>
  new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } })

/** An answer that was asked for, as a response. */
export const responseOf = ({ status, json }: Answer) => jsonAnswer(status, json)

export const jsonOf = async (response: Response) => parsed(await response.clone().text())

/** The response with other JSON, other headers, or both; one without JSON keeps its body. */
export async function changed(
  response: Response,
  change: (json: unknown) => unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const json = await jsonOf(response)
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && json !== undefined
  return withBody(response, isJson ? JSON.stringify(change(json)) : response.body, headers)
}

/** The response with another body. */
export function withBody(
  { status, headers: before }: Response,
  body: BodyInit | null,
  changes: Readonly<Record<string, string>> = {},
): Response {
  const headers = new Headers(before)
  for (const name of ['content-length', 'etag']) headers.delete(name)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  return new Response(status === 204 || status === 304 ? null : body, { status, headers })
}

/** The response with each object of its list changed, wherever it is one object or a list of them. */
export const eachChanged = (response: Response, change: (one: Values) => unknown) =>
  changed(response, (json) =>
    Array.isArray(json) ? listOf(json).map(change) : change(fieldsOf(json)),
  )

/** The page that a call asks for, out of all that there is. */
export function pageOf<Item>({ given }: Call, all: readonly Item[]): readonly Item[] {
  const size = Number(given.per_page ?? 20)
  return all.slice((Number(given.page ?? 1) - 1) * size).slice(0, size)
}

export const encoded = (text: unknown) => encodeURIComponent(String(text))
export const isTrue = (value: unknown) => value === true || value === 'true'
export const isFalse = (value: unknown) => value === false || value === 'false'

/** The user who makes a call. */
export const callerOf = async ({ ask }: Call) => fieldsOf((await ask('GET', '/user')).json)

/** The levels of a caller in a project, by the project and by its group; 0 where there is none. */
export async function levelOf({ ask, path }: Call): Promise<number> {
  const { json } = await ask('GET', `/projects/${encoded(path.id)}`)
  const levels = ['project_access', 'group_access'].map((name) =>
    Number(at(json, `permissions.${name}.access_level`) ?? 0),
  )
  return Math.max(...levels)
}

let made = 0
/** A name that no record of the world has. */
export const freshName = (word: string) => `${word}-six-${++made}`

/** Makes a project in the namespace of the administrator, or in another; answers with its id. */
export async function newProject(ask: Ask, given: Values = {}): Promise<number> {
  return idOf(
    (await ask('POST', '/projects', { body: { name: freshName('project'), ...given } })).json,
  )
}

export async function newGroup(ask: Ask, given: Values = {}): Promise<number> {
  const name = freshName('group')
  return idOf((await ask('POST', '/groups', { body: { name, path: name, ...given } })).json)
}

export interface NewUser {
  readonly id: number
  readonly username: string
}

/** Makes a user, whom the administrator can act for with sudo. */
export async function newUser(ask: Ask, given: Values = {}): Promise<NewUser> {
  const username = freshName('user')
  const body = {
    username,
    name: username,
    email: `${username}@six.example`,
    password: 'Rope-and-tar-42',
    ...given,
  }
  return { id: idOf((await ask('POST', '/users', { body })).json), username }
}

export async function newIssue(ask: Ask, project: number, given: Values = {}): Promise<number> {
  const body = { title: freshName('issue'), ...given }
  return idOf((await ask('POST', `/projects/${project}/issues`, { body })).json)
}

export async function newSnippet(ask: Ask, project: number, given: Values = {}): Promise<number> {
  const body = { title: 'One', file_name: 'one.txt', code: 'one\n', visibility_level: 10, ...given }
  return idOf((await ask('POST', `/projects/${project}/snippets`, { body })).json)
}

/** Makes a project with one commit, of a README.md, on master. */
export async function newRepository(ask: Ask, given: Values = {}): Promise<number> {
  const id = await newProject(ask, given)
  await writeFile(ask, id, { file_path: 'README.md', content: 'One\n' })
  return id
}

/** Writes a new file on master or another branch, by a commit of its own. */
export function writeFile(ask: Ask, project: number, given: Values): Promise<Answer> {
  const body = { branch_name: 'master', commit_message: 'Write', content: 'New\n', ...given }
  return ask('POST', `/projects/${project}/repository/files`, { body })
}

export function newBranch(ask: Ask, project: number, branch_name: string, ref = 'master') {
  return ask('POST', `/projects/${project}/repository/branches`, { body: { branch_name, ref } })
}

/** Makes a merge request from a new branch with a file of its own; answers with its id. */
export async function newMergeRequest(
  ask: Ask,
  project: number,
  source_branch: string,
  given: Values = {},
): Promise<number> {
  await newBranch(ask, project, source_branch)
  await writeFile(ask, project, { file_path: `${source_branch}.txt`, branch_name: source_branch })
  const body = { source_branch, target_branch: 'master', title: source_branch, ...given }
  return idOf((await ask('POST', `/projects/${project}/merge_requests`, { body })).json)
}

/** The id of the newest commit of a branch or tag. */
export async function headOf(ask: Ask, project: number, ref = 'master'): Promise<string> {
  const { json } = await ask('GET', `/projects/${project}/repository/commits/${encoded(ref)}`)
  return String(at(json, 'id'))
}

/** Asks as another user, for whom the administrator acts. */
export function actingAs(ask: Ask, user: string | number): Ask {
  return (method, path, request) =>
    ask(method, path, { ...request, headers: { ...request?.headers, sudo: String(user) } })
}

/** The paths of what a call is about, below `/api/v3`. */
export const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`
export const repositoryPath = (call: Call) => `${projectPath(call)}/repository`
export const mergeRequestPath = (call: Call) =>
  `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`

export const notModified = () => new Response(null, { status: 304 })

/** Everything that a list has for the caller, whichever page was asked for; none of what was refused. */
export async function allOf(call: Call, changes: Values = {}): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; ; page++) {
    const some = listOf(await jsonOf(await call.send({ ...changes, page, per_page: 100 })))
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** The same page of all that there is as the forge answered with of its own list. */
export function samePage<Item>({ headers }: Response, all: readonly Item[]): readonly Item[] {
  const size = Number(headers.get('x-per-page') ?? 20)
  return all.slice((Number(headers.get('x-page') ?? 1) - 1) * size).slice(0, size)
}

/** A list with other records in it: its pages and its headers are those of what it has then. */
export async function relisted(
  call: Call,
  change: (all: readonly Values[]) => readonly Values[] | Promise<readonly Values[]>,
  sent: Values = {},
): Promise<Response> {
  const response = await call.send(sent)
  if (!response.ok) return response
  const all = await change(await allOf(call, sent))
  // The forge says how it read the page and its size, whatever was asked for.
  const size = Number(response.headers.get('x-per-page') ?? 20)
  const page = Number(response.headers.get('x-page') ?? 1)
  const pages = Math.max(1, Math.ceil(all.length / size))
  const link = (name: string, to: number) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', String(size))
    return `<${url.href}>; rel="${name}"`
  }
  const before = Math.min(page - 1, pages)
  const links = [
    ...(page > 1 ? [link('prev', before)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
    link('first', 1),
    link('last', pages),
  ]
  return withBody(response, JSON.stringify(all.slice((page - 1) * size).slice(0, size)), {
    link: links.join(', '),
    'x-total': String(all.length),
    'x-total-pages': String(pages),
    'x-next-page': page < pages ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(before) : '',
  })
}

/** An SSH key of some kind, from the numbers that it consists of. */
export function keyOf(kind: string, ...numbers: readonly (readonly number[])[]): string {
  const parts = [[...new TextEncoder().encode(kind)], ...numbers]
  const bytes = parts.flatMap((part) => [0, 0, part.length >> 8, part.length & 255, ...part])
  return `${kind} ${btoa(String.fromCharCode(...bytes))} ${freshName('key')}`
}

/** An SSH key that no user has. */
export const freshKey = () => keyOf('ssh-ed25519', [...crypto.getRandomValues(new Uint8Array(32))])

/** JSON with every object in it changed, however deep it stands; the inner ones first. */
export function everyObject(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one: unknown) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(json).map(([name, value]) => [name, everyObject(value, change)])
  return change(fieldsOf(Object.fromEntries(fields)))
}

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

/** Does something later, in milliseconds, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}
