import { describe, expect, it } from 'vitest'
import type { ApplicationOptions } from '../../../src/adapters/server/application-options.ts'
import { directForge } from '../../../src/adapters/server/direct-forge.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'
import { createTestForge } from '../../harness.ts'

const worlds = await createWorlds({ seed: 'empty' })
const checkout = await worlds.create({ name: 'checkout' })

interface Head {
  readonly host?: string
  readonly target?: string
  readonly headers?: Record<string, string>
}

function find(
  { host = 'localhost:8080', target = '/api/v3/projects', headers = {} }: Head,
  options: ApplicationOptions = {},
  allowedHosts: readonly string[] | 'any' = [],
) {
  const given = new Headers(headers)
  return directForge(
    worlds,
    options,
    allowedHosts === 'any' ? undefined : allowedHosts,
  )({ host, target, headers: given })
}

describe('a request reaches a forge without more ado', () => {
  it.each<Head>([
    {},
    { target: '/api/v3/projects/jane%2Fwebsite/issues?labels=a,b&x[]=%20' },
    { target: '/api/v3/projects/1/repository/files?file_path=.gitignore' },
    { host: '127.0.0.1:8080' },
  ])('where it is one of the API: %o', (head) => {
    expect(find(head)).toBe(worlds.default.forge)
  })

  it('of the world that it names', () => {
    expect(find({ target: '/w/checkout/api/v3/user' })).toBe(checkout.forge)
    expect(find({ headers: { 'x-forge-world': 'checkout' } })).toBe(checkout.forge)
    expect(find({ headers: { cookie: 'a=b; forge_world=checkout' } })).toBe(checkout.forge)
  })

  it('of a host that is allowed', () => {
    expect(find({ host: 'forge.example.com' }, {}, ['forge.example.com'])).toBeDefined()
    expect(find({ host: 'forge.example.com' }, {}, 'any')).toBe(worlds.default.forge)
  })
})

describe('a request goes the way of fetch', () => {
  it.each<[string, Head]>([
    ['with an origin, for CORS', { headers: { origin: 'http://localhost:3000' } }],
    ['to a host that is refused', { host: 'evil.example.com' }],
    ['to a host that is none', { host: 'local host' }],
    ['to a host that is written in another way', { host: 'LOCALHOST:8080' }],
    ['to the port of the protocol', { host: 'localhost:80' }],
    ['with more in its host than a host', { host: 'localhost@localhost' }],
    ['to a world that is not there', { headers: { 'x-forge-world': 'nowhere' } }],
    ['to the control', { target: '/_forge/worlds' }],
    ['to git', { target: '/jane/website.git/info/refs' }],
    ['to a page', { target: '/api/v3' }],
    ['with empty segments', { target: '/api/v3//projects' }],
    ['with segments that lead upwards', { target: '/api/v3/../../_forge/worlds' }],
    ['with such segments in escapes', { target: '/api/v3/%2E%2e/%2e%2e/_forge/worlds' }],
    ['with a fragment', { target: '/api/v3/projects#a' }],
    ['with a backslash', { target: '/api/v3/projects\\1' }],
    ['with an address that is too long', { target: `/api/v3/users?search=${'x'.repeat(16_000)}` }],
    ['with an absolute address', { target: 'http://localhost:8080/api/v3/projects' }],
  ])('%s', (_, head) => {
    expect(find(head)).toBeUndefined()
  })

  it.each<[string, ApplicationOptions]>([
    ['a base path', { basePath: '/forge' }],
    ['another address', { baseUrl: 'https://forge.example.com' }],
    ['a proxy that is trusted', { trustProxy: true }],
  ])('where the server has %s', (_, options) => {
    expect(find({}, options)).toBeUndefined()
  })
})

it('a forge answers the parts of a request as it answers a Request', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const url = 'http://forge.test/api/v3/projects/1'
  const headers = new Headers({ 'private-token': 'root-token' })
  const { signal } = new AbortController()
  const { status, body } = await forge.answer({ method: 'GET', url, headers, body: null, signal })
  const response = await forge.fetch(url, { headers })
  expect([status, body]).toEqual([response.status, await response.text()])
})
