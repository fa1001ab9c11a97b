import type { Answer, Ask } from '../server.ts'
import {
  type Call,
  encoded,
  idOf,
  jsonOf,
  listOf,
  newProject,
  newRepository,
  newSnippet,
  type Values,
} from '../shared-tools.ts'

export const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

export const mergeRequestPath = (call: Call) =>
  `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`

export const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`

export const notModified = () => new Response(null, { status: 304 })

/** Everything that a list has for the caller, on whichever page it is. */
export async function wholeList(call: Call, sent: Values = {}): Promise<readonly Values[]> {
  const all: Values[] = []
  for (let page = 1; ; page++) {
    const part = listOf(await jsonOf(await call.send({ ...sent, page, per_page: 100 })))
    all.push(...part)
    if (part.length < 100) return all
  }
}

/** Writes a note under a parent; answers with its id. */
export async function newNote(
  ask: Ask,
  parent: string,
  given: Values = { body: 'A note' },
): Promise<number> {
  return idOf((await ask('POST', `${parent}/notes`, { body: given })).json)
}

/** The path of a new snippet in a project of its own, whom everybody sees. */
export async function newSnippetPath(ask: Ask): Promise<string> {
  const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
  return `/projects/${project}/snippets/${await newSnippet(ask, project, { visibility_level: 20 })}`
}

export const newPublicProject = (ask: Ask) => newProject(ask, { visibility_level: 20 })

export const newPublicRepository = (ask: Ask) => newRepository(ask, { visibility_level: 20 })

export const labelsOf = (given: unknown) =>
  String(given ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')

export const textsOf = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])

export const isFound = ({ status }: Answer) => status === 200
