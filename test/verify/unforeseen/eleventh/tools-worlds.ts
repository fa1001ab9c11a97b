import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Ask, at } from '../server.ts'
import { type Call, freshName, type Values } from '../shared-tools.ts'

/** The list with further objects at its end, but for those that it has already. */
export const joined = (all: readonly Values[], more: readonly Values[]) => [
  ...all,
  ...more.filter(({ id }) => !all.some((one) => one.id === id)),
]

/** Sends a receiver on this machine what is no affair of its; whether it hears it is its own affair. */
export async function tell(url: unknown, token: unknown, payload: unknown): Promise<void> {
  if (!URL.canParse(String(url)) || !local.has(new URL(String(url)).hostname)) return
  const headers = {
    'content-type': 'application/json',
    'x-gitlab-event': 'System Hook',
    ...(token === undefined ? {} : { 'x-gitlab-token': String(token) }),
  }
  const signal = AbortSignal.timeout(2000)
  const sent = fetch(String(url), {
    method: 'POST',
    headers,
    body: JSON.stringify(payload),
    signal,
  })
  await sent.then((answer) => answer.arrayBuffer()).catch(() => undefined)
}

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What a system hook is told about the newest commit of a branch. */
export async function pushPayload({ askAsRoot }: Call, project: number, branch: string) {
  const path = `/projects/${project}/repository/commits?ref_name=${encodeURIComponent(branch)}`
  const [about, commits] = [
    await askAsRoot('GET', `/projects/${project}`),
    await askAsRoot('GET', path),
  ]
  return {
    event_name: 'push',
    object_kind: 'push',
    before: at(commits.json, '1.id') ?? '0'.repeat(40),
    after: at(commits.json, '0.id'),
    checkout_sha: at(commits.json, '0.id'),
    ref: `refs/heads/${branch}`,
    user_name: at(commits.json, '0.author_name'),
    user_email: at(commits.json, '0.author_email'),
    project_id: project,
    project: { name: at(about.json, 'name'), web_url: at(about.json, 'web_url') },
    commits: [{ id: at(commits.json, '0.id'), message: at(commits.json, '0.message') }],
    total_commits_count: 1,
  }
}

/** Listens for deliveries while something is done, and answers with what came within a moment. */
export async function received(act: (url: string) => Promise<void>): Promise<readonly string[]> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      bodies.push(body)
      response.end('heard')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    await act(`http://127.0.0.1:${portOf(server.address())}/${freshName('receiver')}`)
    await moment(100)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return bodies
}

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0

/** Waits, so that what follows has another time. */
export const moment = (milliseconds = 20) =>
  new Promise<void>((passed) => setTimeout(passed, milliseconds))

/** Whether a path answers with success. */
export const isThere = async (ask: Ask, path: string) => (await ask('GET', path)).status === 200
