import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from '../cli/command.ts'
import { requestsPerSecond, requestsPerSecondAmongWrites, type Work } from './drive.ts'
import { median, spread } from './median.ts'
import { startHono, startPeers } from './peers/start.ts'
import { issuePage, issuePageAmongWrites, type Row } from './row.ts'
import { benchSeed } from './world.ts'

/** How long is measured: so many rounds, each of so many seconds a server and work. */
export interface Effort {
  readonly rounds: number
  readonly seconds: number
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const list = '/api/v3/projects/1/issues?state=opened&per_page=20'
const headers = { 'private-token': 'alice-token' }
const anotherIssue = {
  title: 'Another issue',
  description: 'It was seen in step 7 of the installation.',
}

/** All pages of the open issues, each request at an address of its own. */
const pagesOf = (url: string): Work => ({
  url,
  headers,
  paths: numbers(40).map((page) => `${list}&page=${page}`),
  isDistinct: true,
})

/** One page, and after every nine requests an issue more. */
const pageAmongWritesOf = (url: string): Work => ({
  url,
  headers,
  paths: [`${list}&page=1`],
  posts: { path: '/api/v3/projects/1/issues', body: anotherIssue },
})

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
    const page = await textOf(url)
    const hono = await startHono(scratch, page)
    running.push(hono.running)
    const peers = await startPeers(scratch, page)
    running.push(...peers.map((peer) => peer.running))
    const plain: Work = {
      url: hono.url,
      headers: {},
      paths: numbers(40).map((number) => `/issues?state=opened&page=${number}`),
      isDistinct: true,
    }
    const others = [{ name: 'Hono, plain objects', work: plain }, ...peers]
    return [
      ...(await pageRows(url, hono.url, others, effort)),
      await amongWrites(url, hono.url, effort, scratch),
    ]
  } finally {
    for (const { process } of running) process.kill()
    rmSync(scratch, { recursive: true })
  }
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(`${url}${list}`, { headers })
  if (!response.ok) throw new Error(`The page is a ${response.status}: ${await response.text()}`)
  return response.text()
}

async function reset(url: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/_forge/reset`, {
    method: 'POST',
    headers: { 'x-forge-control': '1' },
  })
  if (!ok) throw new Error(`The reset is a ${status}.`)
}

/** All that answer a page of issues, each beside the constant one of its round. */
async function pageRows(
  url: string,
  hono: string,
  others: readonly { readonly name: string; readonly work: Work }[],
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  const constant = {
    name: 'Hono, a constant',
    work: { url: hono, paths: ['/page'], headers, isDistinct: true },
  }
  const all = [constant, { name: 'Forgery', work: pagesOf(url) }, ...others]
  const measured: Record<string, number>[] = []
  for (let round = -1; round < rounds; round++) {
    const turn: Record<string, number> = {}
    for (const { name, work } of all) turn[name] = await requestsPerSecond(work, seconds)
    if (round >= 0) measured.push(turn)
  }
  return all.map(({ name }): Row => {
    const shares = measured.map((turn) => (turn[name] ?? 0) / (turn[constant.name] ?? 0))
    return {
      table: issuePage,
      what: name,
      value: median(measured.map((turn) => turn[name] ?? 0)),
      unit: 'requests/s',
      share: median(shares),
      spread: spread(name === constant.name ? measured.map((turn) => turn[name] ?? 0) : shares),
      ...(name === 'Forgery' && { goal: { atLeast: 0.5 } }),
    }
  })
}

/** Beside the constant, which is never written to. */
async function amongWrites(
  url: string,
  hono: string,
  { rounds, seconds }: Effort,
  scratch: string,
): Promise<Row> {
  const constant: Work = { url: hono, paths: ['/page'], headers }
  const measured: { ours: number; constant: number }[] = []
  // wrk counts in whole seconds.
  const whole = Math.ceil(seconds)
  for (let round = -1; round < rounds; round++) {
    await reset(url)
    const turn = {
      ours: await requestsPerSecondAmongWrites(pageAmongWritesOf(url), whole, scratch),
      constant: await requestsPerSecondAmongWrites(constant, whole, scratch),
    }
    if (round >= 0) measured.push(turn)
  }
  const shares = measured.map((turn) => turn.ours / turn.constant)
  return {
    table: 'Reads among writes',
    what: issuePageAmongWrites,
    value: median(measured.map((turn) => turn.ours)),
    unit: 'requests/s',
    share: median(shares),
    spread: spread(shares),
    goal: { atLeast: 0.5 },
  }
}
