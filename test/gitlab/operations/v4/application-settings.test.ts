import { expect, it } from 'vitest'
import { operations } from '../../../../src/contract/generated/v4/operations.ts'
import { newerSettings } from '../../../../src/gitlab/domain/newer-settings.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    {
      username: 'root',
      admin: true,
      personal_access_tokens: [
        { token: 'root-api', scopes: ['api'] },
        { token: 'root-mode', scopes: ['api', 'admin_mode'] },
      ],
    },
    { username: 'jane' },
  ],
}

describeV4('application settings', { seed }, (api) => {
  const root = () => api.as('root')
  const v3 = async () =>
    (await api.request('/api/v3/application/settings?private_token=root-token')).body

  it('are all shown to administrators, but for secrets', async () => {
    const { status, body } = await root().get('/application/settings')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      default_project_visibility: 'private',
      restricted_visibility_levels: [],
      password_authentication_enabled_for_web: true,
      signin_enabled: true,
      gravatar_enabled: true,
      domain_allowlist: [],
      repository_storages_weighted: { default: 100 },
      enabled_git_access_protocol: null,
      default_branch_name: null,
      deletion_adjourned_period: 30,
      throttle_unauthenticated_web_enabled: false,
      import_sources: expect.arrayContaining(['github', 'gitea']),
    })
    expect(body).not.toHaveProperty('eks_secret_access_key')
    expect(body).not.toHaveProperty('newer')
    const { status: refused } = await api.as('jane').get('/application/settings')
    expect(refused).toBe(403)
  })

  it('can each be changed', () => {
    const update = operations.find(({ id }) => id === 'updateApplicationSettings')
    const names = new Set(update?.parameters.map(({ name }) => name))
    const missing = Object.keys(newerSettings).filter((name) => !names.has(name))
    expect(missing).toEqual(['performance_bar_allowed_group_id'])
  })

  it('are kept, and the rest stays as it is', async () => {
    const before = (await root().get('/application/settings')).body
    const changes = {
      default_projects_limit: 80,
      after_sign_up_text: 'Welcome',
      default_project_visibility: 'internal',
      restricted_visibility_levels: ['public'],
      domain_denylist: ['bad.example'],
      notes_create_limit: 5,
      repository_storages_weighted: { fast: 100 },
    }
    const { status, body } = await root().put('/application/settings', changes)
    expect([status, body]).toEqual([200, { ...before, ...changes, updated_at: expect.any(String) }])
    expect((await root().get('/application/settings')).body).toEqual(body)
    expect(await v3()).toMatchObject({
      default_projects_limit: 80,
      default_project_visibility: 1,
      restricted_visibility_levels: [2],
      domain_blacklist: ['bad.example'],
      repository_storages: ['fast'],
    })
  })

  it('have old names too, of which one of three is given', async () => {
    const { body } = await root().put('/application/settings', {
      signin_enabled: false,
      admin_notification_email: 'a@b.example',
      throttle_unauthenticated_web_enabled: true,
      domain_allowlist_raw: 'one.example, two.example',
    })
    expect(body).toMatchObject({
      password_authentication_enabled_for_web: false,
      abuse_notification_email: 'a@b.example',
      throttle_unauthenticated_enabled: true,
      domain_allowlist: ['one.example', 'two.example'],
    })
    const both = await root().put('/application/settings', {
      signin_enabled: true,
      password_authentication_enabled: true,
    })
    expect([both.status, both.body]).toEqual([
      400,
      { error: 'password_authentication_enabled, signin_enabled are mutually exclusive' },
    ])
  })

  it('need what goes with them, in the same request', async () => {
    const { status, body } = await root().put('/application/settings', {
      plantuml_enabled: true,
      recaptcha_enabled: true,
    })
    expect([status, body]).toEqual([
      400,
      {
        error:
          'plantuml_url is missing, recaptcha_site_key is missing, recaptcha_private_key is missing',
      },
    ])
    const whole = await root().put('/application/settings', {
      plantuml_enabled: true,
      plantuml_url: 'http://uml.example',
    })
    expect(whole.body).toMatchObject({ plantuml_enabled: true, plantuml_url: 'http://uml.example' })
  })

  it('are held to the values that they may have', async () => {
    const root = api.as('root')
    const protocol = await root.put('/application/settings', { enabled_git_access_protocol: 'ftp' })
    const error = 'enabled_git_access_protocol does not have a valid value'
    expect([protocol.status, protocol.body]).toEqual([400, { error }])
    for (const [days, problem] of [
      [0, 'must be greater than 0'],
      [91, 'must be less than 91'],
    ] as const) {
      const wait = await root.put('/application/settings', { deletion_adjourned_period: days })
      const message = { deletion_adjourned_period: [problem] }
      expect([wait.status, wait.body]).toEqual([400, { message }])
    }
    const longest = await root.put('/application/settings', { deletion_adjourned_period: 90 })
    expect(longest.body.deletion_adjourned_period).toBe(90)
  })

  it('are refused where none is given, or one is wrong', async () => {
    const none = await root().put('/application/settings', { unheard_of: 1 })
    expect([none.status, none.body.error]).toEqual([
      400,
      expect.stringMatching(/are missing, at least one parameter must be provided$/),
    ])
    const wrong = await root().put('/application/settings', {
      default_group_visibility: 'secret',
      max_artifacts_size: 'big',
    })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: expect.stringContaining('default_group_visibility does not have a valid value') },
    ])
    expect(wrong.body.error).toContain('max_artifacts_size is invalid')
  })

  it('say how long passwords and what tokens are, and what new users may', async () => {
    await root().put('/application/settings', {
      minimum_password_length: 20,
      personal_access_token_prefix: 'acme-',
      require_personal_access_token_expiry: false,
      user_default_external: true,
    })
    const carl = { email: 'c@c.example', name: 'Carl', username: 'carl' }
    const short = await root().post('/users', { ...carl, password: 'not long enough' })
    expect(short.body.message.password).toEqual(['is too short (minimum is 20 characters)'])
    const made = await root().post('/users', { ...carl, force_random_password: true })
    expect(made.body.external).toBe(true)
    const token = await root().post('/users/2/personal_access_tokens', {
      name: 'x',
      scopes: ['api'],
    })
    expect(token.body).toMatchObject({ token: expect.stringMatching(/^acme-/), expires_at: null })
  })

  it('give administrators what is theirs by the scope admin_mode alone, while that is on', async () => {
    const statuses = async () => {
      const ask = async (token: string) => {
        const headers = { 'private-token': token }
        return (await api.request('/api/v4/application/settings', { headers })).status
      }
      return [await ask('root-api'), await ask('root-mode'), await ask('root-token')]
    }
    expect(await statuses()).toEqual([200, 200, 200])
    await root().put('/application/settings', { admin_mode: true })
    expect(await statuses()).toEqual([403, 200, 200])
  })
})

const chosen: Seed = { ...seed, settings: { newer: { default_branch_name: 'trunk' } } }

describeV4('application settings of a seed', { seed: chosen }, (api) => {
  it('are those that it names, and export the same', async () => {
    const { body } = await api.as('root').get('/application/settings')
    expect(body.default_branch_name).toBe('trunk')
    expect(api.forge.export().records?.settings?.[0]).toMatchObject({
      newer: { default_branch_name: 'trunk' },
    })
  })

  it('name the first branch of new projects', async () => {
    const { status, body } = await api.as('jane').post('/projects', { name: 'app' })
    expect([status, body.default_branch]).toEqual([201, 'trunk'])
  })
})
