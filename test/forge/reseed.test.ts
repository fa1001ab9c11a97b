import { expect, it } from 'vitest'
import { SeedError } from '../../src/index.ts'
import { createTestForge, now } from '../harness.ts'

it('starts again from another seed, to which a reset goes back', async () => {
  const forge = await createTestForge({ seed: { users: [{ username: 'jane' }] }, now })
  await forge.fetch('http://forge.test/api/v3/user?private_token=jane-token')
  await forge.reseed({ users: [{ username: 'bob' }, { username: 'eve' }] })
  const names = () => forge.db.users.all().map(({ username }) => username)
  expect([names(), forge.requests.length]).toEqual([['bob', 'eve'], 0])
  forge.db.users.insert({ username: 'new', name: 'New', email: 'new@example.com' })
  expect(forge.fork({ from: 'seed' }).db.users.all()).toHaveLength(2)
  forge.reset()
  expect(names()).toEqual(['bob', 'eve'])
})

it('has the world that it had where another seed is wrong', async () => {
  const forge = await createTestForge({ seed: { users: [{ username: 'jane' }] } })
  forge.db.users.insert({ username: 'new', name: 'New', email: 'new@example.com' })
  await expect(forge.reseed({ projects: [{ path: 'nobody/x' }] })).rejects.toThrow(SeedError)
  expect(forge.db.users.all().map(({ username }) => username)).toEqual(['jane', 'new'])
  forge.reset()
  expect(forge.db.users.all().map(({ username }) => username)).toEqual(['jane'])
})
