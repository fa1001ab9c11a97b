import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const allowedGrowth = 5 * 2 ** 20

/** What a commit leaves behind would be 10 MB by then; `npm run search` goes on to 2,000. */
const cycles = Number(process.env.FORGERY_MEMORY_CYCLES ?? 700)

const seed = {
  users: [{ username: 'jane' }],
  projects: [
    {
      path: 'jane/website',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create' as const, file_path: 'README', content: 'Hello' }],
          },
        ],
      },
    },
  ],
}

/** A commit of 1 kB that no other one shares, and a question that walks what led to it. */
async function commit(forge: Forge, cycle: number): Promise<void> {
  const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }
  const url = 'http://forge.test/api/v3/projects/1/repository'
  const body = JSON.stringify({
    branch_name: 'master',
    commit_message: `Commit ${cycle}`,
    actions: [{ action: 'create', file_path: `file-${cycle}`, content: `${cycle} `.repeat(200) }],
  })
  const made = await forge.fetch(new Request(`${url}/commits`, { method: 'POST', headers, body }))
  expect(made.status).toBe(201)
  const { id } = await made.json()
  expect((await forge.fetch(new Request(`${url}/commits/${id}`, { headers }))).status).toBe(200)
}

function usedMemory(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** What memory has grown by when a cycle is done over and over. */
async function growthOver(
  cycles: number,
  cycle: (count: number) => Promise<void>,
): Promise<number> {
  for (let count = 0; count < 200; count++) await cycle(count)
  const before = usedMemory()
  for (let count = 0; count < cycles; count++) await cycle(count)
  return usedMemory() - before
}

async function createQuietForge(): Promise<Forge> {
  return createTestForge({ seed, validateResponses: false })
}

it('is where it was after many cycles of commit and reset', async () => {
  const forge = await createQuietForge()
  const growth = await growthOver(cycles, async (count) => {
    await commit(forge, count)
    forge.reset()
  })
  expect(growth).toBeLessThan(allowedGrowth)
})

it('is where it was after many cycles of fork, commit and drop', async () => {
  const forge = await createQuietForge()
  await commit(forge, -1)
  const growth = await growthOver(cycles, async (count) => commit(forge.fork(), count))
  expect(growth).toBeLessThan(allowedGrowth)
})

it('is where it was after many cycles of commit and restore', async () => {
  const forge = await createQuietForge()
  await commit(forge, -1)
  const snapshot = forge.snapshot()
  const growth = await growthOver(cycles, async (count) => {
    await commit(forge, count)
    forge.snapshot()
    forge.restore(snapshot)
  })
  expect(growth).toBeLessThan(allowedGrowth)
})
