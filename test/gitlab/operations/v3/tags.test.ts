import { describe, expect, it } from 'vitest'
import { describeForge } from '../../../harness.ts'
import { old, repositoryWorld, secret, site } from './repository-world.ts'

describeForge('tags', { seed: repositoryWorld }, (api) => {
  it('lists them in reverse alphabetical order, to anyone where the project is public', async () => {
    const { status, body } = await api.anonymous.get(`${site}/tags`)
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['v1.0', 'v0.9'])
  })

  it('shows message and release of an annotated tag, and the commit it stands for', async () => {
    const { body } = await api.anonymous.get(`${site}/tags`)
    expect(body[0]).toEqual({
      name: 'v1.0',
      message: 'Version one',
      release: { tag_name: 'v1.0', description: 'It *counts*.' },
      commit: {
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        message: 'Count further',
        author_name: 'Dev Singh',
        author_email: 'dev@acme.example',
        authored_date: '2017-01-02T10:00:00.000Z',
        committer_name: 'Dev Singh',
        committer_email: 'dev@acme.example',
        committed_date: '2017-01-02T10:00:00.000Z',
        parents_ids: [expect.stringMatching(/^[0-9a-f]{40}$/)],
        parent_ids: [expect.stringMatching(/^[0-9a-f]{40}$/)],
      },
    })
    expect(body[0].commit.parent_ids).toEqual(body[0].commit.parents_ids)
  })

  it('has neither message nor release for a plain lightweight tag', async () => {
    const { body } = await api.anonymous.get(`${site}/tags/v0.9`)
    expect(body).toMatchObject({ name: 'v0.9', message: null, release: null })
    expect(body.commit.message).toBe('Begin\n\nWith all kinds of files.\n')
  })

  it('spells the parents parent_ids in a single tag', async () => {
    const { body } = await api.anonymous.get(`${site}/tags/v1.0`)
    expect(body.commit.parent_ids).toHaveLength(1)
    expect(body.commit).not.toHaveProperty('parents_ids')
  })

  it('is 404 for an unknown tag, whatever is asked of it', async () => {
    const dev = api.as('dev')
    const replies = [
      await dev.get(`${site}/tags/v9`),
      await dev.delete(`${site}/tags/v9`),
      await dev.post(`${site}/tags/v9/release`, { description: 'x' }),
      await dev.put(`${site}/tags/v9/release`, { description: 'x' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(replies[0]?.body).toEqual({ message: '404 Tag Not Found' })
  })

  it('hides those of private projects from strangers, and from guests', async () => {
    expect((await api.anonymous.get(`${secret}/tags`)).status).toBe(404)
    expect((await api.as('gus').get(`${secret}/tags`)).status).toBe(403)
    expect((await api.as('rita').get(`${secret}/tags`)).body).toEqual([])
  })

  describe('creation', () => {
    it('makes a lightweight tag of a branch', async () => {
      const { status, body } = await api
        .as('dev')
        .post(`${site}/tags`, { tag_name: 'beta/login', ref: 'feature/login' })
      expect(status).toBe(201)
      expect(body).toMatchObject({ name: 'beta/login', message: null, release: null })
      expect(body.commit.parents_ids).toHaveLength(1)
      expect((await api.anonymous.get(`${site}/tags/beta%2Flogin`)).body.name).toBe('beta/login')
      const refs = api.forge.db.repositories.get(1)?.refs
      expect(refs?.get('refs/tags/beta/login')).toBe(body.commit.id)
    })

    it('makes an annotated tag of a message, by the caller at the time of the request', async () => {
      const { body } = await api
        .as('dev')
        .post(`${site}/tags`, { tag_name: 'v2', ref: 'v0.9', message: 'Two' })
      expect(body.message).toBe('Two')
      const id = api.forge.db.repositories.get(1)?.refs.get('refs/tags/v2') ?? ''
      expect(id).not.toBe(body.commit.id)
      expect((await api.anonymous.get(`${site}/tags/v2`)).body.commit.id).toBe(body.commit.id)
      const { body: commit } = await api.as('dev').get(`${site}/commits/v0.9`)
      expect(body.commit.id).toBe(commit.id)
    })

    it('takes the SHA of a commit', async () => {
      const { body: commit } = await api.as('dev').get(`${site}/commits/fix/typo`)
      const { body } = await api.as('dev').post(`${site}/tags`, { tag_name: 'v2', ref: commit.id })
      expect(body.commit.id).toBe(commit.id)
    })

    it('makes a release of a description', async () => {
      const { body } = await api
        .as('dev')
        .post(`${site}/tags`, { tag_name: 'v2', ref: 'master', release_description: 'New!' })
      expect(body.release).toEqual({ tag_name: 'v2', description: 'New!' })
      expect((await api.anonymous.get(`${site}/tags/v2`)).body.release.description).toBe('New!')
    })

    it.each([
      ['a name that is taken', 'v1.0', 'master', 'Tag v1.0 already exists'],
      ['an unknown ref', 'v2', 'nowhere', 'Target nowhere is invalid'],
      ['a forbidden name', 'v 2', 'master', 'Tag name invalid'],
      ['no name', '', 'master', 'Tag name invalid'],
    ])('refuses %s with 405 and says why', async (_, tag_name, ref, message) => {
      const { status, body } = await api.as('dev').post(`${site}/tags`, { tag_name, ref })
      expect([status, body]).toEqual([405, { message }])
      expect((await api.anonymous.get(`${site}/tags`)).body).toHaveLength(2)
    })

    it('names a missing attribute', async () => {
      const { status, body } = await api.as('dev').post(`${site}/tags`, { tag_name: 'v2' })
      expect(status).toBe(400)
      expect(body.message).toContain('"ref"')
    })

    it('needs a developer, and a project that is not archived', async () => {
      const parameters = { tag_name: 'v2', ref: 'master' }
      expect((await api.anonymous.post(`${site}/tags`, parameters)).status).toBe(401)
      expect((await api.as('rita').post(`${site}/tags`, parameters)).status).toBe(403)
      expect((await api.as('mona').post(`${old}/tags`, parameters)).status).toBe(403)
    })
  })

  it('deletes a tag with its release', async () => {
    expect((await api.as('rita').delete(`${site}/tags/v1.0`)).status).toBe(403)
    const { status, body } = await api.as('dev').delete(`${site}/tags/v1.0`)
    expect([status, body]).toEqual([200, { tag_name: 'v1.0' }])
    expect((await api.anonymous.get(`${site}/tags/v1.0`)).status).toBe(404)
    const again = await api.as('dev').post(`${site}/tags`, { tag_name: 'v1.0', ref: 'master' })
    expect(again.body.release).toBeNull()
  })

  describe('releases', () => {
    it('describe a tag once; 409 the second time', async () => {
      const path = `${site}/tags/v0.9/release`
      const created = await api.as('dev').post(path, { description: 'Early' })
      expect(created.status).toBe(201)
      expect(created.body).toEqual({ tag_name: 'v0.9', description: 'Early' })
      const again = await api.as('dev').post(path, { description: 'Again' })
      expect([again.status, again.body]).toEqual([409, { message: 'Release already exists' }])
      expect((await api.anonymous.get(`${site}/tags/v0.9`)).body.release.description).toBe('Early')
    })

    it('are described anew', async () => {
      const path = `${site}/tags/v1.0/release`
      const { status, body } = await api.as('dev').put(path, { description: 'Better' })
      expect([status, body]).toEqual([200, { tag_name: 'v1.0', description: 'Better' }])
      expect((await api.anonymous.get(`${site}/tags/v1.0`)).body.release).toEqual(body)
    })

    it('are 404 where the tag has none', async () => {
      const { status } = await api.as('dev').put(`${site}/tags/v0.9/release`, { description: 'x' })
      expect(status).toBe(404)
    })

    it('need a description and a developer', async () => {
      const path = `${site}/tags/v0.9/release`
      expect((await api.as('dev').post(path)).body.message).toContain('"description"')
      expect((await api.as('rita').post(path, { description: 'x' })).status).toBe(403)
      expect((await api.as('rita').put(path, { description: 'x' })).status).toBe(403)
    })
  })
})
