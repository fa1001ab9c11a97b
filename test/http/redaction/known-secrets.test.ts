import { describe, expect, it, vi } from 'vitest'
import { createKnownSecrets } from '../../../src/http/redaction/known-secrets.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import { createStore } from '../../../src/store/store.ts'
import { describeTransports } from '../../harness.ts'

describe('the secrets of a world', () => {
  it('are kept to the last thousand that were changed', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    const secretOf = (count: number) => `password ${10_000 + count}`
    for (let count = 0; count < 1102; count++) {
      const [jane] = store.users.all()
      if (jane) store.users.replace(jane, { password: secretOf(count) })
      secrets.masker()('What changed is seen.')
    }
    expect(secrets.masker()(secretOf(1101))).toBe('[MASKED]')
    expect(secrets.masker()(secretOf(101))).toBe('[MASKED]')
    expect(secrets.masker()(secretOf(99))).toBe(secretOf(99))
    secrets.forgetFormer()
    expect(secrets.masker()(secretOf(101))).toBe(secretOf(101))
    expect(secrets.masker()(secretOf(1101))).toBe('[MASKED]')
  })

  it('are looked for once, however many texts they are taken out of', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const looks = vi.spyOn(store.users, 'all')
    createKnownSecrets(store).masker()('a text')
    const looksOfOne = looks.mock.calls.length
    looks.mockClear()
    const mask = createKnownSecrets(store).masker(['hunter2'])
    for (let count = 0; count < 100; count++) {
      expect(mask(`jane-token hunter2 ${count}`)).toBe(`[MASKED] [MASKED] ${count}`)
    }
    expect(looks).toHaveBeenCalledTimes(looksOfOne)
  })

  it.each([10, 100])('are not looked for again after writes, in a world of %i users', (count) => {
    const users = Array.from({ length: count }, (_, index) => ({ username: `user-${index}` }))
    const store = loadSeed({ users, projects: [{ path: 'user-0/site' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    secrets.masker()('the first look')
    const looks = [store.credentials, store.hooks, store.projects, store.settings, store.users].map(
      (collection) => vi.spyOn(collection, 'all'),
    )
    for (const project of store.projects.by('creator_id', 1)) {
      store.projects.replace(project, { last_activity_at: '2017-01-15T12:00:00.000Z' })
    }
    const [first] = store.users.by('username', 'user-0')
    if (first) store.users.replace(first, { password: 'hunter2-new' })
    expect(secrets.masker()('hunter2-new user-1-token')).toBe('[MASKED] [MASKED]')
    for (const look of looks) expect(look).not.toHaveBeenCalled()
  })

  it('stay so where one of two records that hold one goes, and where both do', () => {
    const store = loadSeed({ users: [{ username: 'jane' }, { username: 'bob' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    const users = store.users.all().map((user) => {
      return store.users.replace(user, { password: 'shared-password' })
    })
    expect(secrets.masker()('a shared-password')).toBe('a [MASKED]')
    for (const user of users) {
      store.users.remove(user)
      expect(secrets.masker()('a shared-password')).toBe('a [MASKED]')
    }
    secrets.forgetFormer()
    expect(secrets.masker()('a shared-password')).toBe('a shared-password')
  })

  it('stay so where the write that takes one away is taken back', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    secrets.masker()('the first look')
    const failing = () =>
      store.transaction(() => {
        store.credentials.removeAll(store.credentials.all())
        throw new Error('It went wrong.')
      })
    expect(failing).toThrow('It went wrong.')
    secrets.remember(Array.from({ length: 1000 }, (_, count) => `password ${10_000 + count}`))
    expect(secrets.masker()('jane-token')).toBe('[MASKED]')
  })

  it('are those that went before anybody asked, too', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    const [token] = store.credentials.all()
    if (!token) throw new Error('Jane has no token.')
    store.credentials.remove(token)
    expect(secrets.masker()(token.token)).toBe('[MASKED]')
  })

  it('are those of before and after a restore', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    const [jane] = store.users.all()
    const before = store.snapshot()
    if (jane) store.users.replace(jane, { password: 'hunter2-late' })
    const texts = () => secrets.masker()('hunter2-late and jane-token')
    expect(texts()).toBe('[MASKED] and [MASKED]')
    store.restore(before)
    expect(texts()).toBe('[MASKED] and [MASKED]')
  })

  it('are masked whole where one begins as another does', () => {
    const store = loadSeed({ users: [{ username: 'jane' }] }, 'a test')
    const secrets = createKnownSecrets(store)
    secrets.remember(['jane-token-2', 'jane-t', 'short'])
    const mask = secrets.masker(['jane-token-2-more', 'jane'])
    expect(mask('jane-token-2 jane-token jane-token-2')).toBe('[MASKED] [MASKED] [MASKED]')
    expect(mask('a jane is short')).toBe('a jane is short')
  })

  it('are none where the world has none', () => {
    expect(createKnownSecrets(createStore()).masker()('jane-token')).toBe('jane-token')
  })
})

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
describeTransports('a password that was changed', { seed }, (api) => {
  it('stays secret: a text may still quote it', async () => {
    const root = api.as('root')
    await root.put('/users/2', { password: 'hunter2-first', bio: 'it is hunter2-first' })
    await root.put('/users/2', { password: 'hunter2-second' })
    expect(await root.get('/users/2')).toMatchObject({ body: { bio: 'it is hunter2-first' } })
    expect(JSON.stringify(api.forge.requests)).not.toContain('hunter2')
  })
})
