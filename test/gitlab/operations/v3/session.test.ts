import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const password = 'jane-password'
const seed: Seed = {
  users: [
    { username: 'jane', email: 'jane@harbour.example', password },
    { username: 'careful', password, two_factor_enabled: true },
    { username: 'bob', password, state: 'blocked' },
    { username: 'eve' },
  ],
}

describeForge('signing in by v3', { seed }, (api) => {
  it.each([
    { login: 'jane' },
    { login: 'JANE' },
    { email: 'jane@harbour.example' },
    { email: 'Jane@Harbour.example' },
    { login: 'jane@harbour.example' },
    { login: 'eve', email: 'jane@harbour.example' },
  ])('gives the private token: %o', async (who) => {
    const { status, body } = await api.anonymous.post('/session', { ...who, password })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      username: 'jane',
      email: 'jane@harbour.example',
      is_admin: false,
      can_create_project: true,
      can_create_group: true,
      private_token: 'jane-token',
    })
    const headers = { 'private-token': body.private_token }
    expect((await api.request('/api/v3/user', { headers })).body.username).toBe('jane')
  })

  it.each([
    { login: 'jane', password: 'wrong' },
    { login: 'jane', password: '' },
    { login: 'nobody', password },
    { login: 'bob', password },
    { login: 'eve', password: '' },
    { email: 'jane', login: 'nobody', password: 'wrong' },
  ])('refuses %o', async (parameters) => {
    expect(await api.anonymous.post('/session', parameters)).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
  })

  it('refuses who has a second factor, and says so', async () => {
    expect(await api.anonymous.post('/session', { login: 'careful', password })).toMatchObject({
      status: 401,
      body: {
        message:
          '401 Unauthorized. You have 2FA enabled. Please use a personal access token to access the API',
      },
    })
  })

  it('wants a name and a password', async () => {
    for (const parameters of [{}, { login: 'jane' }, { password }]) {
      expect((await api.anonymous.post('/session', parameters)).status).toBe(400)
    }
  })

  it('shows the password in no journal', async () => {
    await api.anonymous.post('/session', { login: 'jane', password })
    expect(JSON.stringify(api.forge.requests)).not.toContain(password)
  })
})
