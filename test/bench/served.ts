import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from '../cli/command.ts'
import { requestsPerSecond, type Work } from './drive.ts'
import { median, spread } from './median.ts'
import { startHono, startPeers } from './peers/start.ts'
import { issuePage, issuePageAmongWrites, type Row } from './row.ts'
import { benchSeed, size } from './world.ts'

/** How long is measured: so many rounds, each of so many seconds a server and work. */
export interface Effort {
  readonly rounds: number
  readonly seconds: number
}

interface Task {
  readonly name: string
  readonly goal?: number
  readonly paths: readonly string[]
  readonly method?: 'POST' | 'PUT'
  readonly body?: object
  readonly isOnce?: boolean
  /** What is posted between, below `/api/v3`. */
  readonly posts?: Work['posts']
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const list = '/projects/1/issues?state=opened&per_page=20'
const anotherIssue = {
  title: 'Another issue',
  description: 'It was seen in step 7 of the installation.',
}

/** What is asked of Forgery; for each the yardstick sends the bytes of the first answer. */
const tasks: readonly Task[] = [
  {
    name: 'a page of 20 open issues of 1,000',
    goal: 0.6,
    paths: numbers(40).map((page) => `${list}&page=${page}`),
  },
  {
    name: issuePageAmongWrites,
    paths: numbers(45).map((page) => `${list}&page=${(page % 40) + 1}`),
    posts: { path: '/projects/1/issues', body: anotherIssue },
  },
  {
    name: 'the same by a label, sorted by the last change',
    paths: numbers(10).map((page) => `${list}&labels=bug&order_by=updated_at&page=${page}`),
  },
  {
    name: 'one issue by its id',
    goal: 0.75,
    paths: numbers(200).map((id) => `/projects/1/issues/${id}`),
  },
  {
    name: 'a page of 20 projects of 1,000',
    goal: 0.4,
    paths: numbers(40).map((page) => `/projects/visible?per_page=20&page=${page}`),
  },
  {
    name: 'the first page of a log of 100 commits',
    paths: ['/projects/2/repository/commits?per_page=20'],
  },
  {
    name: 'an issue is created',
    goal: 0.35,
    method: 'POST',
    paths: ['/projects/1/issues'],
    body: anotherIssue,
  },
  {
    name: 'a merge request is merged',
    method: 'PUT',
    body: {},
    paths: numbers(size.mergeRequests).map((id) => `/projects/2/merge_requests/${id}/merge`),
    isOnce: true,
  },
]

const headers = { 'private-token': 'alice-token' }

/**
 * Forgery, as `forgery serve` starts it, beside Hono that sends the same bytes as a constant; and the
 * others with a page of issues. All in turns, so that whatever else the machine does burdens all.
 */
export async function servedRows(effort: Effort): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'forgery-bench-'))
  const running: Running[] = []
  try {
    const world = join(scratch, 'world.json')
    writeFileSync(world, JSON.stringify(benchSeed()))
    const forge = start(['serve', '--port', '0', '--json', '--seed', world])
    running.push(forge)
    const [line] = await forge.until(/^.*\n/)
    const { url }: { readonly url: string } = JSON.parse(line)
    const texts = await textsOf(url)
    const hono = await startHono(scratch, texts)
    running.push(hono.running)
    const ofTasks = await taskRows(url, hono.url, effort)
    const peers = await startPeers(scratch, texts['0'] ?? '')
    running.push(...peers.map((peer) => peer.running))
    const plain = { url: hono.url, paths: numbers(40).map(plainPath), headers: {} }
    const others = [{ name: 'Hono, plain objects', work: plain }, ...peers]
    return [...ofTasks, ...(await peerRows(url, hono.url, others, effort))]
  } finally {
    for (const { process } of running) process.kill()
    rmSync(scratch, { recursive: true })
  }
}

const plainPath = (page: number) => `/issues?state=opened&page=${page}`

/** The first answer to each task, by its number. */
async function textsOf(url: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [index, task] of tasks.entries()) {
    const { method = 'GET', body, paths } = task
    const response = await fetch(`${url}/api/v3${paths[0]}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${task.name}: ${response.status} ${await response.text()}`)
    texts[index] = await response.text()
  }
  await reset(url)
  return texts
}

async function reset(url: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/_forge/reset`, {
    method: 'POST',
    headers: { 'x-forge-control': '1' },
  })
  if (!ok) throw new Error(`The reset is a ${status}.`)
}

async function taskRows(url: string, hono: string, { rounds, seconds }: Effort): Promise<Row[]> {
  const rows: Row[] = []
  for (const [index, task] of tasks.entries()) {
    const ours = workOf(url, task)
    const constant = { url: hono, paths: [`/${index}`], headers }
    const measured: { ours: number; constant: number }[] = []
    await requestsPerSecond(ours, 2 * seconds)
    await requestsPerSecond(constant, 2 * seconds)
    for (let round = 0; round < rounds; round++) {
      if (writes(task)) await reset(url)
      measured.push({
        ours: await requestsPerSecond(ours, seconds),
        constant: await requestsPerSecond(constant, seconds),
      })
    }
    if (writes(task)) await reset(url)
    const shares = measured.map((turn) => turn.ours / turn.constant)
    rows.push({
      table: 'Forgery beside Hono that sends the same bytes as a constant',
      what: task.name,
      value: median(measured.map((turn) => turn.ours)),
      unit: 'requests/s',
      share: median(shares),
      spread: spread(shares),
      ...(task.goal !== undefined && { goal: { atLeast: task.goal } }),
    })
  }
  return rows
}

const writes = ({ method, posts }: Task) => method !== undefined || posts !== undefined

function workOf(url: string, { paths, posts, ...task }: Task): Work {
  return {
    ...task,
    url,
    headers,
    paths: paths.map((path) => `/api/v3${path}`),
    ...(posts && { posts: { ...posts, path: `/api/v3${posts.path}` } }),
  }
}

/** All that answer a page of issues, each beside the constant one of its round. */
async function peerRows(
  url: string,
  hono: string,
  others: readonly { readonly name: string; readonly work: Work }[],
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  const [first] = tasks
  if (!first) throw new Error('There is nothing to ask.')
  const constant = { name: 'Hono, a constant', work: { url: hono, paths: ['/0'], headers } }
  const all = [constant, { name: 'Forgery', work: workOf(url, first) }, ...others]
  const measured: Record<string, number>[] = []
  for (let round = -1; round < rounds; round++) {
    const turn: Record<string, number> = {}
    for (const { name, work } of all) turn[name] = await requestsPerSecond(work, seconds)
    if (round >= 0) measured.push(turn)
  }
  return all.map(({ name }) => {
    const shares = measured.map((turn) => (turn[name] ?? 0) / (turn[constant.name] ?? 0))
    return {
      table: issuePage,
      what: name,
      value: median(measured.map((turn) => turn[name] ?? 0)),
      unit: 'requests/s',
      share: median(shares),
      spread: spread(name === constant.name ? measured.map((turn) => turn[name] ?? 0) : shares),
    }
  })
}
