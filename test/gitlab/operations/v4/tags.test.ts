import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { empty, repositoryWorld, site } from '../v3/repository-world.ts'

const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)

describeV4('tags', { seed: repositoryWorld }, (api) => {
  it('shows message, commit and release of an annotated tag', async () => {
    const { body } = await api.anonymous.get(`${site}/tags/v1.0`)
    expect(body).toMatchObject({
      name: 'v1.0',
      message: 'Version one',
      release: { tag_name: 'v1.0', description: 'It *counts*.' },
      protected: false,
      created_at: '2017-01-02T10:00:00.000Z',
    })
    expect(body.commit.parent_ids).toHaveLength(1)
    expect(body.target).not.toBe(body.commit.id)
  })

  it('has neither message nor time for a lightweight tag, whose target is the commit', async () => {
    const { body } = await api.anonymous.get(`${site}/tags/v0.9`)
    expect(body).toMatchObject({ message: null, release: null, created_at: null })
    expect(body.target).toBe(body.commit.id)
  })

  it('lists the newest commit first', async () => {
    expect(names((await api.anonymous.get(`${site}/tags`)).body)).toEqual(['v1.0', 'v0.9'])
    const old = await api.anonymous.get(`${site}/tags`, { sort: 'asc' })
    expect(names(old.body)).toEqual(['v0.9', 'v1.0'])
    expect((await api.as('dev').get(`${empty}/tags`)).body).toEqual([])
  })

  it('orders by name and by version, and finds parts of names', async () => {
    const dev = api.as('dev')
    for (const tag_name of ['v10.0.0', 'v2.0.0', 'v2.0.0-rc.2', 'v2.0.0-rc.10', 'nightly'])
      await dev.post(`${site}/tags`, { tag_name, ref: 'master' })
    const ordered = async (parameters: object) =>
      names((await dev.get(`${site}/tags`, { sort: 'asc', ...parameters })).body)
    expect(await ordered({ order_by: 'version', search: '^v' })).toEqual([
      'v0.9',
      'v1.0',
      'v2.0.0-rc.2',
      'v2.0.0-rc.10',
      'v2.0.0',
      'v10.0.0',
    ])
    expect(await ordered({ order_by: 'name', search: '.0$' })).toEqual([
      'v1.0',
      'v10.0.0',
      'v2.0.0',
    ])
    const wrong = await dev.get(`${site}/tags`, { order_by: 'size' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { error: 'order_by does not have a valid value' },
    ])
  })

  it('goes on behind a tag, and refuses one that is not there', async () => {
    const { body } = await api.anonymous.get(`${site}/tags`, { page_token: 'v1.0' })
    expect(names(body)).toEqual(['v0.9'])
    const { status } = await api.anonymous.get(`${site}/tags`, { page_token: 'none' })
    expect(status).toBe(422)
  })

  describe('created', () => {
    it('is annotated where there is a message', async () => {
      const dev = api.as('dev')
      const made = await dev.post(`${site}/tags`, { tag_name: 'a', ref: 'v1.0', message: 'Mine' })
      expect([made.status, made.body]).toMatchObject([
        201,
        { name: 'a', message: 'Mine', created_at: '2017-01-15T12:00:00.000Z' },
      ])
      const light = await dev.post(`${site}/tags`, { tag_name: 'b', ref: 'v1.0' })
      expect(light.body).toMatchObject({ message: null, target: made.body.commit.id })
    })

    it.each([
      ['v1.0', 'master', 'Tag v1.0 already exists'],
      ['x', 'nowhere', 'Target nowhere is invalid'],
      ['a..b', 'master', 'Tag name invalid'],
      ['refs/remotes/x', 'master', 'Tag name invalid'],
      ['refs/tags/x', 'master', 'Tag name invalid'],
      ['master', 'master', 'You cannot use default branch name to create a tag'],
      [
        '0123456789012345678901234567890123456789',
        'master',
        'You cannot create a tag with a SHA-1 or SHA-256 tag name.',
      ],
    ])('is refused as %s of %s', async (tag_name, ref, message) => {
      const { status, body } = await api.as('dev').post(`${site}/tags`, { tag_name, ref })
      expect([status, body]).toEqual([400, { message }])
    })

    it('is refused below the level of its protection', async () => {
      api.forge.db.protectedTags.create({ project_id: 1, name: 'v*' })
      const tag = { tag_name: 'v3', ref: 'master' }
      const { status, body } = await api.as('dev').post(`${site}/tags`, tag)
      expect([status, body.message]).toEqual([
        400,
        'You are not allowed to create this tag as it is protected.',
      ])
      expect((await api.as('mona').post(`${site}/tags`, tag)).body.protected).toBe(true)
    })
  })

  describe('deleted', () => {
    it('takes its release along', async () => {
      expect((await api.as('dev').delete(`${site}/tags/v1.0`)).status).toBe(204)
      expect(api.forge.db.releases.all()).toEqual([])
      const { status, body } = await api.as('dev').delete(`${site}/tags/v1.0`)
      expect([status, body]).toEqual([404, { message: '404 Tag Not Found' }])
    })

    it('is for maintainers where it is protected', async () => {
      api.forge.db.protectedTags.create({ project_id: 1, name: 'v*', create_access_level: 30 })
      expect((await api.as('dev').delete(`${site}/tags/v1.0`)).status).toBe(403)
      expect((await api.as('mona').delete(`${site}/tags/v1.0`)).status).toBe(204)
    })
  })

  it('is never signed', async () => {
    const { status, body } = await api.anonymous.get(`${site}/tags/v1.0/signature`)
    expect([status, body]).toEqual([404, { message: '404 Signature Not Found' }])
    const none = await api.anonymous.get(`${site}/tags/none/signature`)
    expect(none.body).toEqual({ message: '404 Tag Not Found' })
  })
})
