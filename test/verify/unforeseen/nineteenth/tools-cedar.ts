import { createServer } from 'node:http'
import { type Ask, at } from '../server.ts'
import {
  type Call,
  encoded,
  listOf,
  newProject,
  repositoryPath,
  writeFile,
} from '../shared-tools.ts'

/** The path of a branch or tag that a test reads. */
export const branchPath = (project: number, name: string) =>
  `/projects/${project}/repository/branches/${encoded(name)}`

export const tagPath = (project: number, name: string) =>
  `/projects/${project}/repository/tags/${encoded(name)}`

/** Reads a file of a branch, as the administrator or as another. */
export const fileOf = (ask: Ask, project: number, path: string, ref = 'master') =>
  ask('GET', `/projects/${project}/repository/files?file_path=${encoded(path)}&ref=${encoded(ref)}`)

/** Makes a tag of the newest commit of master. */
export const newTag = (ask: Ask, project: number, tag_name: string, given = {}) =>
  ask('POST', `/projects/${project}/repository/tags`, {
    body: { tag_name, ref: 'master', ...given },
  })

/** Makes a project with one file, whose content is given in Base64. */
export async function projectWithBytes(ask: Ask, path: string, content: string): Promise<number> {
  const project = await newProject(ask)
  await writeFile(ask, project, { file_path: path, content, encoding: 'base64' })
  return project
}

/** The branch that a call is about, as the administrator reads it. */
export const branchOfCall = (call: Call) =>
  call.askAsRoot('GET', `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`)

/** What stands for one thing of one project in the memory of a server. */
export const keyOfCall = ({ path }: Call, name: string | undefined) => `${path.id} ${name}`

/** Sends a system hook what it is told of a push; one that does not answer is left alone. */
async function deliver(url: unknown, payload: unknown): Promise<void> {
  try {
    await fetch(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' },
      body: JSON.stringify(payload),
    })
  } catch {
    // Whoever does not listen is not told.
  }
}

/** Tells those system hooks of a push that are chosen. */
export async function tellHooks(
  call: Call,
  event_name: string,
  ref: string,
  isTold: (hook: Readonly<Record<string, unknown>>) => boolean,
): Promise<void> {
  const hooks = listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json)
  for (const { url } of hooks.filter(isTold)) {
    await deliver(url, {
      object_kind: event_name,
      event_name,
      ref,
      project_id: Number(call.path.id),
    })
  }
}

/** Listens for the deliveries of hooks while a test asks; answers with how many came. */
export async function deliveriesWhile(test: (url: string) => Promise<unknown>): Promise<number> {
  let count = 0
  const server = createServer((request, response) => {
    count++
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await test(`http://127.0.0.1:${at(server.address(), 'port')}/hook`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return count
}

/** Makes a system hook for the time of a test: no other test is to be told of its pushes. */
export async function withHook(
  ask: Ask,
  given: Readonly<Record<string, unknown>>,
  test: () => Promise<unknown>,
): Promise<void> {
  await ask('POST', '/hooks', { body: given })
  const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
  try {
    await test()
  } finally {
    for (const { id } of hooks.filter(({ url }) => url === given.url)) {
      await ask('DELETE', `/hooks/${id}`)
    }
  }
}

/** The answer with another status and other JSON, and with all else that was sent. */
export function withStatus(
  { headers: before }: Response,
  status: number,
  json: unknown,
  changes: Readonly<Record<string, string>> = {},
): Response {
  const headers = new Headers(before)
  for (const name of ['content-length', 'etag']) headers.delete(name)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(json), { status, headers })
}

/** What a server has kept of an earlier answer, for a request that has a number of its own. */
export function keptFor(response: Response, kept: Response): Response {
  const headers = new Headers(kept.headers)
  for (const name of ['x-request-id', 'x-runtime']) {
    const value = response.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(kept.clone().body, { status: kept.status, headers })
}
