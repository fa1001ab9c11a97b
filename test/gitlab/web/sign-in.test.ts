import { expect, it } from 'vitest'
import { application } from '../../../src/adapters/server/application.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { createTestForge, describeV4, now } from '../../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: '<b>Jane</b>', password: 'jane-password' },
    { username: 'bob', state: 'blocked', password: 'bob-password' },
  ],
}

const signIn = '/users/sign_in'
const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

describeV4('signing in on a page', { seed }, (api) => {
  const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
  const byPassword = (login: string, password: string) =>
    api.request(signIn, form({ 'user[login]': login, 'user[password]': password }))

  it('names who is in the world, as text', async () => {
    const { status, body, headers } = await api.request(signIn)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'none'.*form-action 'self';/)
    expect(body).toContain('&lt;b&gt;Jane&lt;/b&gt;')
    expect(body).not.toContain('<b>')
    expect(body.indexOf('"root"')).toBeLessThan(body.indexOf('"jane"'))
    expect(body).not.toContain('"bob"')
  })

  it('signs in by a click, for as long as the settings say', async () => {
    const { status, headers } = await api.request(signIn, form({ username: 'jane' }))
    expect(status).toBe(302)
    expect(headers.get('location')).toBe('/')
    expect(headers.get('set-cookie')).toMatch(
      /^_gitlab_session=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(api.forge.db.users.get(2)).toMatchObject({ current_sign_in_at: now, sign_in_count: 1 })
    const cookie = cookieOf(headers)
    const who = () => api.request('/api/v4/user', { headers: { cookie } })
    expect((await who()).body.username).toBe('jane')
    api.forge.clock.advance(7 * 24 * 3600_000)
    expect((await who()).status).toBe(401)
  })

  it('lets no address say who else is sent the cookie', async () => {
    const path = '/;Domain=example.com/users/sign_in'
    const { status, headers } = await api.request(path, form({ username: 'jane' }))
    expect([status, headers.get('set-cookie')]).toEqual([404, null])
  })

  it('writes by a session with the token of its pages alone', async () => {
    const { headers } = await api.request(signIn, form({ username: 'jane' }))
    const cookie = cookieOf(headers)
    const page = await api.request(signIn, { headers: { cookie } })
    const token = /<meta name="csrf-token" content="([^"]+)">/.exec(page.body)?.[1] ?? ''
    const create = (more: Record<string, string>) =>
      api.request('/api/v4/projects?name=site', { method: 'POST', headers: { cookie, ...more } })
    expect((await create({})).status).toBe(401)
    expect((await create({ 'x-csrf-token': 'guessed' })).status).toBe(401)
    expect((await create({ 'x-csrf-token': token })).status).toBe(201)
  })

  it('counts a session that is gone as none', async () => {
    const cookie = '_gitlab_session=gone'
    expect((await api.request('/api/v4/projects', { headers: { cookie } })).status).toBe(200)
    expect((await api.request(signIn, { headers: { cookie } })).status).toBe(200)
  })

  it.each([
    ['jane', 'jane-password'],
    ['Jane@Example.com', 'jane-password'],
    ['jane', 'jane-token'],
  ])('signs in by a password: %s, %s', async (login, password) => {
    expect((await byPassword(login, password)).status).toBe(302)
  })

  it.each([
    ['jane', 'wrong'],
    ['jane', 'root-token'],
    ['jane', ''],
    ['root', ''],
    ['bob', 'bob-password'],
    ['nobody', 'x'],
  ])('refuses %s with "%s"', async (login, password) => {
    const { status, body, headers } = await byPassword(login, password)
    expect(status).toBe(401)
    expect(body).toContain('Invalid login or password.')
    if (password.length > 6) expect(JSON.stringify(api.forge.requests)).not.toContain(password)
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('signs in nobody who may not', async () => {
    for (const username of ['bob', 'nobody']) {
      expect((await api.request(signIn, form({ username }))).status).toBe(401)
    }
  })

  it('leads back to where a user wanted to be, which is here', async () => {
    const leads = async (return_to: string) =>
      (await api.request(signIn, form({ username: 'jane', return_to }))).headers.get('location')
    expect(await leads('/oauth/authorize?a=1')).toBe('/oauth/authorize?a=1')
    for (const elsewhere of [
      '//evil.example/',
      '/\\evil.example',
      '/x/..//evil.example',
      '/.//evil.example',
      'http://evil.example/',
      'x',
    ]) {
      expect(await leads(elsewhere)).toBe('/')
    }
  })

  it('signs out', async () => {
    const { headers } = await api.request(signIn, form({ username: 'jane' }))
    const cookie = cookieOf(headers)
    const page = await api.request(signIn, { headers: { cookie } })
    expect(page.body).toContain('Signed in as')
    const authenticity_token = /authenticity_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const out = await api.request('/users/sign_out', {
      ...form({ authenticity_token }),
      headers: { cookie },
    })
    expect(out.headers.get('location')).toBe(signIn)
    expect((await api.request('/api/v4/user', { headers: { cookie } })).status).toBe(401)
  })
})

describeV4('signing in below a path', { seed }, (api) => {
  it('keeps the cookie there', async () => {
    const { headers } = await api.request(`/forge${signIn}`, form({ username: 'jane' }))
    expect(headers.get('location')).toBe('/forge/')
    expect(headers.get('set-cookie')).toContain('; Path=/forge;')
  })
})

it('asks for a password where others reach the server', async () => {
  const forge = await createTestForge({ seed })
  const { fetch } = application(forge, { controlToken: 'control-token' })
  const ask = async (init: RequestInit = {}, path = signIn) => {
    const response = await fetch(new Request(`http://localhost:8080${path}`, init))
    return { status: response.status, text: await response.text() }
  }
  expect((await ask()).text).not.toContain('Jane')
  expect((await ask(form({ username: 'jane' }))).status).toBe(401)
  expect((await ask({}, '/users//sign_in')).text).not.toContain('Jane')
  expect((await ask(form({ username: 'jane' }), '/users//sign_in')).status).toBe(401)
  const password = { 'user[login]': 'jane', 'user[password]': 'jane-password' }
  expect((await ask(form(password))).status).toBe(302)
  const headers = { authorization: 'Bearer control-token' }
  expect((await ask({ headers })).text).toContain('Sign in as jane')
})
