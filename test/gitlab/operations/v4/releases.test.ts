import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4 } from '../../../harness.ts'
import { repositoryWorld } from '../v3/repository-world.ts'

const tags = (body: readonly { tag_name: string }[]) => body.map(({ tag_name }) => tag_name)

describeV4('releases', { seed: repositoryWorld }, (api) => {
  const path = '/projects/1/releases'
  const web = 'http://forge.test/acme/site/-'

  it('shows the release notes of v3', async () => {
    const { status, body } = await api.anonymous.get(`${path}/v1.0`)
    const sources = ['zip', 'tar.gz', 'tar.bz2', 'tar'].map((format) => ({
      format,
      url: `${web}/archive/v1.0/site-v1.0.${format}`,
    }))
    expect(status).toBe(200)
    expect(body).toEqual({
      name: 'v1.0',
      tag_name: 'v1.0',
      description: 'It *counts*.',
      created_at: '2017-01-02T10:00:00.000Z',
      released_at: '2017-01-02T10:00:00.000Z',
      upcoming_release: false,
      author: expect.objectContaining({ username: 'mona' }),
      commit: expect.objectContaining({ title: 'Count further' }),
      commit_path: `/acme/site/-/commit/${body.commit.id}`,
      tag_path: '/acme/site/-/tags/v1.0',
      assets: { count: 4, sources, links: [] },
      evidences: [],
      _links: {
        closed_issues_url: `${web}/issues?release_tag=v1.0&scope=all&state=closed`,
        closed_merge_requests_url: `${web}/merge_requests?release_tag=v1.0&scope=all&state=closed`,
        merged_merge_requests_url: `${web}/merge_requests?release_tag=v1.0&scope=all&state=merged`,
        opened_issues_url: `${web}/issues?release_tag=v1.0&scope=all&state=opened`,
        opened_merge_requests_url: `${web}/merge_requests?release_tag=v1.0&scope=all&state=opened`,
        self: `${web}/releases/v1.0`,
      },
    })
    const dev = await api.as('dev').get(`${path}/v1.0`, { include_html_description: true })
    expect(dev.body._links.edit_url).toBe(`${web}/releases/v1.0/edit`)
    expect(dev.body.description_html).toBe('<p dir="auto">It <em>counts</em>.</p>')
  })

  it('shows v3 the notes of a release', async () => {
    await api.as('dev').post(path, { tag_name: 'v0.9', description: 'Old' })
    await api.as('dev').post(path, { tag_name: 'v2', ref: 'master' })
    const release = async (tag: string) =>
      (await api.request(`/api/v3/projects/1/repository/tags/${tag}`)).body.release
    expect(await release('v0.9')).toEqual({ tag_name: 'v0.9', description: 'Old' })
    expect(await release('v2')).toEqual({ tag_name: 'v2', description: '' })
  })

  it('hides the code from guests of a private project', async () => {
    api.forge.db.projects.update((query) => query.where({ id: 1 }), {
      data(project) {
        project.visibility_level = 0
      },
    })
    const { status, body } = await api.as('gus').get(path)
    expect([status, body.length]).toEqual([200, 1])
    expect(Object.keys(body[0])).not.toEqual(expect.arrayContaining(['tag_name']))
    expect(body[0]).not.toHaveProperty('commit')
    expect(body[0].assets).toEqual({ count: 0, links: [] })
    expect((await api.as('gus').get(`${path}/v1.0`)).status).toBe(403)
  })

  describe('created', () => {
    it('makes the tag, with links and in the future', async () => {
      const links = [
        {
          name: 'one',
          url: 'https://x.example/1',
          direct_asset_path: '/bin/1',
          link_type: 'package',
        },
        { name: 'two', url: 'ftp://x.example/2', filepath: null },
      ]
      const made = await api.as('dev').post(path, {
        tag_name: 'v2.0',
        ref: 'master',
        tag_message: 'Two',
        name: 'Second',
        released_at: '2017-02-01T00:00:00Z',
        assets: { links },
      })
      expect([made.status, made.body]).toMatchObject([
        201,
        {
          name: 'Second',
          tag_name: 'v2.0',
          description: null,
          created_at: '2017-01-15T12:00:00.000Z',
          released_at: '2017-02-01T00:00:00.000Z',
          upcoming_release: true,
          author: { username: 'dev' },
        },
      ])
      expect(made.body.assets.count).toBe(6)
      expect(made.body.assets.links).toEqual([
        {
          id: expect.any(Number),
          name: 'two',
          url: 'ftp://x.example/2',
          direct_asset_url: 'ftp://x.example/2',
          link_type: 'other',
        },
        {
          id: expect.any(Number),
          name: 'one',
          url: 'https://x.example/1',
          direct_asset_url: `${web}/releases/v2.0/downloads/bin/1`,
          link_type: 'package',
        },
      ])
      const tag = await api.anonymous.get('/projects/1/repository/tags/v2.0')
      expect(tag.body).toMatchObject({ message: 'Two', release: { tag_name: 'v2.0' } })
      const asset = await api.anonymous.get(`${path}/v2.0/downloads/bin/1`)
      expect([asset.status, asset.headers.get('location')]).toEqual([302, 'https://x.example/1'])
    })

    it.each([
      [{ tag_name: 'v1.0' }, 409, { message: 'Release already exists' }],
      [{ tag_name: 'v3' }, 422, { message: 'Ref is not specified' }],
      [{ tag_name: 'v3', ref: 'none' }, 400, { message: 'Target none is invalid' }],
      [{}, 400, { error: 'tag_name is missing' }],
      [
        { tag_name: 'v0.9', milestones: ['none', 'nor'] },
        400,
        { message: 'Milestone(s) not found: none, nor' },
      ],
      [
        { tag_name: 'v0.9', milestones: ['none'], milestone_ids: [7] },
        400,
        {
          error:
            'milestones, milestone_ids Cannot specify milestones and milestone_ids at the same time',
        },
      ],
      [{ tag_name: 'v0.9', milestone_ids: [7] }, 400, { message: 'Milestone id(s) not found: 7' }],
      [
        { tag_name: 'v0.9', assets: { links: [{ name: 'a' }] } },
        400,
        { error: 'assets[links][0][url] is missing' },
      ],
      [
        {
          tag_name: 'v0.9',
          assets: {
            links: [
              { name: 'a', url: 'https://x.example/1' },
              { name: 'a', url: 'https://x.example/2' },
            ],
          },
        },
        400,
        { message: 'Validation failed: Links name has already been taken' },
      ],
    ])('is refused as %j', async (release, status, body) => {
      const reply = await api.as('dev').post(path, release)
      expect([reply.status, reply.body]).toEqual([status, body])
      expect(tags((await api.anonymous.get(path)).body)).toEqual(['v1.0'])
    })

    it('is refused where the tag is protected', async () => {
      api.forge.db.protectedTags.create({ project_id: 1, name: 'v*' })
      const { status, body } = await api.as('dev').post(path, { tag_name: 'v3', ref: 'master' })
      expect([status, body]).toEqual([
        403,
        { message: 'You are not allowed to create this tag as it is protected.' },
      ])
    })

    it('has milestones, with the issues that they have', async () => {
      const { db } = api.forge
      db.milestones.create({ project_id: 1, iid: 1, title: 'M', description: null, due_date: null })
      db.issues.create({ project_id: 1, iid: 1, title: 'I', author_id: 2, milestone_id: 1 })
      const release = { tag_name: 'v0.9', milestones: 'M' }
      const { body } = await api.as('dev').post(path, release)
      expect(body.milestones).toMatchObject([{ title: 'M', issue_stats: { total: 1, closed: 0 } }])
      const none = await api.as('dev').put(`${path}/v0.9`, { milestone_ids: [] })
      expect(none.body).not.toHaveProperty('milestones')
    })
  })

  describe('listed', () => {
    it('has the newest first, or otherwise', async () => {
      const dev = api.as('dev')
      await dev.post(path, { tag_name: 'v0.9', released_at: '2016-01-01T00:00:00Z' })
      expect(tags((await dev.get(path)).body)).toEqual(['v1.0', 'v0.9'])
      expect(tags((await dev.get(path, { sort: 'asc' })).body)).toEqual(['v0.9', 'v1.0'])
      const created = await dev.get(path, { order_by: 'created_at' })
      expect(tags(created.body)).toEqual(['v0.9', 'v1.0'])
      const late = await dev.get(path, { updated_after: '2017-01-10T00:00:00Z' })
      expect(tags(late.body)).toEqual(['v0.9'])
      const early = await dev.get(path, { updated_before: '2017-01-10T00:00:00Z' })
      expect(tags(early.body)).toEqual(['v1.0'])
    })

    it('leads to the newest one, and below it', async () => {
      const latest = await api.anonymous.get(`${path}/permalink/latest`)
      expect([latest.status, latest.headers.get('location')]).toEqual([
        302,
        '/api/v4/projects/1/releases/v1.0',
      ])
      const below = await api.anonymous.get(`${path}/permalink/latest/downloads/bin/x`)
      expect(below.headers.get('location')).toBe('/api/v4/projects/1/releases/v1.0/downloads/bin/x')
      api.forge.db.releases.deleteMany((query) => query.where({ id: 1 }))
      expect((await api.anonymous.get(`${path}/permalink/latest`)).status).toBe(404)
    })
  })

  describe('changed', () => {
    it('keeps what is not given', async () => {
      const { status, body } = await api.as('dev').put(`${path}/v1.0`, { name: 'One' })
      expect([status, body]).toMatchObject([200, { name: 'One', description: 'It *counts*.' }])
    })

    it('needs something to change, and a release', async () => {
      const none = await api.as('dev').put(`${path}/v1.0`)
      expect([none.status, none.body]).toEqual([400, { message: 'params is empty' }])
      expect((await api.as('dev').put(`${path}/v9`, { name: 'x' })).status).toBe(403)
      expect((await api.as('dev').delete(`${path}/v9`)).status).toBe(403)
      expect((await api.anonymous.get(`${path}/v9`)).status).toBe(404)
    })

    it('is removed without its tag', async () => {
      const { status, body } = await api.as('dev').delete(`${path}/v1.0`)
      expect([status, body.tag_name]).toEqual([200, 'v1.0'])
      expect((await api.anonymous.get('/projects/1/repository/tags/v1.0')).status).toBe(200)
      expect((await api.anonymous.get(`${path}/v1.0`)).status).toBe(404)
    })
  })

  describe('links', () => {
    const links = `${path}/v1.0/assets/links`
    const link = { name: 'Program', url: 'https://x.example/a', direct_asset_path: '/a' }

    it('are made, shown, changed and removed', async () => {
      const dev = api.as('dev')
      const made = await dev.post(links, link)
      const id: number = made.body.id
      const shown = {
        id,
        name: 'Program',
        url: 'https://x.example/a',
        direct_asset_url: `${web}/releases/v1.0/downloads/a`,
        link_type: 'other',
      }
      expect([made.status, made.body]).toEqual([201, shown])
      expect((await api.anonymous.get(links)).body).toEqual([shown])
      expect((await api.anonymous.get(`${links}/${id}`)).body).toEqual(shown)
      const changed = await dev.put(`${links}/${id}`, { name: 'Image', link_type: 'image' })
      expect(changed.body).toEqual({ ...shown, name: 'Image', link_type: 'image' })
      const removed = await dev.delete(`${links}/${id}`)
      expect([removed.status, removed.body]).toEqual([200, changed.body])
      expect((await dev.delete(`${links}/${id}`)).status).toBe(404)
    })

    it.each([
      [{ name: 'Program' }, { name: ['has already been taken'] }],
      [{ url: 'https://x.example/a' }, { url: ['has already been taken'] }],
      [{ filepath: '/a' }, { filepath: ['has already been taken'] }],
      [{ filepath: 'b' }, { filepath: ['is in an invalid format'] }],
      [{ url: 'javascript:x' }, { url: ['is blocked: Only allowed schemes are http, https, ftp'] }],
    ])('are refused with %j', async (wrong, message) => {
      const dev = api.as('dev')
      await dev.post(links, link)
      const other = { name: 'Other', url: 'https://x.example/b', ...wrong }
      const { status, body } = await dev.post(links, other)
      expect([status, body]).toEqual([400, { message }])
    })

    it('need something to change, and a release', async () => {
      const { body } = await api.as('dev').post(links, link)
      const none = await api.as('dev').put(`${links}/${body.id}`, {})
      expect([none.status, none.body]).toEqual([
        400,
        { error: 'name, url are missing, at least one parameter must be provided' },
      ])
      expect((await api.as('dev').post(`${path}/v9/assets/links`, link)).status).toBe(404)
    })

    it('go with the tag of their release', async () => {
      await api.as('dev').post(links, link)
      await api.as('dev').delete('/projects/1/repository/tags/v1.0')
      expect(api.forge.db.releaseLinks.all()).toEqual([])
    })
  })
})

