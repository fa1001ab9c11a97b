import { expect, it } from 'vitest'
import { describeForge, now } from '../../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

/** GitLab 8.15's own values where the contract states no default. */
const defaults = {
  id: 1,
  created_at: '2016-12-22T09:00:00.000Z',
  updated_at: '2016-12-22T09:00:00.000Z',
  default_projects_limit: 10,
  signup_enabled: true,
  signin_enabled: true,
  external_avatar_enabled: true,
  sign_in_text: null,
  home_page_url: null,
  default_branch_protection: 2,
  restricted_visibility_levels: null,
  max_attachment_size: 10,
  session_expire_delay: 10_080,
  default_project_visibility: 0,
  default_snippet_visibility: 0,
  domain_whitelist: null,
  domain_blacklist_enabled: false,
  domain_blacklist: null,
  user_oauth_applications: true,
  after_sign_out_path: null,
  container_registry_token_expire_delay: 5,
  repository_storages: ['default'],
  repository_storage: 'default',
  enabled_git_access_protocol: null,
  integration_a_enabled: false,
  integration_a_url: null,
  integration_b_enabled: false,
  integration_b_url: null,
  disabled_oauth_sign_in_sources: [],
  terminal_max_session_time: 0,
}

/** Every row of the table, with a value that is not its default. */
const written = {
  default_projects_limit: 3,
  signup_enabled: false,
  signin_enabled: false,
  external_avatar_enabled: false,
  sign_in_text: 'Welcome',
  home_page_url: 'https://home.example',
  default_branch_protection: 1,
  restricted_visibility_levels: [1, 2],
  max_attachment_size: 25,
  session_expire_delay: 60,
  default_project_visibility: 1,
  default_snippet_visibility: 2,
  domain_whitelist: ['work.example', '*.work.example'],
  domain_blacklist_enabled: true,
  domain_blacklist: ['spam.example'],
  user_oauth_applications: false,
  after_sign_out_path: 'https://goodbye.example/bye',
  container_registry_token_expire_delay: 15,
  repository_storages: ['fast', 'large'],
  enabled_git_access_protocol: 'ssh',
  integration_a_enabled: true,
  integration_a_url: 'https://a.example',
  integration_b_enabled: true,
  integration_b_url: 'https://b.example',
  disabled_oauth_sign_in_sources: ['directory'],
  terminal_max_session_time: 600,
}

describeForge('application settings', { seed }, (api) => {
  const path = '/application/settings'
  const root = () => api.as('root')
  const settings = async () => (await root().get(path)).body

  it('are read whole, with their defaults', async () => {
    const { status, body } = await root().get(path)
    expect(status).toBe(200)
    expect(body).toEqual(defaults)
  })

  it('are for administrators', async () => {
    expect((await api.as('jane').get(path)).status).toBe(403)
    expect((await api.as('jane').put(path, { signup_enabled: false })).status).toBe(403)
    expect((await api.anonymous.get(path)).status).toBe(401)
    expect((await api.anonymous.put(path, { signup_enabled: false })).status).toBe(401)
    expect(await settings()).toEqual(defaults)
  })

  it('are all written at once', async () => {
    const { status, body } = await root().put(path, written)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...written,
      repository_storage: 'fast',
      id: 1,
      created_at: defaults.created_at,
      updated_at: now,
    })
    expect(await settings()).toEqual(body)
  })

  it.each(
    Object.entries(written).filter(
      ([name]) => !/blacklist_enabled|_[ab]_enabled|storages/.test(name),
    ),
  )('%s is written alone, and the rest stays', async (name, value) => {
    const { body } = await root().put(path, { [name]: value })
    expect(body).toEqual({ ...defaults, [name]: value, updated_at: now })
  })

  it('are taken from a query and from a form as well', async () => {
    const byQuery = await api.request(
      `/api/v3${path}?private_token=root-token&signup_enabled=false&restricted_visibility_levels[]=1&restricted_visibility_levels[]=2`,
      { method: 'PUT' },
    )
    expect(byQuery.body).toMatchObject({
      signup_enabled: false,
      restricted_visibility_levels: [1, 2],
    })
    const byForm = await api.request(`/api/v3${path}`, {
      method: 'PUT',
      headers: { 'private-token': 'root-token' },
      body: new URLSearchParams('max_attachment_size=7&domain_blacklist[]=spam.example'),
    })
    expect(byForm.body).toMatchObject({
      max_attachment_size: 7,
      domain_blacklist: ['spam.example'],
    })
  })

  it('stay as they are, their time too, where nothing is said', async () => {
    const { status, body } = await root().put(path, { unknown: 1, id: 7, created_at: now })
    expect(status).toBe(200)
    expect(body).toEqual(defaults)
  })

  it.each([
    ['default_projects_limit', -1],
    ['default_projects_limit', 'many'],
    ['signup_enabled', 'perhaps'],
    ['default_branch_protection', 3],
    ['restricted_visibility_levels', [0, 20]],
    ['max_attachment_size', 0],
    ['session_expire_delay', -1],
    ['default_project_visibility', 10],
    ['default_snippet_visibility', 20],
    ['container_registry_token_expire_delay', 0],
    ['enabled_git_access_protocol', 'ftp'],
    ['terminal_max_session_time', -1],
    ['repository_storages', []],
    ['repository_storages', ['default', ' ']],
  ])('%s does not take %j', async (name, value) => {
    const { status, body } = await root().put(path, { signin_enabled: false, [name]: value })
    expect(status).toBe(400)
    expect(body.message).toEqual({ [name]: [expect.any(String)] })
    expect(await settings()).toEqual(defaults)
  })

  it.each([
    'sign_in_text',
    'home_page_url',
    'restricted_visibility_levels',
    'domain_whitelist',
    'domain_blacklist',
    'after_sign_out_path',
    'integration_a_url',
    'integration_b_url',
  ])('%s is taken back by null', async (name) => {
    const flags = {
      domain_blacklist_enabled: false,
      integration_a_enabled: false,
      integration_b_enabled: false,
    }
    await root().put(path, { ...written, ...flags })
    expect((await root().put(path, { [name]: null })).body[name]).toBeNull()
  })

  it.each(['domain_whitelist', 'domain_blacklist'])(
    '%s takes one text of several domains too',
    async (name) => {
      const text = 'one.example\r\ntwo.example, three.example;four.example \n'
      const { body } = await root().put(path, { [name]: text })
      expect(body[name]).toEqual(['one.example', 'two.example', 'three.example', 'four.example'])
    },
  )

  it.each(['nil', '', null])('take both protocols again with %j', async (both) => {
    await root().put(path, { enabled_git_access_protocol: 'http' })
    const { status, body } = await root().put(path, { enabled_git_access_protocol: both })
    expect([status, body.enabled_git_access_protocol]).toEqual([200, null])
  })

  it.each(['home_page_url', 'after_sign_out_path'])('refuse a malformed %s', async (name) => {
    for (const value of ['home', '/goodbye', 'ftp://x.example', 'http://', 'http://a b']) {
      const { status, body } = await root().put(path, { [name]: value })
      expect([status, body]).toEqual([400, { message: { [name]: ['must be a valid URL'] } }])
    }
    for (const value of ['https://x.example/a?b', '', null]) {
      const { status, body } = await root().put(path, { [name]: value })
      expect([status, body[name]]).toEqual([200, value])
    }
  })
})

