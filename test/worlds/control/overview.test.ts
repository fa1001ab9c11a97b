import { expect, it } from 'vitest'
import { now } from '../../harness.ts'
import { seed, serveWorlds } from './served-worlds.ts'

it('shows a world at a glance', async () => {
  const { control } = await serveWorlds()
  await control('POST', '/worlds', { name: 'checkout' })
  await control('POST', '/worlds/checkout/add', { users: [{ username: 'anna', name: 'Anna Roe' }] })
  const { status, body } = await control('GET', '/worlds/checkout/overview')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    world: 'checkout',
    apis: ['v4', 'v3'],
    now,
    people: [
      { username: 'root', role: 'administrator', token: 'root-token' },
      { username: 'jane', role: 'user', token: 'jane-token' },
      { username: 'anna', name: 'Anna Roe', role: 'user' },
    ],
    people_count: 3,
    records: { users: 3, projects: 1, issues: 0 },
  })
  expect((await control('GET', '/overview')).body.records.users).toBe(2)
})

it('names a few of a crowd, and counts all', async () => {
  const crowd = Array.from({ length: 300 }, (_, index) => ({ username: `user-${index}` }))
  const { control } = await serveWorlds({
    seed: { ...seed, users: [...(seed.users ?? []), ...crowd] },
  })
  const { body } = await control('GET', '/overview')
  expect(body.people).toHaveLength(200)
  expect(body.people_count).toBe(302)
})
