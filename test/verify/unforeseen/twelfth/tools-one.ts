import { createServer } from 'node:http'
import { type Ask, at } from '../server.ts'
import { type Call, listOf, type Values } from '../shared-tools.ts'

/** What somebody hears at a URL of this machine. */
export interface Listener {
  readonly url: string
  /** The bodies that were posted, read as JSON, in the order in which they came. */
  readonly heard: readonly unknown[]
}

/** Listens at a free port of this machine for as long as something else is done. */
export async function listening<Result>(
  during: (listener: Listener) => Promise<Result>,
): Promise<Result> {
  const heard: unknown[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    heard.push(JSON.parse(Buffer.concat(parts).toString()))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    return await during({ url: `http://127.0.0.1:${port}/hook`, heard })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Whether somebody was told of a push to one ref. */
export const isToldOf = ({ heard }: Listener, ref: string) =>
  heard.some((one) => at(one, 'event_name') === 'push' && at(one, 'ref') === ref)

/** The system hooks that the forge has. */
export const hooksOf = async ({ askAsRoot }: Call) =>
  listOf((await askAsRoot('GET', '/hooks?per_page=100')).json)

/** Tells hooks of a push, as system hooks are told; whoever does not answer is left alone. */
export async function tellOfPush(
  call: Call,
  hooks: readonly Values[],
  branch: unknown,
): Promise<void> {
  const { json: project } = await call.askAsRoot('GET', `/projects/${call.path.id}`)
  const body = JSON.stringify({
    event_name: 'push',
    ref: `refs/heads/${branch}`,
    project_id: at(project, 'id'),
    commits: [],
    total_commits_count: 1,
  })
  const headers = { 'Content-Type': 'application/json', 'X-Gitlab-Event': 'System Hook' }
  const signal = AbortSignal.timeout(2000)
  const told = hooks.map(({ url }) =>
    fetch(String(url), { method: 'POST', headers, body, signal }).catch(() => undefined),
  )
  await Promise.all(told)
}

/** Adds a system hook; answers with its id. */
export async function newHook(ask: Ask, given: Values): Promise<number> {
  const body = { push_events: false, tag_push_events: false, ...given }
  return Number(at((await ask('POST', '/hooks', { body })).json, '0.id'))
}