describeForge('the storages', { seed }, (api) => {
  const put = (parameters: object) => api.as('root').put('/application/settings', { ...parameters })

  it('are one where the deprecated repository_storage is written', async () => {
    await put({ repository_storages: ['fast', 'large'] })
    const { body } = await put({ repository_storage: 'slow' })
    expect(body).toMatchObject({ repository_storage: 'slow', repository_storages: ['slow'] })
  })

  it('win over the deprecated repository_storage', async () => {
    const { body } = await put({
      repository_storage: 'slow',
      repository_storages: ['fast', 'large'],
    })
    expect(body).toMatchObject({
      repository_storage: 'fast',
      repository_storages: ['fast', 'large'],
    })
  })

  it('are never none', async () => {
    const { status, body } = await put({ repository_storage: '' })
    expect(status).toBe(400)
    expect(body.message).toEqual({ repository_storages: ["can't be blank"] })
  })
})

describeForge('settings that others require', { seed }, (api) => {
  const path = '/application/settings'
  const put = (parameters: object) => api.as('root').put(path, { ...parameters })

  const pairs = [
    ['domain_blacklist_enabled', 'domain_blacklist', ['spam.example'], []],
    ['integration_a_enabled', 'integration_a_url', 'https://a.example', ' '],
    ['integration_b_enabled', 'integration_b_url', 'https://b.example', ''],
  ] as const

  it.each(pairs)('%s needs %s', async (flag, required, value) => {
    const refused = await put({ [flag]: true, sign_in_text: 'Welcome' })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe(`400 (Bad request) "${required}" not given`)
    expect((await api.as('root').get(path)).body).toEqual(defaults)
    const accepted = await put({ [flag]: true, [required]: value })
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({ [flag]: true, [required]: value })
  })

  it.each(pairs)('%s is content with a stored %s', async (flag, required, value) => {
    await put({ [required]: value })
    const { status, body } = await put({ [flag]: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ [flag]: true, [required]: value })
  })

  it.each(pairs)('%s does not let %s be blank', async (flag, required, value, blank) => {
    await put({ [flag]: true, [required]: value })
    for (const nothing of [null, blank]) {
      const { status, body } = await put({ [required]: nothing })
      expect(status).toBe(400)
      expect(body.message).toEqual({ [required]: ["can't be blank"] })
    }
    expect((await put({ [flag]: false, [required]: null })).body).toMatchObject({
      [flag]: false,
      [required]: null,
    })
  })

  it.each(pairs)('%s that is false needs no %s', async (flag) => {
    expect((await put({ [flag]: false })).status).toBe(200)
  })

  it('name every one that is blank', async () => {
    const { body } = await put({
      domain_blacklist_enabled: true,
      domain_blacklist: [],
      integration_a_enabled: true,
      integration_a_url: '',
    })
    expect(body.message).toEqual({
      domain_blacklist: ["can't be blank"],
      integration_a_url: ["can't be blank"],
    })
  })
})

describeForge(
  'seeded settings',
  { seed: { ...seed, settings: { default_projects_limit: 4, repository_storages: ['a', 'b'] } } },
  (api) => {
    it('are what is read, and what new users get', async () => {
      const { body } = await api.as('root').get('/application/settings')
      expect(body).toMatchObject({ default_projects_limit: 4, repository_storage: 'a' })
      await api.as('root').put('/application/settings', { default_projects_limit: 2 })
      const user = {
        username: 'newcomer',
        name: 'New',
        email: 'new@example.com',
        password: 'longenough',
      }
      expect((await api.as('root').post('/users', user)).body.projects_limit).toBe(2)
    })
  },
)
