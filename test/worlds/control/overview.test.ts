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

it('finds people of a crowd by words of their names, first who is called just so', async () => {
  const crowd = Array.from({ length: 300 }, (_, index) => ({
    username: `user-${300 - index}`,
    name: `Ada ${index} Lowe`,
  }))
  const { control } = await serveWorlds({ seed: { users: crowd } })
  const find = async (search: string) => {
    const { body } = await control('GET', `/overview?search=${encodeURIComponent(search)}`)
    expect(body.records.users).toBe(300)
    const { people, people_count }: { people: { username: string }[]; people_count: number } = body
    return [people_count, people.map(({ username }) => username)]
  }
  expect(await find('user-29')).toEqual([
    11,
    [29, 299, 298, 297, 296, 295, 294, 293, 292, 291, 290].map((at) => `user-${at}`),
  ])
  expect(await find(' LOWE 299 ')).toEqual([2, ['user-299', 'user-1']])
  expect(await find('nobody')).toEqual([0, []])
})
