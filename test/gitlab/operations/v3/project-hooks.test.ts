import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'dev' }],
  projects: [
    { path: 'jane/website', members: { dev: 'developer' as const } },
    { path: 'jane/other' },
  ],
  hooks: [{ project: 'jane/other', url: 'http://127.0.0.1:9/other', paused: true }],
}

const hooks = '/projects/1/hooks'
const url = 'http://127.0.0.1:9/hook'

describeForge('hooks of projects in v3', { seed }, (api) => {
  it('are added, with the payloads of v3, and shown', async () => {
    const hook = { url, token: 'a secret', issues_events: true, build_events: true }
    const added = await api.as('jane').post(hooks, hook)
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: 2,
      url,
      created_at: now,
      project_id: 1,
      push_events: true,
      tag_push_events: false,
      issues_events: true,
      merge_requests_events: false,
      note_events: false,
      build_events: true,
      pipeline_events: false,
      wiki_page_events: false,
      enable_ssl_verification: true,
    })
    expect(api.forge.db.hooks.get(2)).toMatchObject({ token: 'a secret', payloads: 'v3' })
    expect((await api.as('jane').get(`${hooks}/2`)).body).toEqual(added.body)
    expect((await api.as('jane').get(hooks)).body).toEqual([added.body])
    expect((await api.as('root').get('/hooks')).body).toEqual([])
  })

  it('are refused without an address, and with one that is none', async () => {
    expect((await api.as('jane').post(hooks, {})).status).toBe(400)
    const invalid = { status: 422, body: { error: 'Invalid url given' } }
    expect(await api.as('jane').post(hooks, { url: 'ftp://example.com' })).toMatchObject(invalid)
    await api.as('jane').post(hooks, { url })
    expect(await api.as('jane').put(`${hooks}/2`, { url: 'nowhere' })).toMatchObject(invalid)
    expect((await api.as('jane').put(`${hooks}/2`, { push_events: true })).status).toBe(400)
  })

  it('are changed', async () => {
    await api.as('jane').post(hooks, { url, note_events: true })
    const { status, body } = await api.as('jane').put(`${hooks}/2`, { url, build_events: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ url, note_events: true, build_events: true })
  })

  it('are removed, and answered once more', async () => {
    await api.as('jane').post(hooks, { url })
    const { status, body } = await api.as('jane').delete(`${hooks}/2`)
    expect([status, body.id]).toEqual([200, 2])
    const gone = await api.as('jane').delete(`${hooks}/2`)
    expect([gone.status, gone.body]).toEqual([
      404,
      { message: '404 Error deleting hook 2 Not Found' },
    ])
  })

  it('are of their project alone, and the business of masters', async () => {
    expect((await api.as('jane').get(`${hooks}/1`)).status).toBe(404)
    expect((await api.as('jane').delete(`${hooks}/1`)).status).toBe(404)
    expect((await api.as('dev').get(hooks)).status).toBe(403)
    expect((await api.anonymous.get(hooks)).status).toBe(401)
  })
})
