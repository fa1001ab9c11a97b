import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, run, start } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { type Page, requestsPerSecond } from './load.ts'
import { median } from './median.ts'

/** Requests a second of ours and of the yardsticks, and the one as a share of each of the others. */
export interface Throughput {
  readonly ours: number
  readonly constant: number
  readonly sorted: number
  readonly shareOfConstant: number
  readonly shareOfSorted: number
  readonly bytes: number
}

const rounds = 5
const projects = 1000

/**
 * A page of 20 projects of a world of 1,000 beside the same bytes as a constant Hono page, and beside
 * Hono that filters and sorts the same projects as plain objects. In turns, so that whatever else the
 * machine does burdens all. Each server is a process of its own.
 */
export async function measureThroughput(): Promise<Throughput> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-bench-'))
  const running: Running[] = []
  try {
    const world = join(folder, 'world.json')
    await run('seed', '--users', '100', '--projects', String(projects), '--output', world)
    const forge = start(['serve', '--port', '0', '--json', '--seed', world])
    running.push(forge)
    const ours = pageAt(await urlOf(forge), '/api/v3/projects/visible?per_page=20')
    const all: unknown[] = []
    for (let page = 1; page <= projects / 100; page++) {
      const path = `/api/v3/projects/visible?order_by=id&sort=asc&per_page=100&page=${page}`
      all.push(...(await read(pageAt(ours.url, path))))
    }
    const bytes = JSON.stringify(await read(ours)).length
    // Archived projects are left out of the list.
    if (all.length < 0.9 * projects) throw new Error(`There are ${all.length} projects.`)

    const file = join(folder, 'projects.json')
    writeFileSync(file, JSON.stringify(all))
    const yardsticks = start([join(root, 'test/bench/yardsticks.ts'), file], root, jiti)
    running.push(yardsticks)
    const url = await urlOf(yardsticks)
    return { ...(await compare(ours, pageAt(url, '/constant'), pageAt(url, '/sorted'))), bytes }
  } finally {
    for (const { process } of running) process.kill()
    rmSync(folder, { recursive: true })
  }
}

const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')

async function urlOf(server: Running): Promise<URL> {
  const [line] = await server.until(/^.*\n/)
  return new URL(JSON.parse(line).url)
}

function pageAt(server: URL, path: string): Page {
  return { url: new URL(path, server), headers: { 'private-token': 'root-token' } }
}

async function read({ url, headers }: Page): Promise<unknown[]> {
  const response = await fetch(url, { headers })
  if (response.status !== 200) throw new Error(`${url} is a ${response.status}.`)
  return response.json()
}

async function compare(
  ours: Page,
  constant: Page,
  sorted: Page,
): Promise<Omit<Throughput, 'bytes'>> {
  const settings = { connections: 16, seconds: 1 }
  const measureAll = async () => ({
    ours: await requestsPerSecond(ours, settings),
    constant: await requestsPerSecond(constant, settings),
    sorted: await requestsPerSecond(sorted, settings),
  })
  await measureAll()
  const measured: Awaited<ReturnType<typeof measureAll>>[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measureAll())
  return {
    ours: median(measured.map((each) => each.ours)),
    constant: median(measured.map((each) => each.constant)),
    sorted: median(measured.map((each) => each.sorted)),
    shareOfConstant: median(measured.map((each) => each.ours / each.constant)),
    shareOfSorted: median(measured.map((each) => each.ours / each.sorted)),
  }
}
