import { createServer } from 'node:http'
import { type Ask, at } from '../server.ts'
import {
  type Call,
  encoded,
  listOf,
  newRepository,
  type Values,
  writeFile,
} from '../shared-tools.ts'

/** Sends the payload of a push to the URL of a hook, as a server does, and waits until it has arrived. */
export async function deliver(url: unknown, payload: Values): Promise<void> {
  try {
    await globalThis.fetch(String(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(2000),
    })
  } catch {
    // Nobody listens there: a delivery that fails is no concern of the call that caused it.
  }
}

/** The system hooks that there are. */
export const systemHooks = async ({ askAsRoot }: Call) =>
  listOf((await askAsRoot('GET', '/hooks?per_page=100')).json)

/** The payload of a push to a project of a call. */
export const pushPayload = ({ path, given }: Call, event_name = 'push'): Values => ({
  event_name,
  ref: event_name === 'push' ? `refs/heads/${given.branch_name}` : `refs/tags/${given.tag_name}`,
  project_id: Number(path.id),
})

/** Listens while something is done, and answers with how many requests arrived by then and a moment later. */
export async function deliveriesDuring(act: (url: string) => Promise<void>): Promise<number> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await act(`http://127.0.0.1:${port}/hook`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return count
}

/** The text of a file, or undefined where there is none. */
export async function textOf(ask: Ask, project: number, file: string, ref = 'master') {
  const path = `/projects/${project}/repository/blobs/${encoded(ref)}?filepath=${encoded(file)}`
  const { status, text } = await ask('GET', path)
  return status === 200 ? text : undefined
}

/** Changes a file on a branch. */
export const changeFile = (ask: Ask, project: number, given: Values) =>
  ask('PUT', `/projects/${project}/repository/files`, {
    body: { branch_name: 'master', commit_message: 'Change', ...given },
  })

export const newTag = (ask: Ask, project: number, tag_name: string, given: Values = {}) =>
  ask('POST', `/projects/${project}/repository/tags`, {
    body: { tag_name, ref: 'master', ...given },
  })

export const newCommit = (ask: Ask, project: number, actions: readonly Values[], given = {}) =>
  ask('POST', `/projects/${project}/repository/commits`, {
    body: { branch_name: 'master', commit_message: 'Commit', actions, ...given },
  })

/** The default branch of the project of a call. */
export const defaultBranchOf = async ({ askAsRoot, path }: Call) =>
  String(at((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json, 'default_branch'))

const configuration =
  'stages: [build, check]\ncompile:\n  stage: build\n  script: [make]\nlint:\n  stage: check\n  script: [make lint]\n'

/** Makes a project whose newest commit has a pending build and one of a later stage; answers with the ids of both. */
export async function newBuilds(ask: Ask) {
  const project = await newRepository(ask)
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: configuration })
  const builds = listOf((await ask('GET', `/projects/${project}/builds`)).json)
  const named = (name: string) => Number(builds.find((one) => one.name === name)?.id)
  return { project, compile: named('compile'), lint: named('lint') }
}
