import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, run, start } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { type Page, requestsPerSecond } from './load.ts'
import { median } from './median.ts'

/** Requests a second of ours, of the constant page, and the one as a share of the other. */
export interface Throughput {
  readonly ours: number
  readonly constant: number
  readonly share: number
  readonly bytes: number
}

const rounds = 5

/**
 * A page of 20 projects of a world of 1,000 beside the same bytes as a constant Hono page, in turns,
 * so that whatever else the machine does burdens both. Each server is a process of its own.
 */
export async function measureThroughput(): Promise<Throughput> {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-bench-'))
  const running: Running[] = []
  try {
    const world = join(folder, 'world.json')
    await run('seed', '--users', '100', '--projects', '1000', '--output', world)
    const forge = start(['serve', '--port', '0', '--json', '--seed', world])
    running.push(forge)
    const ours = await pageOf(forge)
    const response = await fetch(ours.url, { headers: ours.headers })
    const text = await response.text()
    if (JSON.parse(text).length !== 20) throw new Error(`No page of projects: ${text}`)

    const file = join(folder, 'page.json')
    writeFileSync(file, text)
    const yardstick = start([join(root, 'test/bench/constant-server.ts'), file], root, jiti)
    running.push(yardstick)
    const constant = await pageOf(yardstick)
    return { ...(await compare(ours, constant)), bytes: text.length }
  } finally {
    for (const { process } of running) process.kill()
    rmSync(folder, { recursive: true })
  }
}

const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')

async function pageOf(server: Running): Promise<Page> {
  const [line] = await server.until(/^.*\n/)
  const url = new URL('/api/v3/projects/visible?per_page=20', JSON.parse(line).url)
  return { url, headers: { 'private-token': 'root-token' } }
}

async function compare(ours: Page, constant: Page): Promise<Omit<Throughput, 'bytes'>> {
  const settings = { connections: 16, seconds: 1 }
  await requestsPerSecond(ours, settings)
  await requestsPerSecond(constant, settings)
  const pairs: { ours: number; constant: number }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({
      ours: await requestsPerSecond(ours, settings),
      constant: await requestsPerSecond(constant, settings),
    })
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    constant: median(pairs.map((pair) => pair.constant)),
    share: median(pairs.map((pair) => pair.ours / pair.constant)),
  }
}
