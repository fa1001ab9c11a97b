import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true, two_factor_enabled: true },
    { username: 'jane' },
    { username: 'new', state: 'blocked_pending_approval' },
    { username: 'careful', two_factor_enabled: true },
  ],
}

/** Specification of v4, people-groups-projects.md, section 2.2. */
describeV4('what is decided on users', { seed }, (api) => {
  const root = () => api.as('root')

  it('shows who waits to be let in, and keeps them out', async () => {
    expect((await root().get('/users/3')).body.state).toBe('blocked_pending_approval')
    expect((await api.as('new').get('/user')).status).toBe(403)
  })

  it('lets them in, or removes them', async () => {
    const approved = await root().post('/users/3/approve')
    expect([approved.status, approved.body]).toEqual([201, { message: 'Success' }])
    expect((await api.as('new').get('/user')).body.state).toBe('active')
    const again = await root().post('/users/3/approve')
    expect([again.status, again.body]).toEqual([
      409,
      { message: 'The user you are trying to approve is not pending approval' },
    ])
    const late = await root().post('/users/3/reject')
    expect([late.status, late.body]).toEqual([
      409,
      { message: 'This user does not have a pending request' },
    ])
    api.forge.reset()
    const rejected = await root().post('/users/3/reject')
    expect([rejected.status, rejected.body]).toEqual([200, { message: 'Success' }])
    expect((await root().get('/users/3')).status).toBe(404)
  })

  it.each(['approve', 'reject'])('is for administrators to %s', async (decision) => {
    const { status, body } = await api.as('jane').post(`/users/3/${decision}`)
    expect([status, body]).toEqual([403, { message: `You are not allowed to ${decision} a user` }])
    expect((await root().post(`/users/99/${decision}`)).status).toBe(404)
  })

  it('blocks them as well', async () => {
    expect((await root().post('/users/3/block')).body).toBe(true)
    expect((await root().get('/users/3')).body.state).toBe('blocked')
  })

  it('takes the second factor from users, not from administrators', async () => {
    const disable = (id: number, who = 'root') =>
      api.as(who).patch(`/users/${id}/disable_two_factor`)
    expect((await disable(4, 'jane')).status).toBe(403)
    expect((await disable(4)).status).toBe(204)
    expect((await root().get('/users/4')).body.two_factor_enabled).toBe(false)
    expect((await disable(4)).body).toEqual({
      message: '400 Bad request - Two-factor authentication is not enabled for this user',
    })
    const admin = await disable(1)
    expect([admin.status, admin.body.message]).toEqual([
      403,
      '403 Forbidden - Two-factor authentication for admins cannot be disabled via the API. Use the Rails console',
    ])
    expect((await disable(99)).status).toBe(404)
  })

  describe('preferences', () => {
    const first = {
      id: 2,
      user_id: 2,
      view_diffs_file_by_file: false,
      show_whitespace_in_diffs: true,
      pass_user_identities_to_ci_jwt: false,
      policy_advanced_editor: false,
    }

    it('are changed one by one', async () => {
      const jane = api.as('jane')
      expect((await jane.get('/user/preferences')).body).toEqual(first)
      const { status, body } = await jane.put('/user/preferences', {
        show_whitespace_in_diffs: false,
      })
      expect([status, body]).toEqual([200, { ...first, show_whitespace_in_diffs: false }])
      await root().put('/users/2', { view_diffs_file_by_file: true })
      expect((await jane.get('/user/preferences')).body).toEqual({
        ...first,
        show_whitespace_in_diffs: false,
        view_diffs_file_by_file: true,
      })
      await root().put('/users/2', { name: 'Jane' })
      expect((await jane.get('/user/preferences')).body.view_diffs_file_by_file).toBe(true)
    })

    it('are said of a new user', async () => {
      const made = await root().post('/users', {
        ...{ username: 'x', name: 'X', email: 'x@example.com', force_random_password: true },
        policy_advanced_editor: true,
      })
      expect(api.forge.db.users.get(made.body.id)?.preferences).toMatchObject({
        ...{ policy_advanced_editor: true, show_whitespace_in_diffs: true },
      })
    })

    it('are the caller’s, and named', async () => {
      expect((await api.anonymous.get('/user/preferences')).status).toBe(401)
      const { status, body } = await api.as('jane').put('/user/preferences', { other: true })
      expect([status, body]).toEqual([
        400,
        {
          error:
            'view_diffs_file_by_file, show_whitespace_in_diffs, pass_user_identities_to_ci_jwt, policy_advanced_editor are missing, at least one parameter must be provided',
        },
      ])
    })
  })

  it('gives numbers to those who help, which hold for a week', async () => {
    const jane = api.as('jane')
    const missing = { message: '404 Support PIN not found or expired Not Found' }
    expect((await jane.get('/user/support_pin')).body).toEqual(missing)
    const { status, body } = await jane.post('/user/support_pin')
    expect(status).toBe(201)
    expect(body).toEqual({
      pin: expect.stringMatching(/^\d{6}$/),
      expires_at: '2017-01-22T12:00:00.000Z',
    })
    expect((await jane.get('/user/support_pin')).body).toEqual(body)
    expect((await root().get('/users/2/support_pin')).body).toEqual(body)
    expect((await jane.get('/users/2/support_pin')).status).toBe(403)
    const second = await jane.post('/user/support_pin')
    expect(second.body.pin).not.toBe(body.pin)
    api.forge.clock.advance('7d')
    expect((await root().get('/users/2/support_pin')).body).toEqual(missing)
    expect((await api.anonymous.post('/user/support_pin')).status).toBe(401)
  })
})
