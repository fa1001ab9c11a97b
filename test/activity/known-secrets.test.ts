import { describe, expect, it, vi } from 'vitest'
import { createKnownSecrets } from '../../src/activity/known-secrets.ts'
import { loadSeed } from '../../src/seed/load.ts'
import { createStore } from '../../src/store/store.ts'
import { describeForge } from '../harness.ts'

describe('the secrets of a world', () => {
  it('are remembered to the last thousand that were changed', () => {
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

  it('are none where the world has none', () => {
    expect(createKnownSecrets(createStore()).masker()('jane-token')).toBe('jane-token')
  })
})

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
describeForge('a password that was changed', { seed }, (api) => {
  it('stays secret: a text may still quote it', async () => {
    const root = api.as('root')
    await root.put('/users/2', { password: 'hunter2-first', bio: 'it is hunter2-first' })
    await root.put('/users/2', { password: 'hunter2-second' })
    expect(await root.get('/users/2')).toMatchObject({ body: { bio: 'it is hunter2-first' } })
    expect(JSON.stringify(api.forge.requests)).not.toContain('hunter2')
  })
})
