import { expect, it } from 'vitest'
import { describeForge, describeV4 } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'eve' }],
  groups: [{ path: 'acme', visibility: 'private' as const, members: { jane: 'owner' as const } }],
  projects: [
    { path: 'acme/site', visibility: 'private' as const, issues: [{ title: 'One' }] },
    { path: 'jane/tool', visibility: 'private' as const },
  ],
}

/** Specification of v4, people-groups-projects.md, section 1.3, 4. */
describeV4('a project that has another path', { seed }, (api) => {
  const jane = api.as('jane')
  const moved = async (as: string, path: string, init: RequestInit = {}) =>
    api.request(`/api/v4/projects/${path}`, {
      redirect: 'manual',
      headers: { 'private-token': `${as}-token` },
      ...init,
    })

  it('is read by its id from the path that it had', async () => {
    await jane.put('/projects/1', { path: 'home' })
    const answer = await moved('jane', 'acme%2FSite/issues?state=opened')
    const address = `${api.origin}/api/v4/projects/1/issues?state=opened`
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe(address)
    expect(answer.body).toBe(`This resource has been moved permanently to ${address}`)
    expect((await jane.get('/projects/acme%2Fhome')).status).toBe(200)
  })

  it('is not changed by the path that it had', async () => {
    await jane.put('/projects/1', { path: 'home' })
    const answer = await moved('jane', 'acme%2Fsite', { method: 'DELETE' })
    expect(answer.status).toBe(405)
    expect(answer.body).toEqual({ message: 'Non GET methods are not allowed for moved projects' })
  })

  it('is not told of to who does not see it', async () => {
    await jane.put('/projects/1', { path: 'home' })
    expect((await moved('eve', 'acme%2Fsite')).status).toBe(404)
    expect((await moved('eve', 'acme%2Fsite', { method: 'DELETE' })).status).toBe(404)
  })

  it('gives its path to another one that takes it', async () => {
    await jane.put('/projects/2', { path: 'other' })
    await jane.post('/projects', { name: 'New', path: 'tool' })
    expect((await moved('jane', 'jane%2Ftool')).body.id).toBe(3)
  })

  it('has another one with its group, and while it waits for its deletion', async () => {
    await jane.put('/groups/acme', { path: 'corp' })
    expect((await moved('jane', 'acme%2Fsite')).status).toBe(301)
    expect((await moved('jane', 'corp%2Fsite')).status).toBe(200)
    await jane.delete('/projects/2')
    expect((await moved('jane', 'jane%2Ftool')).headers.get('location')).toMatch(/\/projects\/2$/)
    expect((await jane.get('/groups/acme')).status).toBe(404)
  })
})

describeForge('a project of v3 that has another path', { seed }, (api) => {
  it('is not found by the path that it had', async () => {
    await api.request('/api/v4/projects/1?path=home', {
      method: 'PUT',
      headers: { 'private-token': 'jane-token' },
    })
    expect((await api.as('jane').get('/projects/acme%2Fsite')).status).toBe(404)
    expect((await api.as('jane').get('/projects/acme%2Fhome')).status).toBe(200)
  })
})
