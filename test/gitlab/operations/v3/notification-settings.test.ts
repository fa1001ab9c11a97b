import { describe, expect, it } from 'vitest'
import {
  notificationEvents,
  notificationLevels,
} from '../../../../src/store/models/notification-setting.ts'
import { describeForge } from '../../../harness.ts'

const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', emails: ['jane@work.example'] },
    { username: 'bob', emails: ['bob@work.example'] },
    { username: 'eve', external: true },
  ],
  groups: [
    { path: 'open' },
    { path: 'closed', visibility: 'private' as const, members: { jane: 'guest' as const } },
  ],
  projects: [
    { path: 'open/site', visibility: 'public' as const },
    { path: 'closed/vault', visibility: 'private' as const },
    { path: 'open/wiki', visibility: 'internal' as const },
  ],
}

const allOff = Object.fromEntries(notificationEvents.map((event) => [event, false]))

describeForge('global notification settings', { seed }, (api) => {
  const path = '/notification_settings'

  it('take part, by the primary address, unless somebody chose otherwise', async () => {
    const { status, body } = await api.as('jane').get(path)
    expect(status).toBe(200)
    expect(body).toEqual({ level: 'participating', notification_email: 'jane@example.com' })
    expect(api.forge.db.notificationSettings.all()).toEqual([])
  })

  it('are for those who are signed in', async () => {
    expect((await api.anonymous.get(path)).status).toBe(401)
    expect((await api.anonymous.put(path, { level: 'watch' })).status).toBe(401)
  })

  it.each(notificationLevels)('take the level %s', async (level) => {
    const { status, body } = await api.as('jane').put(path, { level })
    expect(status).toBe(200)
    expect(body).toEqual({ level, notification_email: 'jane@example.com' })
    expect((await api.as('jane').get(path)).body).toEqual(body)
  })

  it('take no other level', async () => {
    const { status, body } = await api.as('jane').put(path, { level: 'loud' })
    expect(status).toBe(400)
    expect(body.message).toEqual({ level: ['does not have a valid value'] })
  })

  it("are each user's own", async () => {
    await api.as('jane').put(path, { level: 'mention' })
    expect((await api.as('bob').get(path)).body.level).toBe('participating')
    await api.as('bob').put(path, { level: 'disabled' })
    expect((await api.as('jane').get(path)).body.level).toBe('mention')
  })

  it('are kept in one record, made by the first write', async () => {
    await api.as('jane').put(path, { level: 'mention' })
    await api.as('jane').put(path, { level: 'watch' })
    expect(api.forge.db.notificationSettings.all()).toMatchObject([
      { user_id: 2, source_type: null, source_id: null, level: 'watch' },
    ])
  })

  it('take one of the own addresses, as it was given first', async () => {
    const { body } = await api.as('jane').put(path, { notification_email: 'Jane@Work.example' })
    expect(body).toEqual({ level: 'participating', notification_email: 'jane@work.example' })
    const back = await api.as('jane').put(path, { notification_email: 'jane@example.com' })
    expect(back.body.notification_email).toBe('jane@example.com')
  })

  it.each(['bob@work.example', 'bob@example.com', 'nobody@example.com', ''])(
    'refuse the address %j, and change nothing',
    async (notification_email) => {
      const { status, body } = await api
        .as('jane')
        .put(path, { level: 'watch', notification_email })
      expect(status).toBe(400)
      expect(body.message).toEqual({ notification_email: ['is not an email you own'] })
      expect((await api.as('jane').get(path)).body).toEqual({
        level: 'participating',
        notification_email: 'jane@example.com',
      })
    },
  )

  it('fall back to the primary address when the chosen one is gone', async () => {
    await api.as('jane').put(path, { notification_email: 'jane@work.example' })
    await api.as('jane').delete('/user/emails/1')
    expect((await api.as('jane').get(path)).body.notification_email).toBe('jane@example.com')
  })

  it('keep the level when only the address is written, and the other way round', async () => {
    await api.as('jane').put(path, { level: 'mention' })
    await api.as('jane').put(path, { notification_email: 'jane@work.example' })
    const { body } = await api.as('jane').put(path, { level: 'watch' })
    expect(body).toEqual({ level: 'watch', notification_email: 'jane@work.example' })
    const nothing = await api.as('jane').put(path)
    expect(nothing.status).toBe(400)
    expect(nothing.body.message).toContain('one of level, notification_email, new_note')
    expect((await api.as('jane').get(path)).body).toEqual(body)
  })

  it('store the custom events without showing them', async () => {
    const { body } = await api.as('jane').put(path, { level: 'custom', new_note: true })
    expect(body).toEqual({ level: 'custom', notification_email: 'jane@example.com' })
    expect(api.forge.db.notificationSettings.all()[0]?.events).toEqual(['new_note'])
  })
})

const watching = { level: 'watch' as const, events: ['new_note' as const] }
const seedWithEvents = {
  ...seed,
  users: [{ username: 'jane', notifications: { 'open/site': watching } }],
  groups: [{ path: 'open' }],
  projects: [{ path: 'open/site', visibility: 'public' as const }],
}

describeForge('notification settings of a seed', { seed: seedWithEvents }, (api) => {
  it('have no events with a level other than custom', async () => {
    const { body } = await api
      .as('jane')
      .put('/projects/1/notification_settings', { level: 'custom' })
    expect(body.events).toEqual(allOff)
  })
})

