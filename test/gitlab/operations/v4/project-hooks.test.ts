import { afterEach, describe, expect, it } from 'vitest'
import { type HookReceiver, receiveHooks } from '../../../clients/hook-receiver.ts'
import { type Api, describeV4, now } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'dev' }],
  projects: [
    {
      path: 'jane/website',
      members: { dev: 'developer' as const },
      issues: [{ title: 'It leaks' }],
    },
    { path: 'jane/other' },
  ],
  hooks: [
    { project: 'jane/other', url: 'http://127.0.0.1:9/other', paused: true },
    { url: 'http://127.0.0.1:9/system', paused: true },
  ],
}

const hooks = '/projects/1/hooks'
const url = 'http://127.0.0.1:9/hook'

describeV4('hooks of projects', { seed }, (api) => {
  const add = async (attributes: object = {}) => {
    const { status, body } = await api.as('jane').post(hooks, { url, ...attributes })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  it('are shown with their defaults, and never their tokens', async () => {
    const signing_token = `whsec_${'A'.repeat(43)}=`
    expect(await add({ token: 'a secret', signing_token })).toEqual({
      id: 3,
      url,
      name: null,
      description: null,
      created_at: now,
      project_id: 1,
      push_events: true,
      tag_push_events: false,
      merge_requests_events: false,
      repository_update_events: false,
      issues_events: false,
      confidential_issues_events: false,
      note_events: false,
      confidential_note_events: false,
      pipeline_events: false,
      wiki_page_events: false,
      deployment_events: false,
      feature_flag_events: false,
      job_events: false,
      releases_events: false,
      milestone_events: false,
      emoji_events: false,
      resource_access_token_events: false,
      resource_deploy_token_events: false,
      vulnerability_events: false,
      enable_ssl_verification: true,
      alert_status: 'executable',
      disabled_until: null,
      push_events_branch_filter: null,
      branch_filter_strategy: 'wildcard',
      custom_webhook_template: null,
      url_variables: [],
      custom_headers: [],
    })
    expect(api.forge.db.hooks.get(3)).toMatchObject({ token: 'a secret', signing_token })
  })

  it('take every flag', async () => {
    const neverSent = { repository_update_events: false, vulnerability_events: false }
    const flags = Object.fromEntries(
      Object.keys(await add())
        .filter((name) => name.endsWith('_events') && !Object.hasOwn(neverSent, name))
        .map((name) => [name, name !== 'push_events']),
    )
    expect(Object.keys(flags)).toHaveLength(17)
    const changed = await api.as('jane').put(`${hooks}/3`, {
      ...flags,
      repository_update_events: true,
      vulnerability_events: true,
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ ...flags, ...neverSent })
    expect((await api.as('jane').get(`${hooks}/3`)).body).toEqual(changed.body)
  })

  it('are listed without their variables and headers, those of the project alone', async () => {
    await add({ url_variables: [{ key: 'a', value: 'b' }] })
    await add({ name: 'Second' })
    const { status, headers, body } = await api.as('jane').get(hooks, { per_page: 1, page: 2 })
    expect([status, headers.get('x-total')]).toEqual([200, '2'])
    expect(body).toEqual([expect.objectContaining({ id: 4, name: 'Second' })])
    expect(body[0]).not.toHaveProperty('url_variables')
    expect(body[0]).not.toHaveProperty('custom_headers')
  })

  it('are the business of maintainers alone', async () => {
    expect((await api.as('dev').get(hooks)).status).toBe(403)
    expect((await api.anonymous.get(hooks)).status).toBe(401)
    expect((await api.as('dev').post(hooks, { url })).status).toBe(403)
  })

  it.each([
    ['one of another project', 1],
    ['one of the instance', 2],
    ['one that is not there', 9],
  ])('%s is not found', async (_, id) => {
    const missing = { status: 404, body: { message: '404 Not found' } }
    expect(await api.as('root').get(`${hooks}/${id}`)).toMatchObject(missing)
    expect(await api.as('root').put(`${hooks}/${id}`, { name: 'a' })).toMatchObject(missing)
    expect(await api.as('root').delete(`${hooks}/${id}`)).toMatchObject(missing)
    expect(await api.as('root').get(`${hooks}/${id}/events`)).toMatchObject(missing)
  })

  it('are no hooks of the instance', async () => {
    expect((await api.as('root').get('/hooks')).body).toMatchObject([{ id: 2 }])
    expect((await api.as('root').get('/hooks/1')).status).toBe(404)
    expect((await api.as('root').delete('/hooks/1')).status).toBe(404)
  })

  it('need an address', async () => {
    const { status, body } = await api.as('jane').post(hooks, { name: 'a' })
    expect([status, body]).toEqual([400, { error: 'url is missing' }])
  })

  it.each([
    ['an address that is none', { url: 'nowhere' }, { error: 'Invalid url given' }],
    ['another protocol', { url: 'ftp://example.com' }, { error: 'Invalid url given' }],
    ['a variable that is not there', { url: `${url}/{a}` }, { error: 'Invalid url given' }],
    [
      'a name that no variable has',
      { url_variables: [{ key: '1', value: 'a' }] },
      { error: 'Invalid url given' },
    ],
    [
      'a filter that names no branch',
      { push_events_branch_filter: '/a' },
      { error: 'Invalid branch filter given' },
    ],
    [
      'a filter that is no expression',
      { push_events_branch_filter: '(', branch_filter_strategy: 'regex' },
      { error: 'Invalid branch filter given' },
    ],
    [
      'an empty header',
      { custom_headers: [{ key: 'a', value: '' }] },
      { error: 'Custom headers validation failed' },
    ],
    ['a token of two lines', { token: 'a\nb' }, { message: { token: ['is invalid'] } }],
    ['a signing token', { signing_token: 'a' }, { message: { signing_token: ['is invalid'] } }],
    [
      'a long template',
      { custom_webhook_template: 'a'.repeat(4097) },
      { message: { custom_webhook_template: ['is too long (maximum is 4096 characters)'] } },
    ],
    [
      'a long name',
      { name: 'a'.repeat(256) },
      { message: { name: ['is too long (maximum is 255 characters)'] } },
    ],
  ])('are refused with %s', async (_, attributes, body) => {
    expect(await api.as('jane').post(hooks, { url, ...attributes })).toMatchObject({
      status: 422,
      body,
    })
    await add()
    expect(await api.as('jane').put(`${hooks}/3`, attributes)).toMatchObject({ status: 422, body })
  })

  it('are refused with an unknown strategy, and with half a variable', async () => {
    const strategy = await api.as('jane').post(hooks, { url, branch_filter_strategy: 'none' })
    expect(strategy.body).toEqual({ error: 'branch_filter_strategy does not have a valid value' })
    const half = await api.as('jane').post(hooks, { url, url_variables: [{ key: 'a' }] })
    expect(half.body).toEqual({ error: 'url_variables[0][value] is missing' })
  })

  it('may have an address of this machine, unless somebody forbids it', async () => {
    await api
      .as('root')
      .put('/application/settings', { allow_local_requests_from_web_hooks_and_services: false })
    for (const local of [
      url,
      'http://localhost/a',
      'http://10.1.2.3',
      'http://[::1]:80/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:10.1.2.3]/',
      'http://localhost./a',
      'http://192.168.0.1',
    ]) {
      const { status, body } = await api.as('jane').post(hooks, { url: local })
      expect([local, status, body]).toEqual([local, 422, { error: 'Invalid url given' }])
    }
    expect((await api.as('jane').post(hooks, { url: 'https://example.com/hook' })).status).toBe(201)
    expect((await api.as('root').post('/hooks', { url })).status).toBe(201)
    await api
      .as('root')
      .put('/application/settings', { allow_local_requests_from_web_hooks_and_services: true })
    expect((await api.as('jane').post(hooks, { url })).status).toBe(201)
  })

  it('are changed as far as they are given, and by something', async () => {
    await add({ name: 'First', push_events: false, token: 'kept' })
    const nothing = await api.as('jane').put(`${hooks}/3`, {})
    expect([nothing.status, nothing.body]).toEqual([400, { error: 'No parameters provided' }])
    const { body } = await api.as('jane').put(`${hooks}/3`, { description: 'Of it' })
    expect(body).toMatchObject({ name: 'First', push_events: false, description: 'Of it' })
    expect(api.forge.db.hooks.get(3)).toMatchObject({ token: 'kept' })
  })

  it('keep their variables and headers beside those that are given', async () => {
    const url_variables = [{ key: 'a', value: '1' }]
    await add({ url_variables, custom_headers: [{ key: 'X-A', value: '1' }] })
    const changes = {
      url_variables: [{ key: 'b', value: '2' }],
      custom_headers: [{ key: 'X-A', value: '2' }],
    }
    const { body } = await api.as('jane').put(`${hooks}/3`, changes)
    expect(body).toMatchObject({
      url_variables: [{ key: 'a' }, { key: 'b' }],
      custom_headers: [{ key: 'X-A' }],
    })
    expect(api.forge.db.hooks.get(3)?.custom_headers).toEqual([{ key: 'X-A', value: '2' }])
  })

  it('lose what is secret with another address', async () => {
    await add({ token: 'a secret', custom_headers: [{ key: 'X-A', value: '1' }] })
    const { body } = await api.as('jane').put(`${hooks}/3`, { url: `${url}/moved` })
    expect(body).toMatchObject({ url: `${url}/moved`, custom_headers: [] })
    expect(api.forge.db.hooks.get(3)?.token).toBe(null)
  })

  it('are removed, with what they were sent', async () => {
    await add()
    api.forge.db.hookLogs.create({ hook_id: 3, url, trigger: 'push_hooks', response_status: '200' })
    expect((await api.as('jane').delete(`${hooks}/3`)).status).toBe(204)
    expect((await api.as('jane').delete(`${hooks}/3`)).status).toBe(404)
    expect(api.forge.db.hookLogs.all()).toEqual([])
  })

  it('go with their project', async () => {
    await add()
    await api.as('root').delete('/projects/1')
    await api
      .as('root')
      .delete('/projects/1', { permanently_remove: true, full_path: 'jane/website' })
    api.forge.clock.advance('40d')
    expect(api.forge.db.projects.get(1)).toBeUndefined()
    expect(api.forge.db.hooks.all().map(({ id }) => id)).toEqual([1, 2])
  })

  describe.each([
    ['url_variables', 'URL variable', '/projects/1/hooks/3'],
    ['custom_headers', 'Custom header', '/projects/1/hooks/3'],
    ['url_variables', 'URL variable', '/hooks/2'],
    ['custom_headers', 'Custom header', '/hooks/2'],
  ])('%s, each by itself, of %s %s', (field, what, hook) => {
    const root = () => api.as('root')

    it('are set and removed', async () => {
      await add()
      expect((await root().put(`${hook}/${field}/stage`, { value: 'a' })).status).toBe(204)
      expect((await root().put(`${hook}/${field}/stage`, { value: 'b' })).status).toBe(204)
      expect((await root().get(hook)).body[field]).toEqual([{ key: 'stage' }])
      expect((await root().delete(`${hook}/${field}/stage`)).status).toBe(204)
      const gone = await root().delete(`${hook}/${field}/stage`)
      expect([gone.status, gone.body]).toEqual([404, { message: `404 ${what} Not Found` }])
    })

    it('are refused', async () => {
      await add()
      const missing = await root().put(`${hook}/${field}/stage`, {})
      expect([missing.status, missing.body]).toEqual([400, { error: 'value is missing' }])
      const illegal = await root().put(`${hook}/${field}/1a`, { value: 'a' })
      expect([illegal.status, illegal.body]).toEqual([422, { error: 'Illegal key or value' }])
    })
  })

  it('keep a variable that their address needs', async () => {
    await add({ url: `${url}/{a}`, url_variables: [{ key: 'a', value: '1' }] })
    const { status, body } = await api.as('jane').delete(`${hooks}/3/url_variables/a`)
    expect([status, body]).toEqual([422, { error: 'Could not unset variable' }])
  })
})

describeV4('deliveries of hooks of projects', { seed }, (api) => {
  let receiver: HookReceiver | undefined
  afterEach(() => receiver?.close())

  const start = async (attributes: object = {}, answer?: Parameters<typeof receiveHooks>[0]) => {
    receiver = await receiveHooks(answer)
    const hook = { url: receiver.url, push_events: false, issues_events: true, ...attributes }
    const { status, body } = await api.as('jane').post(hooks, hook)
    expect(status, JSON.stringify(body)).toBe(201)
    return receiver
  }
  const openIssue = async (client: ReturnType<Api['as']> = api.as('jane')) => {
    await client.post('/projects/1/issues', { title: 'Another' })
    await api.forge.settled()
  }

  it('are sent in the hook’s address, with its headers and template', async () => {
    const { received, url: address } = await start({
      custom_headers: [{ key: 'X-Custom', value: 'mine' }],
      custom_webhook_template: '{"title":"{{object_attributes.title}}","none":{{a.b}}}',
    })
    const changes = {
      url: `${address}?stage={stage}`,
      url_variables: [{ key: 'stage', value: 'a' }],
    }
    await api
      .as('jane')
      .put(`${hooks}/3`, { ...changes, custom_headers: [{ key: 'X-Custom', value: 'mine' }] })
    await openIssue()
    expect(received).toMatchObject([
      {
        path: '/hook?stage=a',
        json: { title: 'Another', none: null },
        headers: { 'x-custom': 'mine' },
      },
    ])
  })

  it('fail where the template makes no JSON', async () => {
    await start({ custom_webhook_template: '{{object_attributes}}, ' })
    await openIssue()
    expect(api.forge.deliveries).toMatchObject([
      { error: expect.stringContaining('Error while parsing rendered custom webhook template') },
    ])
  })

  it('fail where the template makes too much of a payload', async () => {
    const { received } = await start({
      custom_webhook_template: `[${'{{object_attributes.description}},'.repeat(100)}1]`,
    })
    const description = 'a'.repeat(100_000)
    await api.as('jane').post('/projects/1/issues', { title: 'Long', description })
    await api.forge.settled()
    const error = 'Size of generated JSON exceeds limit'
    expect(api.forge.deliveries).toMatchObject([{ error, payload: {} }])
    expect(received).toEqual([])
  })

  it('are signed where there is a token for that', async () => {
    const key = new Uint8Array(32).fill(7)
    const { received } = await start({
      signing_token: `whsec_${btoa(String.fromCharCode(...key))}`,
    })
    await openIssue()
    const [first] = received
    const id = first?.headers['webhook-id']
    expect(id).toBe(first?.headers['idempotency-key'])
    const { createHmac } = await import('node:crypto')
    const signed = `${id}.${Date.parse(now) / 1000}.${first?.text}`
    const expected = createHmac('sha256', key).update(signed).digest('base64')
    expect(first?.headers).toMatchObject({
      'webhook-timestamp': String(Date.parse(now) / 1000),
      'webhook-signature': `v1,${expected}`,
    })
  })

  it.each([
    ['wildcard', 'rel*', ['release'], ['main']],
    ['regex', '^(a|b)$', ['a', 'b'], ['ab']],
    ['all_branches', 'rel*', ['main'], []],
  ])('of pushes to branches of a %s', async (branch_filter_strategy, filter, heard, unheard) => {
    const { received } = await start({
      push_events: true,
      push_events_branch_filter: filter,
      branch_filter_strategy,
    })
    for (const branch of [...heard, ...unheard]) {
      const actions = [{ action: 'create', file_path: branch, content: 'a' }]
      const commit = { branch, commit_message: 'Go', actions, start_branch: undefined }
      const first = heard[0] === branch || unheard.length + heard.length === 1
      await api.as('jane').post('/projects/1/repository/commits', {
        ...commit,
        ...(first ? {} : { start_branch: heard[0] }),
      })
    }
    await api.forge.settled()
    expect(received.map(({ json }) => (json as { ref: string }).ref)).toEqual(
      heard.map((branch) => `refs/heads/${branch}`),
    )
  })

  it('are listed, the newest first, without what is secret', async () => {
    const { url: address } = await start({
      token: 'a secret',
      custom_headers: [{ key: 'X-Custom', value: 'mine' }],
    })
    await openIssue()
    await openIssue()
    const { status, body } = await api.as('jane').get(`${hooks}/3/events`)
    expect(status).toBe(200)
    expect(body).toMatchObject([{ id: 2 }, { id: 1 }])
    expect(body[0]).toMatchObject({
      url: address,
      trigger: 'issue_hooks',
      request_headers: {
        'X-Custom': '[REDACTED]',
        'X-Gitlab-Token': '[REDACTED]',
        'X-Gitlab-Event': 'Issue Hook',
      },
      request_data: { object_kind: 'issue' },
      response_body: 'Thanks',
      response_status: '200',
    })
    expect(body[0].response_headers).toHaveProperty('Content-Type')
    expect(JSON.stringify(body)).not.toContain('a secret')
  })

  it('are listed by their statuses', async () => {
    await start({}, { status: 500 })
    await openIssue()
    const ids = async (status: string) =>
      (await api.as('jane').get(`${hooks}/3/events`, { status })).body
    expect(await ids('server_failure')).toHaveLength(1)
    expect(await ids('404,500')).toHaveLength(1)
    expect(await ids('successful')).toEqual([])
    expect(await ids('client_failure')).toEqual([])
    const wrong = await api.as('jane').get(`${hooks}/3/events`, { status: 'none' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'status does not have a valid value' },
    ])
    const many = await api.as('jane').get(`${hooks}/3/events`, { per_page: 21 })
    expect([many.status, many.body]).toEqual([
      400,
      { error: 'per_page does not have a valid value' },
    ])
  })

  it('are kept up to twenty of a hook', async () => {
    await start()
    for (let nth = 0; nth < 22; nth += 1) await openIssue()
    expect(api.forge.db.hookLogs.all().map(({ id }) => id)[0]).toBe(3)
    expect(api.forge.db.hookLogs.count()).toBe(20)
  })

  it('are sent again, under the same key', async () => {
    const { received } = await start()
    await openIssue()
    const { status, body } = await api.as('jane').post(`${hooks}/3/events/1/resend`)
    expect([status, body]).toEqual([201, { response_status: 200 }])
    expect(received).toHaveLength(2)
    const [first, again] = received
    expect(again?.json).toEqual(first?.json)
    expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(again?.headers['x-gitlab-webhook-uuid']).not.toBe(
      first?.headers['x-gitlab-webhook-uuid'],
    )
    expect(again?.headers['x-gitlab-event']).toBe('Issue Hook')
  })

  it('are not sent again to another address, nor those that are not there', async () => {
    const { url: address } = await start()
    await openIssue()
    expect((await api.as('jane').post(`${hooks}/3/events/9/resend`)).status).toBe(404)
    await api.as('jane').put(`${hooks}/3`, { url: `${address}/moved` })
    const moved = await api.as('jane').post(`${hooks}/3/events/1/resend`)
    expect([moved.status, moved.body]).toEqual([
      422,
      { message: 'The hook URL has changed, and this log entry cannot be retried' },
    ])
  })

  it('rest after the fourth failure, twice as long each time, and go on after a success', async () => {
    await start({}, { status: 500 })
    const shown = async () => (await api.as('jane').get(`${hooks}/3`)).body
    for (let nth = 0; nth < 3; nth += 1) await openIssue()
    expect(await shown()).toMatchObject({ alert_status: 'executable', disabled_until: null })
    await openIssue()
    expect(await shown()).toMatchObject({
      alert_status: 'temporarily_disabled',
      disabled_until: '2017-01-15T12:01:00.000Z',
    })
    await openIssue()
    expect(receiver?.received).toHaveLength(4)
    const resend = await api.as('jane').post(`${hooks}/3/events/1/resend`)
    expect([resend.status, resend.body]).toEqual([422, { message: 'Hook disabled' }])

    api.forge.clock.advance('2m')
    expect(await shown()).toMatchObject({ alert_status: 'executable' })
    await openIssue()
    expect(await shown()).toMatchObject({
      alert_status: 'temporarily_disabled',
      disabled_until: '2017-01-15T12:04:00.000Z',
    })
    receiver?.answer({ status: 200 })
    expect((await api.as('jane').post(`${hooks}/3/test/issues_events`)).status).toBe(201)
    expect(await shown()).toMatchObject({ alert_status: 'executable', disabled_until: null })
  })

  it('end for good after the fortieth failure, until a test succeeds', async () => {
    await start({}, { status: 500 })
    api.forge.db.hooks.update((all) => all.where({ id: 3 }), {
      data(hook) {
        hook.recent_failures = 39
      },
    })
    await openIssue()
    expect((await api.as('jane').get(`${hooks}/3`)).body.alert_status).toBe('disabled')
    api.forge.clock.advance('2d')
    await openIssue()
    expect(receiver?.received).toHaveLength(1)
    receiver?.answer({ status: 204 })
    await api.as('jane').post(`${hooks}/3/test/issues_events`)
    expect((await api.as('jane').get(`${hooks}/3`)).body.alert_status).toBe('executable')
  })

  it('of tests say what the receiver answered', async () => {
    const { received } = await start({ issues_events: false })
    const { status, body } = await api.as('jane').post(`${hooks}/3/test/issues_events`)
    expect([status, body]).toEqual([201, { message: '201 Created' }])
    expect(received).toMatchObject([{ json: { object_attributes: { title: 'It leaks' } } }])
    receiver?.answer({ status: 500, body: 'No' })
    const failed = await api.as('jane').post(`${hooks}/3/test/issues_events`)
    expect([failed.status, failed.body]).toEqual([422, { message: 'No' }])
    await receiver?.close()
    const dead = await api.as('jane').post(`${hooks}/3/test/issues_events`)
    expect([dead.status, dead.body]).toEqual([422, { message: expect.any(String) }])
  })

  it.each([
    ['push_events', 'at least one commit'],
    ['tag_push_events', 'at least one tag'],
    ['note_events', 'notes'],
    ['confidential_note_events', 'notes'],
    ['merge_requests_events', 'merge requests'],
    ['job_events', 'CI jobs'],
    ['pipeline_events', 'CI pipelines'],
    ['deployment_events', 'deployments'],
    ['feature_flag_events', 'feature flags'],
    ['releases_events', 'releases'],
    ['milestone_events', 'milestones'],
    ['emoji_events', 'notes'],
    ['resource_deploy_token_events', 'deploy tokens'],
  ])('of tests with %s need %s', async (trigger, what) => {
    await start()
    const { status, body } = await api.as('jane').post(`${hooks}/3/test/${trigger}`)
    expect([status, body]).toEqual([422, { message: `Ensure the project has ${what}.` }])
  })

  it('of tests need a flag', async () => {
    await start()
    const { status, body } = await api.as('jane').post(`${hooks}/3/test/none`)
    expect([status, body]).toEqual([400, { error: 'trigger does not have a valid value' }])
    const wiki = await api.as('jane').post(`${hooks}/3/test/wiki_page_events`)
    expect(wiki.body).toEqual({ message: 'Ensure the wiki is enabled and has pages.' })
  })

  it('are not made of what is taken back', async () => {
    const { received } = await start()
    await api.as('jane').post('/projects/1/issues', { title: '' })
    await api.forge.settled()
    expect(received).toEqual([])
  })
})
