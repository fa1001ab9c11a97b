import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'

const link_url = 'https://x.example/%{project_path}'
const image_url = 'https://x.example/a.svg'
const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'bob' }, { username: 'eve' }],
  groups: [
    { path: 'acme', visibility: 'public', members: { jane: 'owner', bob: 'master' } },
    { path: 'acme/inner', visibility: 'public' },
  ],
  projects: [
    {
      path: 'acme/inner/site',
      name: 'The Site',
      visibility: 'public',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
        ],
        tags: [{ name: 'v1', ref: 'master' }],
      },
    },
    { path: 'jane/own', visibility: 'private' },
  ],
  badges: [
    { project: 'acme/inner/site', name: 'Build', link_url, image_url },
    { group: 'acme', name: 'Firm', link_url, image_url },
  ],
}

describeV4('badges', { seed }, (api) => {
  const namesOf = async (path: string, parameters = {}) => {
    const { body } = await api.anonymous.get(`${path}/badges`, parameters)
    return body.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`)
  }

  it('of a project are listed after those of its groups, and by name', async () => {
    expect(await namesOf('/projects/1')).toEqual(['group Firm', 'project Build'])
    expect(await namesOf('/groups/acme')).toEqual(['group Firm'])
    expect(await namesOf('/groups/acme%2Finner')).toEqual([])
    expect(await namesOf('/projects/1', { name: 'Build' })).toEqual(['project Build'])
    expect(await namesOf('/projects/1', { name: 'build' })).toEqual([])
  })

  it('are rendered for a project, and left as they are in a group', async () => {
    const rendered_link_url = 'https://x.example/acme/inner/site'
    const { status, body } = await api.anonymous.get('/projects/1/badges/2')
    expect([status, body]).toEqual([
      200,
      {
        id: 2,
        name: 'Firm',
        kind: 'group',
        ...{ link_url, image_url, rendered_link_url, rendered_image_url: image_url },
      },
    ])
    const ofGroup = await api.anonymous.get('/groups/acme/badges/2')
    expect(ofGroup.body.rendered_link_url).toBe(link_url)
  })

  it.each([
    ['project_title', 'The Site'],
    ['project_name', 'site'],
    ['project_id', '1'],
    ['project_namespace', 'acme/inner/site'],
    ['group_name', 'acme/inner'],
    ['default_branch', 'master'],
    ['latest_tag', 'v1'],
    ['gitlab_server', 'forge.test'],
    ['unknown', '%{unknown}'],
  ])('know %%{%s}', async (name, text) => {
    const asked = { link_url: `https://x.example/%{${name}}`, image_url }
    const { status, body } = await api.as('bob').get('/projects/1/badges/render', asked)
    expect([status, body.name, body.rendered_link_url]).toEqual([
      200,
      null,
      `https://x.example/${text}`,
    ])
  })

  it('leave out what a project has not', async () => {
    const asked = { link_url: 'https://x.example/%{commit_sha}-%{group_name}', image_url }
    const { body } = await api.as('jane').get('/projects/2/badges/render', asked)
    expect(body.rendered_link_url).toBe('https://x.example/-')
  })

  it('are added, changed and removed by maintainers of a project', async () => {
    const jane = api.as('bob')
    const made = await jane.post('/projects/1/badges', { link_url, image_url, name: 'New' })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ id: 3, name: 'New', kind: 'project' }),
    ])
    const changed = await jane.put('/projects/1/badges/3', { image_url: 'http://y.example' })
    expect(changed.body).toMatchObject({ link_url, image_url: 'http://y.example', name: 'New' })
    expect((await jane.delete('/projects/1/badges/3')).status).toBe(204)
    const gone = await jane.delete('/projects/1/badges/3')
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('of a group are for its owners, there', async () => {
    expect((await api.as('bob').post('/groups/acme/badges', { link_url, image_url })).status).toBe(
      403,
    )
    expect((await api.as('jane').put('/groups/acme/badges/2', { name: 'Ours' })).body.name).toBe(
      'Ours',
    )
    expect((await api.as('jane').delete('/projects/1/badges/2')).status).toBe(403)
    expect((await api.as('jane').delete('/groups/acme/badges/2')).status).toBe(204)
    expect(await namesOf('/projects/1')).toEqual(['project Build'])
  })

  it('are refused without addresses of the web', async () => {
    const jane = api.as('jane')
    expect((await jane.post('/projects/1/badges', { image_url })).body).toEqual({
      error: 'link_url is missing',
    })
    const blocked = await jane.post('/projects/1/badges', {
      link_url: 'ftp://x.example',
      image_url,
    })
    expect([blocked.status, blocked.body]).toEqual([
      400,
      { message: { link_url: ['is blocked: Only allowed schemes are http, https'] } },
    ])
    expect((await jane.put('/projects/1/badges/1', { image_url: 'x' })).status).toBe(400)
  })

  it('go with their project and their group, and come back from an export', async () => {
    const { badges } = api.forge.db
    const exported = api.forge.export()
    expect(exported.records?.badges).toHaveLength(2)
    await api.as('jane').delete('/groups/acme')
    api.forge.clock.advance('31d')
    expect(badges.all()).toEqual([])
  })
})
