import { expect, it } from 'vitest'
import { showCompareProgress } from '../../src/cli/compare/compare-progress.ts'
import { createForge } from '../../src/forge/create-forge.ts'
import { type CompareProgress, compare } from '../../src/verify/compare/index.ts'

const progress = {
  histories: 3,
  calls: 1200,
  differences: 1,
  isShrinking: false,
  remaining: 41_500,
}
const words = '3 histories, 1200 calls, 1 difference, about 42 s left'

/** What is written to a terminal or a pipe, of which the time is set. */
function shownOn(isTTY: boolean, shown: readonly CompareProgress[]) {
  let text = ''
  let time = 0
  const write = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  const stream = Object.assign(Object.create(process.stderr), { isTTY, write })
  const display = showCompareProgress(stream, () => time)
  for (const one of shown) {
    time += 3000
    display.show(one)
  }
  display.end()
  return text
}

it('says on a terminal, and every few seconds in a pipe, how long the rest may take', () => {
  expect(shownOn(true, [progress])).toBe(`\r\u001b[K${words}\r\u001b[K`)
  expect(shownOn(false, [progress, progress, progress])).toBe(`${words}\n`)
})

it('counts the rest by the histories that are left, or by the time', async () => {
  const { fetch } = await createForge({ log: () => {} })
  const server = { url: 'http://forge.test', token: 'root-token', fetch, seed: 3, concurrency: 1 }
  const remaining = async (options: { runs: number; time?: number }) => {
    const all: (number | undefined)[] = []
    const onProgress = (one: CompareProgress) => all.push(one.remaining)
    await compare({ ...server, ...options, onProgress })
    return all
  }
  const [first = 0, second] = await remaining({ runs: 2 })
  expect(first).toBeGreaterThan(0)
  expect(second).toBe(0)
  const [ofTime = 0] = await remaining({ runs: 2, time: 1 })
  expect(ofTime).toBe(0)
})
