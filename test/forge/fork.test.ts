import { expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const headers = { 'private-token': 'root-token' }

async function requestIds({ fetch }: Awaited<ReturnType<typeof createForge>>, count = 2) {
  const ids: (string | null)[] = []
  for (let index = 0; index < count; index++) {
    const response = await fetch('http://forge.test/api/v3/user', { headers })
    ids.push(response.headers.get('x-request-id'))
  }
  return ids
}

it('takes nothing of the random numbers of the forge that it is made of', async () => {
  const options = { seed, randomSeed: 7 }
  const [alone, forked] = [await createForge(options), await createForge(options)]
  forked.fork()
  forked.fork({ from: 'seed' })
  expect(await requestIds(forked)).toEqual(await requestIds(alone))
})

it('has random numbers of its own, the same in every run', async () => {
  const run = async () => {
    const forge = await createForge({ seed, randomSeed: 7 })
    const forks = [forge, forge.fork(), forge.fork(), forge.fork().fork()]
    const ids: (string | null)[] = []
    for (const each of forks) ids.push(...(await requestIds(each)))
    return ids
  }
  const first = await run()
  expect(new Set(first).size).toBe(first.length)
  expect(await run()).toEqual(first)
})

it('has the same numbers again after a reset of the forge', async () => {
  const forge = await createForge({ seed, randomSeed: 7 })
  const before = await requestIds(forge.fork())
  forge.reset()
  expect(await requestIds(forge.fork())).toEqual(before)
})
