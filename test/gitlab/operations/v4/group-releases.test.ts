import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const repository = {
  commits: [
    {
      label: 'first',
      message: 'Begin',
      author: 'jane',
      actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
    },
  ],
}
const withRelease = (name: string) => ({
  ...repository,
  tags: [{ name, ref: 'first', release: { description: `Notes of ${name}` } }],
})

const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'eve' }],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner' } },
    { path: 'acme/inner', visibility: 'public' },
  ],
  projects: [
    { path: 'acme/site', visibility: 'public', repository: withRelease('v1') },
    { path: 'acme/inner/app', visibility: 'public', repository: withRelease('v2') },
    { path: 'acme/hidden', visibility: 'private', repository: withRelease('v3') },
  ],
}

/** Specification of v4, code-and-ci.md, section 7. */
describeV4('releases of a group', { seed }, (api) => {
  it('are those of its projects that the caller sees, the newest first', async () => {
    const jane = api.as('jane')
    const times = { v1: '2026-01-01', v2: '2026-01-03', v3: '2026-01-02' }
    for (const [id, tag] of ['v1', 'v2', 'v3'].entries()) {
      const released_at = times[tag as keyof typeof times]
      await jane.put(`/projects/${id + 1}/releases/${tag}`, { released_at })
    }
    const tags = async (as: string, query: object) => {
      const { body } = await api.as(as).get('/groups/acme/releases', { ...query })
      return body.map((one: { tag_name: string }) => one.tag_name)
    }
    expect(await tags('jane', {})).toEqual(['v2', 'v3', 'v1'])
    expect(await tags('jane', { sort: 'asc' })).toEqual(['v1', 'v3', 'v2'])
    expect(await tags('eve', {})).toEqual(['v2', 'v1'])
  })

  it('are shown whole, or with little of each', async () => {
    const whole = await api.anonymous.get('/groups/acme/releases')
    expect(whole.body[0]).toHaveProperty('assets.count')
    const { status, body } = await api.anonymous.get('/groups/acme/releases', { simple: true })
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ description: expect.stringContaining('Notes of') })
    expect(body[0]).not.toHaveProperty('assets')
    expect(body[0]).not.toHaveProperty('_links')
    expect((await api.anonymous.get('/groups/none/releases')).status).toBe(404)
  })
})
