import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  groups: [{ path: 'acme' }],
  projects: [{ path: 'acme/site' }],
}

/** Specification of v4, people-groups-projects.md, section 14. */
describeV4('the instance', { seed }, (api) => {
  const root = () => api.as('root')

  it.each([
    ['GET', '/application/appearance'],
    ['PUT', '/application/appearance'],
    ['GET', '/application/plan_limits'],
    ['PUT', '/application/plan_limits'],
    ['GET', '/features'],
    ['GET', '/features/definitions'],
    ['DELETE', '/features/foo'],
  ])('is for administrators: %s %s', async (method, path) => {
    const status = async (headers: Record<string, string>) =>
      (await api.request(`/api/v4${path}`, { method, headers })).status
    expect(await status({})).toBe(401)
    expect(await status({ 'private-token': 'jane-token' })).toBe(403)
  })

  it('looks as it is said to', async () => {
    const first = await root().get('/application/appearance')
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...{ title: '', description: '', pwa_name: '', pwa_short_name: '', pwa_description: '' },
        ...{ logo: null, pwa_icon: null, header_logo: null, favicon: null },
        ...{ member_guidelines: '', new_project_guidelines: '', profile_image_guidelines: '' },
        ...{ header_message: '', footer_message: '' },
        ...{ message_background_color: '#e75e40', message_font_color: '#ffffff' },
        email_header_and_footer_enabled: false,
      },
    ])
    const changes = { title: 'Harbour', message_font_color: '#000' }
    const changed = await root().put('/application/appearance', changes)
    expect([changed.status, changed.body]).toEqual([200, { ...first.body, ...changes }])
    expect((await root().get('/application/appearance')).body).toEqual(changed.body)
    const wrong = await root().put('/application/appearance', { message_font_color: 'red-ish' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { message: { message_font_color: ['must be a valid color code'] } },
    ])
  })

  it('has pictures, by their names', async () => {
    const form = new FormData()
    form.append('logo', new File(['a'], 'harbour.png'))
    const init = { method: 'PUT', headers: { 'private-token': 'root-token' }, body: form }
    const { body } = await api.request('/api/v4/application/appearance', init)
    expect(body.logo).toBe('/uploads/-/system/appearance/logo/1/harbour.png')
    expect((await root().put('/application/appearance', { title: 'a' })).body.logo).toBe(body.logo)
    expect((await root().put('/application/appearance', { logo: '' })).body.logo).toBeNull()
  })

  it('has limits of its one plan', async () => {
    const first = await root().get('/application/plan_limits')
    expect([first.status, first.body]).toMatchObject([200, { ci_pipeline_schedules: 10 }])
    const request = { plan_name: 'default', ci_pipeline_schedules: 4 }
    const changed = await root().put('/application/plan_limits', request)
    expect(changed.body).toEqual({ ...first.body, ci_pipeline_schedules: 4 })
    expect((await root().get('/application/plan_limits')).body).toEqual(changed.body)
    const other = await root().get('/application/plan_limits', { plan_name: 'gold' })
    expect([other.status, other.body]).toEqual([
      400,
      { error: 'plan_name does not have a valid value' },
    ])
  })

  const set = (value: string, more = {}) =>
    root().post('/features/foo', { value, force: true, ...more })
  const nobody = { key: 'boolean', value: false }

  it('has switches that are set for all, and forgotten', async () => {
    expect((await root().get('/features/definitions')).body).toEqual([])
    const on = await set('true')
    expect([on.status, on.body]).toEqual([
      201,
      { name: 'foo', state: 'on', gates: [{ key: 'boolean', value: true }], definition: null },
    ])
    expect((await root().get('/features')).body).toEqual([on.body])
    expect((await set('false')).body).toMatchObject({ state: 'off', gates: [nobody] })
    expect((await root().delete('/features/foo')).status).toBe(204)
    expect((await root().delete('/features/foo')).status).toBe(204)
    expect((await root().get('/features')).body).toEqual([])
  })

  it('has switches for some of the time, and for those who are named', async () => {
    expect((await set('30')).body).toMatchObject({
      state: 'conditional',
      gates: [nobody, { key: 'percentage_of_time', value: 30 }],
    })
    expect((await set('5', { key: 'percentage_of_actors' })).body.gates).toEqual([
      nobody,
      { key: 'percentage_of_actors', value: 5 },
      { key: 'percentage_of_time', value: 30 },
    ])
    expect((await set('false')).body.gates).toEqual([nobody])
    const named = { user: 'jane,root', project: 'acme/site', group: 'acme', feature_group: 'all' }
    expect((await set('true', named)).body).toMatchObject({
      state: 'conditional',
      gates: [
        nobody,
        { key: 'actors', value: ['User:2', 'User:1', 'Group:3', 'Project:1'] },
        { key: 'groups', value: ['all'] },
      ],
    })
    expect((await set('false', { user: 'root', group: 'acme' })).body.gates[1]).toEqual({
      key: 'actors',
      value: ['User:2', 'Project:1'],
    })
  })

  it('sets no switch that is not defined, of nobody, or to nothing', async () => {
    const refusal = async (name: string, request: object) => {
      const { status, body } = await root().post(`/features/${name}`, { ...request })
      return [status, body.message ?? body.error]
    }
    expect(await refusal('foo', { value: 'true' })).toEqual([
      400,
      "400 Bad request - Feature flag 'foo' is not defined",
    ])
    expect(await refusal('foo', { value: 'maybe', force: true })).toEqual([
      400,
      '400 Bad request - value must be true, false or a percentage',
    ])
    expect(await refusal('foo', { value: 'true', force: true, user: 'x' })).toEqual([
      400,
      '400 Bad request - x is not found!',
    ])
    expect(await refusal('foo', {})).toEqual([400, 'value is missing'])
    expect((await api.as('jane').post('/features/foo', { value: 'true' })).status).toBe(403)
    await set('true')
    expect((await root().post('/features/foo', { value: 'false' })).status).toBe(201)
  })
})
