import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { root } from '../package/root.ts'
import { median } from './median.ts'

const count = 1000

/** What a thousand worlds of the demo seed cost. */
export interface WorldCosts {
  /** To make all of them, in milliseconds. */
  readonly together: number
  /** To make one, the median, in milliseconds. */
  readonly one: number
  /** Together, in MiB, after each was asked once. */
  readonly memory: number
  /** How long a request to each takes, as a share of one to the default world; medians. */
  readonly request: number
}

export async function worldCosts(): Promise<WorldCosts> {
  const { createWorlds }: typeof import('../../src/index.ts') = await import(
    join(root, 'dist/index.js')
  )
  const worlds = await createWorlds({ seed: 'demo', maxWorlds: count })
  // Another address each time: what was answered before is not found anew.
  let asked = 0
  const ask = async (forge: typeof worlds.default.forge) => {
    const url = `http://forge.test/api/v3/projects/visible?per_page=5&asked=${asked++}`
    const headers = { 'private-token': 'root-token' }
    await (await forge.fetch(new Request(url, { headers }))).text()
  }
  for (let warming = 0; warming < 200; warming++) await ask(worlds.default.forge)
  const before = usedMemory()
  const times: number[] = []
  for (let made = 0; made < count; made++) {
    const started = performance.now()
    await worlds.create()
    times.push(performance.now() - started)
  }
  const forges = worlds.list().map(({ forge }) => forge)
  // The first request of a world builds the indexes that it looks records up by.
  for (const forge of forges) await ask(forge)
  const memory = (usedMemory() - before) / 2 ** 20
  const requests: Record<'toEach' | 'toOne', number[]> = { toEach: [], toOne: [] }
  for (const forge of forges) {
    requests.toEach.push(await timeOf(() => ask(forge)))
    requests.toOne.push(await timeOf(() => ask(worlds.default.forge)))
  }
  const request = median(requests.toEach) / median(requests.toOne)
  const together = times.reduce((sum, each) => sum + each, 0)
  return { together, one: median(times), memory, request }
}

function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}
