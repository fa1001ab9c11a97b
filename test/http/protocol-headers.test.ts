import { expect, it } from 'vitest'
import { describeForge, describeV4, type Reply } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'jane/site', visibility: 'public' as const, issues: [{ title: 'One' }] }],
}

const issues = '/api/v4/projects/1/issues'
const kept = 'max-age=0, private, must-revalidate'

/** Specification of v4, people-groups-projects.md, section 1.1, 6 and 7. */
describeV4('the headers of every answer of v4', { seed }, (api) => {
  const ask = (path: string, init: RequestInit = {}) =>
    api.request(path, { ...init, headers: { 'private-token': 'root-token', ...init.headers } })
  const having = (tag: string, method = 'GET') =>
    ask(issues, { method, headers: { 'if-none-match': tag } })
  const tagOf = ({ headers }: Reply) => headers.get('etag') ?? ''

  it.each([
    ['a record', 'GET', '/api/v4/projects/1', 200, kept],
    ['a list', 'GET', issues, 200, kept],
    ['what was made', 'POST', '/api/v4/projects/1/issues?title=Two', 201, kept],
    ['what was removed', 'DELETE', '/api/v4/projects/1/issues/1', 204, 'no-cache'],
    ['a refusal', 'GET', '/api/v4/projects/9', 404, 'no-cache'],
    ['a path that leads nowhere', 'GET', '/api/v4/nowhere', 404, 'no-cache'],
  ])('stand beside %s', async (_, method, path, status, cacheControl) => {
    const { status: answered, headers } = await ask(path, { method })
    expect(answered).toBe(status)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.get('cache-control')).toBe(cacheControl)
    expect(headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/)
    expect(JSON.parse(headers.get('x-gitlab-meta') ?? '')).toEqual({
      correlation_id: headers.get('x-request-id'),
      version: '1',
    })
    const tag = cacheControl === kept ? expect.stringMatching(/^W\/"[\da-f]{16}"$/) : null
    expect(headers.get('etag')).toEqual(tag)
  })

  it('say what a client has already, which is not sent again', async () => {
    const first = await ask(issues)
    const again = await having(tagOf(first))
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect(tagOf(again)).toBe(tagOf(first))
    expect(again.headers.get('content-type')).toBeNull()
    expect(again.headers.get('x-total')).toBe('1')
    expect((await having(tagOf(first), 'HEAD')).status).toBe(304)
    expect((await having(`"other", ${tagOf(first).slice(2)}`)).status).toBe(304)
    expect((await having('*')).status).toBe(304)
    expect((await having('W/"0123456789abcdef"')).status).toBe(200)
  })

  it('change with what is answered, and with nothing else', async () => {
    const before = tagOf(await ask(issues))
    await ask('/api/v4/projects?name=other', { method: 'POST' })
    expect(tagOf(await ask(issues))).toBe(before)
    await ask(`${issues}/1?title=Changed`, { method: 'PUT' })
    expect(tagOf(await ask(issues))).not.toBe(before)
    expect((await having(before)).status).toBe(200)
  })

  it('refuse nobody a change that they have the answer of', async () => {
    const path = `${issues}/1?title=Changed`
    const first = await ask(path, { method: 'PUT' })
    const again = await ask(path, { method: 'PUT', headers: { 'if-none-match': tagOf(first) } })
    expect(again.status).toBe(200)
  })
})

describeForge('the headers of v3', { seed }, (api) => {
  it('are those that it has always had', async () => {
    const { headers } = await api.as('root').get('/projects/1')
    const own = ['etag', 'cache-control', 'x-gitlab-meta', 'x-frame-options', 'vary']
    expect(own.filter((name) => headers.has(name))).toEqual([])
  })
})
