import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HookReceiver, receiveHooks } from '../hook-receiver.ts'
import { describeRunning } from '../running-forge.ts'
import { clientsWorld, id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

describeRunning('node-gitlab: system hooks and settings', clientsWorld, (running) => {
  const root = () => nodeGitlabOf(running, 'root')
  const jane = () => nodeGitlabOf(running, 'jane')
  let receiver: HookReceiver
  beforeEach(async () => {
    receiver = await receiveHooks()
  })
  afterEach(() => receiver.close())

  it('adds a system hook that is notified of what happens', async () => {
    const added = await root().globalHooks.create({
      url: `${receiver.url}?from=a+b&to=c`,
      token: 'foghorn',
      push_events: false,
      tag_push_events: true,
    })
    expect(added).toMatchObject([{ url: `${receiver.url}?from=a+b&to=c` }])
    expect(running.forge.db.hooks.all()).toMatchObject([
      { token: 'foghorn', push_events: false, tag_push_events: true },
    ])
    await jane().projects.create({ name: 'logbook' })
    await running.forge.settled()
    expect(receiver.received.map(({ json }) => json)).toMatchObject([
      { event_name: 'project_create', path_with_namespace: 'jane/logbook' },
      { event_name: 'user_add_to_team', user_username: 'jane' },
    ])
  })

  it('lists, tests and removes system hooks', async () => {
    await root().globalHooks.create({ url: receiver.url })
    const [hook] = await root().globalHooks.list()
    expect(hook).toMatchObject({ url: receiver.url })

    const sample = await root().globalHooks.get({ hook_id: hook?.id })
    await running.forge.settled()
    expect(receiver.received).toMatchObject([{ json: sample }])

    expect(await root().globalHooks.remove({ hook_id: hook?.id })).toMatchObject({
      url: receiver.url,
    })
    expect(await root().globalHooks.remove({ hook_id: hook?.id })).toBe(null)
    expect(running.forge.db.hooks.all()).toEqual([])
    await expect(jane().globalHooks.list()).rejects.toMatchObject({ statusCode: 403 })
  })

  it('changes application settings, which count from then on', async () => {
    const changed = await root().request('put', '/application/settings', {
      default_projects_limit: 0,
      signup_enabled: false,
      'domain_whitelist[]': ['acme.example', 'home.example'],
    })
    expect(changed).toMatchObject({
      default_projects_limit: 0,
      signup_enabled: false,
      domain_whitelist: ['acme.example', 'home.example'],
    })
    expect(await root().request('get', '/application/settings', {})).toEqual(changed)
    const erin = await root().users.create({
      email: 'erin@acme.example',
      password: 'x'.repeat(8),
      username: 'erin',
      name: 'Erin',
    })
    expect(running.forge.db.users.get(erin.id)?.projects_limit).toBe(0)
  })

  it('changes notification settings', async () => {
    const settings = { level: 'watch', notification_email: 'jane@home.example' }
    const put = (path: string, parameters: object) =>
      jane().request('put', `${path}/notification_settings`, { ...parameters })
    const get = (path: string) => jane().request('get', `${path}/notification_settings`, {})

    expect(await put('', settings)).toEqual(settings)
    expect(await get('')).toEqual(settings)
    const custom = { level: 'custom', new_note: true, close_issue: true, new_issue: false }
    expect(await put('/projects/acme%2Fwebsite', custom)).toMatchObject({
      level: 'custom',
      events: { new_note: true, close_issue: true, new_issue: false },
    })
    expect(await get(`/projects/${id.website}`)).toMatchObject({ level: 'custom' })
    expect(await put('/groups/acme', { level: 'disabled' })).toEqual({ level: 'disabled' })
    expect(await get(`/groups/${id.acme}`)).toEqual({ level: 'disabled' })
    await expect(put('', { level: 'loud' })).rejects.toMatchObject({ statusCode: 400 })
  })
})
