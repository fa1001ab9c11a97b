import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', follows: ['bob'] },
    { username: 'bob' },
    { username: 'eve', private_profile: true, follows: ['jane', 'bob'] },
  ],
}

/** Specification of v4, people-groups-projects.md, section 2.2. */
describeV4('users who follow others', { seed }, (api) => {
  const names = async (path: string, who = 'bob') => {
    const { status, body } = await api.as(who).get(path)
    return status === 200 ? body.map((one: { username: string }) => one.username) : body.message
  }

  it('are listed, with whom they follow', async () => {
    expect(await names('/users/3/followers')).toEqual(['jane', 'eve'])
    expect(await names('/users/2/following')).toEqual(['bob'])
    expect(await names('/users/3/following')).toEqual([])
    const { body } = await api.as('eve').get('/users/3')
    expect(body).toMatchObject({ followers: 2, following: 0, is_followed: true })
    expect((await api.as('bob').get('/users/2')).body).toMatchObject({
      ...{ followers: 1, following: 1, is_followed: false },
    })
  })

  it('follow and unfollow, each once', async () => {
    const jane = api.as('jane')
    const followed = await jane.post('/users/4/follow')
    expect([followed.status, followed.body.username]).toEqual([201, 'eve'])
    expect((await jane.post('/users/4/follow')).status).toBe(304)
    expect(await names('/users/2/following')).toEqual(['bob', 'eve'])
    const left = await jane.post('/users/3/unfollow')
    expect([left.status, left.body.username]).toEqual([201, 'bob'])
    expect((await jane.post('/users/3/unfollow')).status).toBe(304)
    expect(await names('/users/2/following')).toEqual(['eve'])
  })

  it('follow neither themselves nor nobody, and sign in for it', async () => {
    const self = await api.as('jane').post('/users/2/follow')
    expect([self.status, self.body]).toEqual([400, { message: 'You cannot follow yourself' }])
    expect((await api.as('jane').post('/users/99/follow')).body).toEqual({
      message: '404 User Not Found',
    })
    expect((await api.anonymous.post('/users/2/follow')).status).toBe(401)
    expect((await api.anonymous.post('/users/2/unfollow')).status).toBe(401)
  })

  it('follow no more than 300', async () => {
    const { db } = api.forge
    for (let id = 101; id <= 299 + 100; id++) {
      db.users.insert({ id, username: `u${id}`, name: 'U', email: `u${id}@example.com` })
      db.follows.insert({ user_id: 2, followed_id: id })
    }
    const { status, body } = await api.as('jane').post('/users/4/follow')
    expect(status).toBe(400)
    expect(body.message).toMatch(/^You can't follow more than 300 users\./)
  })

  it.each(['followers', 'following'])('show their %s to who is signed in', async (list) => {
    const { status, body } = await api.anonymous.get(`/users/2/${list}`)
    expect([status, body]).toEqual([403, { message: '403 Forbidden - Not authorized!' }])
    expect(await names(`/users/99/${list}`)).toBe('404 User Not Found')
    expect(await names(`/users/4/${list}`)).toBe('404 User Not Found')
    expect(Array.isArray(await names(`/users/4/${list}`, 'eve'))).toBe(true)
    expect(Array.isArray(await names(`/users/4/${list}`, 'root'))).toBe(true)
  })

  it('are followed no more when they are gone, and follow nobody', async () => {
    await api.as('root').delete('/users/2')
    expect(await names('/users/3/followers')).toEqual(['eve'])
    expect(await names('/users/4/following', 'eve')).toEqual(['bob'])
  })
})
