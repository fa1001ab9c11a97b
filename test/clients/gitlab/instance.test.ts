import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HookReceiver, receiveHooks } from '../hook-receiver.ts'
import { describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { dataOf, gitlabOf, rawOf } from './connect.ts'

describeRunning('gitlab: system hooks and settings', clientsWorld, (running) => {
  const root = () => gitlabOf(running, 'root')
  const jane = () => gitlabOf(running, 'jane')
  let receiver: HookReceiver
  beforeEach(async () => {
    receiver = await receiveHooks()
  })
  afterEach(() => receiver.close())

  it('adds a system hook that is notified of what happens', async () => {
    const added = await rawOf(root().post, 'hooks', { url: receiver.url, token: 'foghorn' })
    expect(added).toMatchObject({ status: 201, body: [{ url: receiver.url }] })
    expect(JSON.stringify(added.body)).not.toContain('foghorn')

    await dataOf(jane().groups.create, { name: 'Boats', path: 'boats' })
    await running.forge.settled()
    expect(receiver.received.map(({ json }) => json)).toMatchObject([
      { event_name: 'group_create', path: 'boats' },
      { event_name: 'user_add_to_group', user_username: 'jane' },
    ])
    expect(Object.values(receiver.received[0]?.headers ?? {})).toContain('foghorn')
  })

  it('lists, tests and removes system hooks', async () => {
    await rawOf(root().post, 'hooks', { url: receiver.url })
    const [hook] = running.forge.db.hooks.all()
    const listed = await rawOf(root().get, 'hooks', {})
    expect(listed.body).toMatchObject([{ id: hook?.id, url: receiver.url }])

    const tested = await rawOf(root().get, `hooks/${hook?.id}`, {})
    await running.forge.settled()
    expect(receiver.received).toMatchObject([{ json: tested.body }])
    expect(tested.body).toMatchObject({ event_name: 'project_create' })

    const removed = await rawOf(root().delete, `hooks/${hook?.id}`)
    expect(removed).toMatchObject({ status: 200, body: { url: receiver.url } })
    expect(running.forge.db.hooks.all()).toEqual([])
  })

  it('changes application settings, which count from then on', async () => {
    const changes = { default_projects_limit: 0, domain_whitelist: ['acme.example'] }
    const changed = await rawOf(root().put, 'application/settings', { ...changes })
    expect(changed).toMatchObject({ status: 200, body: changes })
    const read = await rawOf(root().get, 'application/settings', {})
    expect(read.body).toEqual(changed.body)
    const created = await dataOf(root().users.create, {
      email: 'erin@acme.example',
      password: 'x'.repeat(8),
      username: 'erin',
      name: 'Erin',
    })
    expect(created).toMatchObject({ projects_limit: 0 })
    expect(await rawOf(jane().get, 'application/settings', {})).toMatchObject({
      status: 403,
    })
  })

  it('changes notification settings', async () => {
    const own = await rawOf(jane().put, 'notification_settings', { level: 'watch' })
    expect(own.body).toEqual({ level: 'watch', notification_email: 'jane@acme.example' })
    const custom = { level: 'custom', new_note: true }
    const ofProject = `projects/${encodeURIComponent('acme/website')}/notification_settings`
    const changed = await rawOf(jane().put, ofProject, custom)
    expect(changed.body).toMatchObject({ level: 'custom', events: { new_note: true } })
    const ofGroup = 'groups/acme/notification_settings'
    await rawOf(jane().put, ofGroup, { level: 'mention' })

    const read = async (path: string) => (await rawOf(jane().get, path, {})).body
    expect(await read('notification_settings')).toMatchObject({ level: 'watch' })
    expect(await read(ofProject)).toMatchObject({ level: 'custom' })
    expect(await read(ofGroup)).toEqual({ level: 'mention' })
    expect(running.forge.db.notificationSettings.by('user_id', id.jane)).toHaveLength(3)
  })
})
