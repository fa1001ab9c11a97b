import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { serverSets } from './index.ts'
import { askOf } from './server.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const createDemo = () => createForge({ seed: 'demo', log: () => {}, fetch })

const servers = serverSets.flatMap(({ faulty, legitimate }) => [...faulty, ...legitimate])

it('has no two servers of one name', () => {
  expect(new Set(servers.map(({ name }) => name)).size).toBe(servers.length)
})

// What no call shows is no fault and no difference, and says nothing about a judge.
it.each(servers)('$name: calls show it, and do not show it of a forge', async (server) => {
  const forge = await createDemo()
  expect(await server.isShown(askOf(server.start(forge)))).toBe(true)
  expect(await server.isShown(askOf((await createDemo()).fetch))).toBe(false)
})
