import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveWorker } from './served-worker.ts'

it('reads the seed of the worker again after it could not be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgery-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const seed = join(folder, 'world.json')
  const { ask } = serveWorker({ seed })
  const askAsJane = () => ask('/api/v3/user', { headers: { 'private-token': 'jane-token' } })
  expect((await askAsJane()).status).toBe(500)
  await writeFile(seed, JSON.stringify({ users: [{ username: 'jane' }] }))
  expect((await askAsJane()).body).toMatchObject({ username: 'jane' })
})

it('lists the worlds again after their names could not be read', async () => {
  const { control, names, registry } = serveWorker()
  const storage = registry.storageOf('registry')
  const { list } = storage
  storage.list = () => Promise.reject(new Error('The disk is on fire'))
  expect((await control('GET', '/worlds')).status).toBe(500)
  storage.list = list
  expect(await names()).toEqual(['default'])
})
