import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { describeV4 } from '../harness.ts'

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    { username: 'dev' },
    { username: 'eve' },
  ],
  groups: [{ path: 'acme', visibility: 'private', members: { jane: 'owner', dev: 'developer' } }],
  projects: [{ path: 'acme/site', visibility: 'private' }],
}

/** Specification of v4, people-groups-projects.md, 1.6: what belongs to managers as a whole. */
describeV4('what belongs to the managers of a project or a group', { seed }, (api) => {
  it.each([
    ['/projects/1/hooks', 'url is missing'],
    ['/projects/1/deploy_keys', 'key is missing, title is missing'],
  ])('is refused before its parameters are read: POST %s', async (path, error) => {
    const answers = async (who: string) => {
      const { status, body } = await api.as(who).post(path)
      return [status, body]
    }
    expect(await answers('jane')).toEqual([400, { error }])
    expect(await answers('dev')).toEqual([403, { message: '403 Forbidden' }])
    expect(await answers('eve')).toEqual([404, { message: '404 Project Not Found' }])
    expect((await api.anonymous.post(path)).status).toBe(401)
  })

  it.each(['/projects/1', '/groups/acme'])('of %s as well: integrations', async (place) => {
    const path = `${place}/integrations/slack`
    const missing = await api.as('jane').put(path)
    expect([missing.status, missing.body]).toEqual([400, { error: 'webhook is missing' }])
    expect((await api.as('dev').put(path)).status).toBe(403)
    expect((await api.as('eve').put(path)).status).toBe(404)
  })

  it('leads from the path that a project had before all the same', async () => {
    await api.as('jane').put('/projects/1', { path: 'place' })
    expect((await api.as('jane').get('/projects/acme%2Fsite/hooks')).status).toBe(301)
    const written = await api.as('jane').post('/projects/acme%2Fsite/hooks')
    expect(written.status).toBe(405)
  })

  it('is not what others may ask of the parameters first', async () => {
    const { status, body } = await api.as('dev').post('/projects/1/badges')
    expect([status, body]).toEqual([400, { error: 'link_url is missing, image_url is missing' }])
  })
})
