import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [{ username: 'jane' }, { username: 'dev' }],
  projects: [{ path: 'jane/site', members: { dev: 'developer' as const } }],
}
const path = '/projects/1/remote_mirrors'
const url = 'https://git.example/site.git'

/** Specification of v4, people-groups-projects.md, section 12. */
describeV4('mirrors', { seed, now: '2026-02-01T10:00:00Z' }, (api) => {
  it('are created, shown, changed and removed', async () => {
    const jane = api.as('jane')
    const made = await jane.post(path, { url })
    const mirror = {
      id: 1,
      enabled: false,
      url,
      update_status: 'none',
      last_update_at: null,
      last_update_started_at: null,
      last_successful_update_at: null,
      last_error: null,
      only_protected_branches: false,
      keep_divergent_refs: null,
      auth_method: 'password',
      host_keys: [],
    }
    expect([made.status, made.body]).toEqual([201, mirror])
    expect((await jane.get(path)).body).toEqual([mirror])
    const changes = { enabled: true, only_protected_branches: true, keep_divergent_refs: true }
    const changed = await jane.put(`${path}/1`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...mirror, ...changes }])
    expect((await jane.get(`${path}/1`)).body).toEqual(changed.body)
    expect((await jane.delete(`${path}/1`)).status).toBe(204)
    for (const gone of [
      await jane.get(`${path}/1`),
      await jane.put(`${path}/1`, {}),
      await jane.delete(`${path}/1`),
      await jane.post(`${path}/1/sync`),
    ]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
    }
  })

  it('hide the credentials in their addresses', async () => {
    const { body } = await api.as('jane').post(path, { url: 'https://a:b@git.example/site.git' })
    expect(body.url).toBe('https://*****:*****@git.example/site.git')
  })

  it('are said to have been pushed to, where they are on', async () => {
    const jane = api.as('jane')
    await jane.post(path, { url })
    const off = await jane.post(`${path}/1/sync`)
    expect([off.status, off.body]).toEqual([
      400,
      {
        message: 'Cannot proceed with the push mirroring. Please verify your mirror configuration.',
      },
    ])
    await jane.put(`${path}/1`, { enabled: true })
    expect((await jane.post(`${path}/1/sync`)).status).toBe(204)
    expect((await jane.get(`${path}/1`)).body).toMatchObject({
      update_status: 'finished',
      last_successful_update_at: '2026-02-01T10:00:00.000Z',
    })
  })

  it('have a key where they sign in by one', async () => {
    const jane = api.as('jane')
    await jane.post(path, { url })
    const none = await jane.get(`${path}/1/public_key`)
    expect([none.status, none.body]).toEqual([404, { message: '404 Not found' }])
    await jane.put(`${path}/1`, { auth_method: 'ssh_public_key' })
    const { body } = await jane.get(`${path}/1/public_key`)
    expect(body.public_key).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[\w+/]{43}=*$/)
    await jane.put(`${path}/1`, { enabled: true })
    expect((await jane.get(`${path}/1/public_key`)).body).toEqual(body)
  })

  it.each([
    [{}, { error: 'url is missing' }],
    [
      { url: 'file:///etc' },
      { message: { url: ['is blocked: Only allowed schemes are http, https, ssh, git'] } },
    ],
    [{ url, auth_method: 'none' }, { error: 'auth_method does not have a valid value' }],
  ])('are refused with %j', async (request, body) => {
    const answer = await api.as('jane').post(path, request)
    expect([answer.status, answer.body]).toEqual([400, body])
  })

  it('are for maintainers; others are answered 401', async () => {
    for (const answer of [await api.as('dev').get(path), await api.as('dev').post(path, { url })]) {
      expect([answer.status, answer.body]).toEqual([401, { message: '401 Unauthorized' }])
    }
  })
})