describe('releases in a seed', () => {
  const released = async (forge: Forge) => {
    const address = 'http://forge.test/api/v4/projects/1/releases/v1'
    return (await forge.fetch(new Request(address))).json()
  }
  const seedWith = (links: readonly object[]) => {
    const [site, ...others] = repositoryWorld.projects ?? []
    const release = { name: 'One', released_at: '2018-01-01T00:00:00Z', links }
    const repository = { ...site?.repository, tags: [{ name: 'v1', ref: 'first', release }] }
    const projects = [{ path: 'acme/site', ...site, repository }, ...others]
    return { ...repositoryWorld, projects } as Seed
  }

  it('have names, times and links, and are exported as they are', async () => {
    const link = { name: 'a', url: 'https://x.example/a', filepath: '/a' }
    const forge = await createTestForge({ seed: seedWith([link]) })
    const release = await released(forge)
    expect(release).toMatchObject({
      name: 'One',
      upcoming_release: true,
      assets: {
        links: [
          {
            name: 'a',
            direct_asset_url: 'http://forge.test/acme/site/-/releases/v1/downloads/a',
          },
        ],
      },
    })
    expect(await released(await createTestForge({ seed: forge.export() }))).toEqual(release)
  })

  it('say where a link is none', async () => {
    const seed = seedWith([{ name: 'a', url: 'nowhere' }])
    await expect(createTestForge({ seed })).rejects.toThrow(
      'repository.tags[0].release.links[0].url: is blocked',
    )
  })
})