describeForge('notification settings', { seed }, (api) => {
  describe.each([
    ['a group', '/groups/open', '/groups/closed'],
    ['a project', '/projects/open%2Fsite', '/projects/closed%2Fvault'],
  ])('of %s', (_, open, closed) => {
    const path = `${open}/notification_settings`
    const hidden = `${closed}/notification_settings`

    it('follow the global ones unless somebody chose otherwise', async () => {
      const { status, body } = await api.as('jane').get(path)
      expect(status).toBe(200)
      expect(body).toEqual({ level: 'global' })
      expect(api.forge.db.notificationSettings.all()).toEqual([])
      await api.as('jane').put('/notification_settings', { level: 'watch' })
      expect((await api.as('jane').get(path)).body).toEqual({ level: 'global' })
    })

    it('are for those who are signed in, even where the source is public', async () => {
      for (const anywhere of [path, hidden]) {
        expect((await api.anonymous.get(anywhere)).status).toBe(401)
        expect((await api.anonymous.put(anywhere, { level: 'watch' })).status).toBe(401)
      }
    })

    it('are for whoever sees the source, as a member or not', async () => {
      expect((await api.as('bob').put(path, { level: 'watch' })).body).toEqual({ level: 'watch' })
      expect((await api.as('jane').put(hidden, { level: 'watch' })).status).toBe(200)
      expect((await api.as('root').get(hidden)).status).toBe(200)
      expect((await api.as('bob').get(hidden)).status).toBe(404)
      expect((await api.as('bob').put(hidden, { level: 'watch' })).status).toBe(404)
    })

    it.each(notificationLevels.filter((level) => level !== 'custom'))(
      'take the level %s, which comes without events',
      async (level) => {
        const { status, body } = await api.as('jane').put(path, { level, new_note: true })
        expect(status).toBe(200)
        expect(body).toEqual({ level })
        expect((await api.as('jane').get(path)).body).toEqual({ level })
      },
    )

    it('take no other level', async () => {
      expect((await api.as('jane').put(path, { level: 'loud' })).status).toBe(400)
    })

    it('come with the events when the level is custom, all off at first', async () => {
      const { body } = await api.as('jane').put(path, { level: 'custom' })
      expect(body).toEqual({ level: 'custom', events: allOff })
      expect((await api.as('jane').get(path)).body).toEqual(body)
    })

    it.each(notificationEvents)('switch %s on and off, and leave the others', async (event) => {
      const other = event === 'new_note' ? 'new_issue' : 'new_note'
      await api.as('jane').put(path, { level: 'custom', [other]: true })
      const on = await api.as('jane').put(path, { [event]: true })
      expect(on.body).toEqual({
        level: 'custom',
        events: { ...allOff, [other]: true, [event]: true },
      })
      const off = await api.as('jane').put(path, { [event]: false })
      expect(off.body.events).toEqual({ ...allOff, [other]: true })
    })

    it('refuse an event that is neither on nor off', async () => {
      const { status, body } = await api
        .as('jane')
        .put(path, { level: 'custom', new_note: 'maybe' })
      expect(status).toBe(400)
      expect(body.message).toEqual({ new_note: ['is invalid'] })
    })

    it('switch every event off with another level', async () => {
      await api.as('jane').put(path, { level: 'custom', new_note: true })
      await api.as('jane').put(path, { level: 'watch' })
      const { body } = await api.as('jane').put(path, { level: 'custom' })
      expect(body.events).toEqual(allOff)
    })

    it("are each user's own, and keep what is left out", async () => {
      await api.as('jane').put(path, { level: 'mention' })
      expect((await api.as('bob').get(path)).body).toEqual({ level: 'global' })
      expect((await api.as('jane').put(path)).status).toBe(400)
      expect((await api.as('jane').get(path)).body).toEqual({ level: 'mention' })
      expect(api.forge.db.notificationSettings.all()).toHaveLength(1)
    })
  })

  it('are found by id as well as by path', async () => {
    const { db } = api.forge
    const group = db.namespaces.one('path', 'open')
    await api.as('jane').put(`/groups/${group?.id}/notification_settings`, { level: 'watch' })
    await api.as('jane').put('/projects/1/notification_settings', { level: 'mention' })
    expect((await api.as('jane').get('/groups/open/notification_settings')).body.level).toBe(
      'watch',
    )
    expect((await api.as('jane').get('/projects/open%2Fsite/notification_settings')).body).toEqual({
      level: 'mention',
    })
  })

  it('of a group and of a project with the same id are two', async () => {
    const { db } = api.forge
    const project = db.projects.insert({
      id: db.namespaces.one('path', 'open')?.id ?? 0,
      namespace_id: 1,
      creator_id: 1,
      name: 'twin',
      path: 'twin',
      visibility_level: 20,
    })
    await api.as('jane').put('/groups/open/notification_settings', { level: 'watch' })
    const path = `/projects/${project.id}/notification_settings`
    expect((await api.as('jane').get(path)).body).toEqual({ level: 'global' })
  })

  it('of an internal project are none of an external user', async () => {
    const path = '/projects/open%2Fwiki/notification_settings'
    expect((await api.as('bob').get(path)).status).toBe(200)
    expect((await api.as('eve').get(path)).status).toBe(404)
  })

  it('of what is not there are 404', async () => {
    const jane = api.as('jane')
    expect((await jane.get('/groups/99/notification_settings')).body).toEqual({
      message: '404 Group Not Found',
    })
    expect((await jane.put('/projects/99/notification_settings')).body).toEqual({
      message: '404 Project Not Found',
    })
  })
})
