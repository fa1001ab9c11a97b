import { expect, it } from 'vitest'
import { loadingProgress } from '../../src/cli/loading-progress.ts'
import { createForge } from '../../src/forge/create-forge.ts'
import type { SeedProgress } from '../../src/seed/loaders/loading.ts'

/** What is written about a world whose reports come at these milliseconds. */
function writtenAt(times: readonly number[], isTTY: boolean): string[] {
  const written: string[] = []
  let time = 0
  const progress = loadingProgress(
    'big.yaml',
    { isTTY, write: (text) => written.push(text) },
    () => time,
  )
  for (const [index, at] of times.entries()) {
    time = at
    progress.report({ stage: 'loading', done: index / times.length })
  }
  progress.end()
  return written
}

it('reports nothing of a world that is loaded within a second', () => {
  expect(writtenAt([0, 500, 999], true)).toEqual([])
  expect(writtenAt([0, 500, 999], false)).toEqual([])
})

it('writes one line anew on a terminal, and removes it in the end', () => {
  expect(writtenAt([0, 1000, 1050, 1100], true)).toEqual([
    '\rforgery: loading big.yaml: 25 %\x1b[K',
    '\rforgery: loading big.yaml: 75 %\x1b[K',
    '\r\x1b[K',
  ])
})

it('writes a line now and then elsewhere', () => {
  expect(writtenAt([0, 1000, 2000, 5999, 6000], false)).toEqual([
    'forgery: loading big.yaml: 20 %\n',
    'forgery: loading big.yaml: 80 %\n',
  ])
})

it('is called by createForge from the beginning of a seed to its end', async () => {
  const reports: SeedProgress[] = []
  const issues = Array.from({ length: 1000 }, () => ({ title: 'a', author: 'jane' }))
  await createForge({
    seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/a', issues }] },
    onProgress: (progress) => reports.push(progress),
  })
  expect(reports[0]).toEqual({ stage: 'checking', done: 0 })
  const loading = reports.flatMap(({ stage, done }) => (stage === 'loading' ? [done] : []))
  expect(loading.length).toBeGreaterThan(4)
  expect(loading).toEqual(loading.toSorted((a, b) => a - b))
  expect(loading.at(-1)).toBeLessThanOrEqual(1)
  const read: string[] = []
  await createForge({
    seed: new URL('../../fixtures/demo', import.meta.url),
    onProgress: ({ stage }) => read.push(stage),
  })
  expect([...new Set(read)]).toEqual(['reading', 'checking', 'loading'])
})
