import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', emails: ['second@jane.example'] },
    { username: 'bob', state: 'blocked' },
  ],
  groups: [{ path: 'acme', members: { jane: 'owner' } }],
  projects: [
    { path: 'acme/site', issues: [{ title: 'One', author: 'jane' }] },
    { path: 'acme/other', visibility: 'private' },
  ],
  hooks: [{ url: 'http://one.example/hook', token: 'a secret', created_at: '2017-01-02' }],
}

describeV4('the instance', { seed }, (api) => {
  const root = () => api.as('root')
  const jane = () => api.as('jane')

  it('counts what it has', async () => {
    const { body } = await root().get('/application/statistics')
    expect(body).toEqual({
      forks: '0',
      issues: '1',
      merge_requests: '0',
      notes: '0',
      snippets: '0',
      ssh_keys: '0',
      milestones: '0',
      users: '3',
      groups: '1',
      projects: '2',
      active_users: '2',
    })
    expect((await jane().get('/application/statistics')).status).toBe(403)
  })

  it('writes thousands with commas', async () => {
    for (let number = 0; number < 1234; number++) {
      api.forge.db.milestones.insert({ project_id: 1, iid: number + 1, title: `M${number}` })
    }
    expect((await root().get('/application/statistics')).body.milestones).toBe('1,234')
  })

  describe('has hooks', () => {
    const one = {
      id: 1,
      url: 'http://one.example/hook',
      name: null,
      description: null,
      created_at: '2017-01-02T00:00:00.000Z',
      push_events: true,
      tag_push_events: false,
      merge_requests_events: false,
      repository_update_events: true,
      enable_ssl_verification: true,
      organization_id: 1,
      alert_status: 'executable',
      disabled_until: null,
      url_variables: [],
      push_events_branch_filter: null,
      branch_filter_strategy: 'wildcard',
      custom_webhook_template: null,
      custom_headers: [],
    }

    it('that are shown without their tokens, and are not tested by that', async () => {
      expect((await root().get('/hooks')).body).toEqual([one])
      const { status, body } = await root().get('/hooks/1')
      expect([status, body]).toEqual([200, one])
      const missing = await root().get('/hooks/9')
      expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }])
      expect((await jane().get('/hooks')).status).toBe(403)
      expect((await api.anonymous.get('/hooks')).status).toBe(401)
    })

    it('that are added as an object, and hear of pushes where that is asked for', async () => {
      const { status, body } = await root().post('/hooks', {
        url: 'http://two.example/hook',
        name: 'Two',
        token: 'another',
        tag_push_events: true,
        custom_headers: [{ key: 'X-One', value: 'secret' }],
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        id: 2,
        name: 'Two',
        push_events: false,
        tag_push_events: true,
        repository_update_events: true,
        custom_headers: [{ key: 'X-One' }],
      })
      expect(JSON.stringify(body)).not.toContain('secret')
    })

    it('that are changed, with variables added', async () => {
      await root().put('/hooks/1', { url_variables: [{ key: 'a', value: '1' }] })
      const { status, body } = await root().put('/hooks/1', {
        name: 'Named',
        url_variables: [{ key: 'b', value: '2' }],
      })
      expect([status, body.name, body.url, body.url_variables]).toEqual([
        200,
        'Named',
        one.url,
        [{ key: 'a' }, { key: 'b' }],
      ])
    })

    it('that need an address', async () => {
      const missing = await root().post('/hooks', {})
      expect([missing.status, missing.body]).toEqual([400, { error: 'url is missing' }])
      for (const answer of [
        await root().post('/hooks', { url: 'nowhere' }),
        await root().put('/hooks/1', { url: 'nowhere' }),
      ]) {
        expect([answer.status, answer.body]).toEqual([422, { error: 'Invalid url given' }])
      }
    })

    it('that are tested with a sample, and removed once', async () => {
      const { status, body } = await root().post('/hooks/1')
      expect([status, body]).toEqual([
        201,
        {
          event_name: 'project_create',
          name: 'Ruby',
          path: 'ruby',
          project_id: 1,
          owner_name: 'Someone',
          owner_email: 'example@gitlabhq.com',
        },
      ])
      expect((await root().delete('/hooks/1')).status).toBe(204)
      expect((await root().delete('/hooks/1')).status).toBe(404)
    })
  })

  describe('notifies users', () => {
    it('of what they take part in, until they choose', async () => {
      expect((await jane().get('/notification_settings')).body).toEqual({
        level: 'participating',
        notification_email: 'jane@example.com',
      })
      expect((await jane().get('/groups/acme/notification_settings')).body).toEqual({
        level: 'global',
      })
      expect((await jane().get('/projects/1/notification_settings')).body).toEqual({
        level: 'global',
      })
      expect((await api.anonymous.get('/notification_settings')).status).toBe(401)
      expect((await root().get('/projects/99/notification_settings')).status).toBe(404)
    })

    it('of the events that they choose', async () => {
      const { status, body } = await jane().put('/projects/1/notification_settings', {
        level: 'custom',
        new_release: true,
        new_note: true,
      })
      expect(status).toBe(200)
      expect(body.level).toBe('custom')
      expect(Object.keys(body.events)).toHaveLength(19)
      expect(body.events).toMatchObject({ new_release: true, new_note: true, new_issue: false })
      expect((await jane().get('/projects/1/notification_settings')).body).toEqual(body)
      const global = await jane().put('/notification_settings', {
        level: 'custom',
        issue_due: true,
        notification_email: 'second@jane.example',
      })
      expect(global.body).toMatchObject({
        level: 'custom',
        notification_email: 'second@jane.example',
        events: { issue_due: true },
      })
    })

    it('at a level that there is, and at an address of theirs', async () => {
      const level = await jane().put('/notification_settings', { level: 'loud' })
      expect([level.status, level.body]).toEqual([400, { message: "'loud' is not a valid level" }])
      const email = await jane().put('/notification_settings', {
        notification_email: 'root@example.com',
      })
      expect([email.status, email.body]).toEqual([
        400,
        { message: { notification_email: ['is not an email you own'] } },
      ])
    })

    it('as before where nothing is said', async () => {
      const { status, body } = await jane().put('/groups/acme/notification_settings', {})
      expect([status, body]).toEqual([200, { level: 'global' }])
    })
  })
})
