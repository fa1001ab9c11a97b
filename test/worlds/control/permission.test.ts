import { describe, expect, it, vi } from 'vitest'
import { serveWorlds } from './served-worlds.ts'

const token = 'correct horse'
const json = { 'content-type': 'application/json' }

describe('a control token', () => {
  it('is needed for every control call, and for nothing else', async () => {
    const { ask } = await serveWorlds({}, { controlToken: token })
    for (const [method, path] of [
      ['GET', '/worlds'],
      ['POST', '/worlds'],
      ['POST', '/reset'],
      ['GET', '/export'],
      ['GET', '/events'],
      ['GET', '/nothing'],
    ]) {
      const { status, headers, body } = await ask(`/_forge${path}`, { method, headers: json })
      expect([path, status]).toEqual([path, 401])
      expect(headers.get('www-authenticate')).toContain('Bearer')
      expect(body.message).toContain('Authorization: Bearer')
    }
    for (const path of [
      '/_forge/health',
      '/_forge/openapi.json',
      '/_forge/operations',
      '/api/v3/user',
    ]) {
      const headers = { 'private-token': 'root-token' }
      expect((await ask(path, { headers })).status).toBe(200)
    }
  })

  it.each(['wrong', 'correct horsf', 'correct horse battery', ''])('is not %j', async (wrong) => {
    const { ask } = await serveWorlds({}, { controlToken: token })
    const headers = { ...json, authorization: `Bearer ${wrong}` }
    expect((await ask('/_forge/reset', { method: 'POST', headers })).status).toBe(401)
    const right = { ...json, authorization: `bearer ${token}` }
    expect((await ask('/_forge/reset', { method: 'POST', headers: right })).status).toBe(200)
  })

  it('is what is missing where control is off', async () => {
    const { ask } = await serveWorlds({}, { controlToken: null })
    const answer = await ask('/_forge/worlds', { headers: { authorization: 'Bearer null' } })
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('--control-token')
    const headers = { 'private-token': 'root-token' }
    expect((await ask('/api/v3/user', { headers })).status).toBe(200)
  })
})

describe('a call that changes something', () => {
  const calls = [
    ['POST', '/worlds'],
    ['POST', '/reset'],
    ['POST', '/worlds/default/reset'],
    ['DELETE', '/worlds/default'],
    ['PUT', '/clock'],
    ['POST', '/requests/wait'],
    ['DELETE', '/faults'],
  ] as const

  it.each(calls)('needs a header that no page sends unasked: %s %s', async (method, path) => {
    const { ask } = await serveWorlds()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type }
      const { status, body } = await ask(`/_forge${path}`, { method, headers, body: '{}' })
      expect(status).toBe(403)
      expect(body.message).toContain('X-Forge-Control: 1')
    }
  })

  it.each(calls)('is refused to a page on another site: %s %s', async (method, path) => {
    const { ask } = await serveWorlds()
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { ...json, 'x-forge-control': '1', origin }
      const { status, headers: answered } = await ask(`/_forge${path}`, {
        method,
        headers,
        body: '{}',
      })
      expect(status).toBe(403)
      expect(answered.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('may come from a page of this machine, cookies and all', async () => {
    const { ask, worlds } = await serveWorlds()
    await worlds.create({ name: 'a' })
    const origin = 'http://localhost:5173'
    const headers = { ...json, origin, cookie: 'forge_world=a' }
    const answer = await ask('/_forge/reset', { method: 'POST', headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    expect(answer.headers.get('vary')).toContain('Origin')
  })
})

describe('HEAD', () => {
  it.each([
    ['/worlds', 200],
    ['/worlds/default', 200],
    ['/requests', 200],
    ['/reset', 405],
    ['/nothing', 404],
  ])('is answered as GET, without the body: %s', async (path, status) => {
    const { ask } = await serveWorlds()
    const get = await ask(`/_forge${path}`)
    const head = await ask(`/_forge${path}`, { method: 'HEAD' })
    expect([get.status, head.status, head.text]).toEqual([status, status, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  })

  it('listens to no events, which nobody would read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { ask } = await serveWorlds()
    const { status, headers } = await ask('/_forge/events', { method: 'HEAD' })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('needs the control token as GET does', async () => {
    const { ask } = await serveWorlds({}, { controlToken: token })
    expect((await ask('/_forge/worlds', { method: 'HEAD' })).status).toBe(401)
  })
})
