import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'dev' }],
  projects: [{ path: 'jane/site', members: { dev: 'developer' as const } }, { path: 'jane/other' }],
}
const path = '/projects/1/pages'
const certificate = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n'
const key = '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n'

/** Specification of v4, people-groups-projects.md, section 12. */
describeV4('pages of a project', { seed, now: '2026-02-01T10:00:00Z' }, (api) => {
  it('have settings, which administrators change', async () => {
    const { status, body } = await api.as('jane').get(path)
    expect([status, body]).toEqual([
      200,
      {
        url: 'http://site-1.pages.forge.test',
        deployments: [],
        is_unique_domain_enabled: true,
        force_https: false,
        primary_domain: null,
      },
    ])
    const changes = { pages_unique_domain_enabled: false, pages_https_only: true }
    const changed = await api.as('root').patch(path, changes)
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        ...body,
        url: 'https://jane.pages.forge.test/site',
        is_unique_domain_enabled: false,
        force_https: true,
      },
    ])
    expect((await api.as('jane').get(path)).body).toEqual(changed.body)
    expect((await api.as('jane').patch(path, changes)).status).toBe(403)
    expect((await api.as('dev').get(path)).status).toBe(403)
    expect((await api.as('jane').delete(path)).status).toBe(403)
    expect((await api.as('root').delete(path)).status).toBe(204)
  })

  it('have a primary domain among their own', async () => {
    await api.as('jane').post(`${path}/domains`, { domain: 'site.example' })
    const primary = (name: string) =>
      api.as('root').patch(path, { pages_primary_domain: `https://${name}` })
    expect((await primary('site.example')).body.primary_domain).toBe('https://site.example')
    const foreign = await primary('other.example')
    expect([foreign.status, Object.keys(foreign.body.message)]).toEqual([
      400,
      ['pages_primary_domain'],
    ])
    for (const pages_primary_domain of ['  ', 'site.example', 'https://']) {
      const refused = await api.as('root').patch(path, { pages_primary_domain })
      expect([refused.status, refused.body]).toEqual([400, foreign.body])
    }
  })

  it('have domains, which are verified for a week', async () => {
    const jane = api.as('jane')
    const made = await jane.post(`${path}/domains`, { domain: 'www.site.example' })
    const domain = {
      domain: 'www.site.example',
      url: 'http://www.site.example',
      auto_ssl_enabled: false,
      verified: false,
      verification_code: expect.stringMatching(/^[\da-f]{32}$/),
      enabled_until: null,
    }
    expect([made.status, made.body]).toEqual([201, domain])
    const one = `${path}/domains/www.site.example`
    expect((await jane.get(one)).body).toEqual(domain)
    expect((await jane.get(`${path}/domains`)).body).toEqual([domain])
    const verified = await jane.put(`${one}/verify`)
    expect(verified.body).toEqual({
      ...domain,
      verified: true,
      enabled_until: '2026-02-08T10:00:00.000Z',
    })
    const all = await api.as('root').get('/pages/domains?domain=WWW.site.example')
    expect(all.body).toEqual([{ ...verified.body, project_id: 1 }])
    expect((await api.as('root').get('/pages/domains?domain=none.example')).body).toEqual([])
    expect((await jane.get('/pages/domains')).status).toBe(403)
    expect((await jane.delete(one)).status).toBe(204)
    for (const gone of [
      await jane.get(one),
      await jane.put(one, { auto_ssl_enabled: true }),
      await jane.delete(one),
      await jane.put(`${one}/verify`),
    ]) {
      expect([gone.status, gone.body]).toEqual([404, { message: '404 PagesDomain Not Found' }])
    }
  })

  it('have certificates with their keys', async () => {
    const jane = api.as('jane')
    await jane.post(`${path}/domains`, { domain: 'site.example' })
    const one = `${path}/domains/site.example`
    const set = await jane.put(one, { certificate, key })
    expect(set.body).toMatchObject({
      url: 'https://site.example',
      certificate: { subject: '/CN=site.example', expired: false, certificate },
    })
    const taken = await jane.put(one, { certificate: null, key: null })
    expect(taken.body).not.toHaveProperty('certificate')
  })

  it.each([
    [{}, { error: 'domain is missing' }],
    [{ domain: 'no domain' }, { message: { domain: ['is invalid'] } }],
    [{ domain: 'Taken.example' }, { message: { domain: ['has already been taken'] } }],
    [
      { domain: 'a.example', certificate },
      { error: 'certificate, key provide all or none of parameters' },
    ],
    [
      { domain: 'a.example', certificate: 'none', key },
      { message: { certificate: ['must be a valid PEM certificate'] } },
    ],
    [
      { domain: 'a.example', certificate, key: 'none' },
      { message: { key: ['must be a valid key'] } },
    ],
  ])('refuse a domain of %j', async (request, body) => {
    await api.as('jane').post('/projects/2/pages/domains', { domain: 'taken.example' })
    const answer = await api.as('jane').post(`${path}/domains`, request)
    expect([answer.status, answer.body]).toEqual([400, body])
    expect((await api.as('jane').get(`${path}/domains/taken.example`)).status).toBe(404)
  })

  it('are seen by members, or by everybody who sees the project', async () => {
    const access = async (who?: string) =>
      (await (who ? api.as(who) : api.anonymous).get('/projects/1/pages_access')).status
    expect([await access('dev'), await access('root'), await access()]).toEqual([200, 200, 404])
    await api.as('jane').put('/projects/1', { visibility: 'public' })
    expect(await access()).toBe(200)
    await api.as('jane').put('/projects/1', { pages_access_level: 'private' })
    expect([await access('dev'), await access()]).toEqual([200, 403])
    await api.as('jane').put('/projects/1', { pages_access_level: 'disabled' })
    expect(await access('jane')).toBe(403)
  })
})
