import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { empty, repositoryWorld, secret, site } from '../v3/repository-world.ts'

const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)

describeV4('branches', { seed: repositoryWorld }, (api) => {
  it('shows the commit, what protects it and what the caller may', async () => {
    const { status, body } = await api.as('mona').put(`${site}/branches/master/protect`)
    expect(status).toBe(200)
    const id = expect.stringMatching(/^[0-9a-f]{40}$/)
    expect(body).toEqual({
      name: 'master',
      commit: {
        id,
        short_id: expect.stringMatching(/^[0-9a-f]{8}$/),
        created_at: '2017-01-06T10:00:00.000+00:00',
        parent_ids: [id, id],
        title: "Merge branch 'fix/typo'",
        message: "Merge branch 'fix/typo'",
        author_name: 'Mona Meyer',
        author_email: 'mona@acme.example',
        authored_date: '2017-01-06T10:00:00.000+00:00',
        committer_name: 'Mona Meyer',
        committer_email: 'mona@acme.example',
        committed_date: '2017-01-06T10:00:00.000+00:00',
        trailers: {},
        extended_trailers: {},
        web_url: `http://forge.test/acme/site/-/commit/${body.commit.id}`,
      },
      merged: false,
      protected: true,
      developers_can_push: false,
      developers_can_merge: false,
      can_push: true,
      default: true,
      web_url: 'http://forge.test/acme/site/-/tree/master',
    })
    const other = await api.as('dev').get(`${site}/branches/master`)
    expect(other.body.can_push).toBe(false)
    const anonymous = await api.anonymous.get(`${site}/branches/fix%2Ftypo`)
    expect(anonymous.body).toMatchObject({ merged: true, default: false, can_push: false })
  })

  it.each([
    [{}, ['feature/login', 'fix/typo', 'master', 'release/1.x']],
    [{ search: '^fe' }, ['feature/login']],
    [{ search: 'TYPO$' }, ['fix/typo']],
    [{ search: '^master$' }, ['master']],
    [{ search: '/' }, ['feature/login', 'fix/typo', 'release/1.x']],
    [{ regex: '^f.*o$' }, ['fix/typo']],
    [{ sort: 'updated_asc' }, ['release/1.x', 'feature/login', 'fix/typo', 'master']],
    [{ sort: 'updated_desc' }, ['master', 'fix/typo', 'feature/login', 'release/1.x']],
  ])('lists those that %j asks for', async (parameters, expected) => {
    const { status, body } = await api.anonymous.get(`${site}/branches`, parameters)
    expect([status, names(body)]).toEqual([200, expected])
  })

  it('refuses a regular expression that is none', async () => {
    const { status, body } = await api.anonymous.get(`${site}/branches`, { regex: '(' })
    expect([status, body]).toEqual([400, { message: 'Regex is invalid' }])
  })

  it('is asked for by keys, with the name of the last branch as the next page', async () => {
    const keys = { pagination: 'keyset', per_page: 3 }
    const first = await api.anonymous.get(`${site}/branches`, keys)
    expect(names(first.body)).toEqual(['feature/login', 'fix/typo', 'master'])
    expect(first.headers.has('x-total')).toBe(false)
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    expect(new URL(next).searchParams.get('page_token')).toBe('master')
    const second = await api.request(next.slice('http://forge.test'.length))
    expect(names(second.body)).toEqual(['release/1.x'])
    expect(second.headers.has('link')).toBe(false)
  })

  it('has none in an empty repository', async () => {
    expect((await api.as('dev').get(`${empty}/branches`)).body).toEqual([])
  })

  it('is hidden with its project, and refused to guests', async () => {
    expect((await api.anonymous.get(`${secret}/branches`)).status).toBe(404)
    expect((await api.as('gus').get(`${secret}/branches`)).status).toBe(403)
  })

  it('answers HEAD without a body, and so with another status', async () => {
    const head = (name: string) =>
      api.request(`/api/v4${site}/branches/${name}`, { method: 'HEAD' })
    const { status, headers, bytes } = await head('master')
    expect([status, headers.get('content-type'), bytes.length]).toEqual([204, null, 0])
    expect((await head('none')).status).toBe(404)
  })

  it('takes a dot as part of the name, and refuses one that no branch can have', async () => {
    await api.as('dev').post(`${site}/branches`, { branch: 'my.json', ref: 'master' })
    expect((await api.anonymous.get(`${site}/branches/my.json`)).body.name).toBe('my.json')
    const { status, body } = await api.anonymous.get(`${site}/branches/a..b`)
    expect([status, body]).toEqual([400, { message: 'The branch refname is invalid' }])
    const unknown = await api.anonymous.get(`${site}/branches/none`)
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Branch Not Found' }])
  })

  describe('created', () => {
    it('starts at a branch, a tag or a commit', async () => {
      const { body: tag } = await api.anonymous.get(`${site}/tags/v0.9`)
      for (const ref of ['v0.9', tag.target, tag.target.slice(0, 10)]) {
        const { status, body } = await api
          .as('dev')
          .post(`${site}/branches`, { branch: `from-${ref}`, ref })
        expect([status, body.commit.id]).toEqual([201, tag.commit.id])
      }
    })

    it.each([
      ['master', 'master', 'Branch already exists'],
      ['a..b', 'master', 'Branch name is invalid'],
      ['refs/heads/new', 'master', 'Branch name is invalid'],
      ['refs/tags', 'master', 'Branch name is invalid'],
      ['new', 'nowhere', "Failed to create branch 'new': invalid reference name 'nowhere'"],
      [
        'fix',
        'master',
        "Failed to create branch 'fix': Branch name conflicts with existing branch hierarchy.",
      ],
      [
        '0123456789012345678901234567890123456789',
        'master',
        'You cannot create a branch with a 40-character hexadecimal branch name.',
      ],
    ])('is refused as %s from %s', async (branch, ref, message) => {
      const { status, body } = await api.as('dev').post(`${site}/branches`, { branch, ref })
      expect([status, body]).toEqual([400, { message }])
    })

    it('says of an empty name that it is empty, and of none that it is missing', async () => {
      const { body } = await api.as('dev').post(`${site}/branches`, { branch: '' })
      expect(body.error).toContain('ref is missing')
      const { status } = await api.as('dev').post(`${site}/branches`, { branch: '', ref: 'master' })
      expect(status).toBe(400)
    })

    it('needs the right where a protection matches its name', async () => {
      const { forge } = api
      forge.db.protectedBranches.create({ project_id: 1, name: 'stable-*' })
      const refused = await api
        .as('dev')
        .post(`${site}/branches`, { branch: 'stable-1', ref: 'master' })
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'You are not allowed to create protected branches on this project.',
      ])
      const made = await api
        .as('mona')
        .post(`${site}/branches`, { branch: 'stable-1', ref: 'master' })
      expect([made.status, made.body.protected]).toEqual([201, true])
    })

    it('may start at a protected branch where developers may merge', async () => {
      const { forge } = api
      const name = 'stable-*'
      forge.db.protectedBranches.create({ project_id: 1, name, developers_can_merge: true })
      const post = (ref: string) =>
        api.as('dev').post(`${site}/branches`, { branch: 'stable-1', ref })
      expect((await post('feature/login')).body.message).toBe(
        'You can only use an existing protected branch ref as the basis of a new protected branch.',
      )
      forge.db.protectedBranches.create({ project_id: 1, name: 'master' })
      expect((await post('master')).status).toBe(201)
    })

    it('makes the default branch first in an empty repository', async () => {
      const { status } = await api
        .as('mona')
        .post(`${empty}/branches`, { branch: 'next', ref: 'master' })
      expect(status).toBe(201)
      const { body } = await api.as('mona').get(`${empty}/branches`)
      expect(names(body)).toEqual(['master', 'next'])
      expect(body[0].commit.message).toBe('Add README.md')
      expect(body[0]).toMatchObject({ default: true, protected: true })
    })
  })

  describe('deleted', () => {
    it('is gone, and then not found', async () => {
      const first = await api.as('dev').delete(`${site}/branches/fix%2Ftypo`)
      expect([first.status, first.bytes.length]).toEqual([204, 0])
      expect((await api.as('dev').delete(`${site}/branches/fix%2Ftypo`)).status).toBe(404)
    })

    it('stays where it is the default branch, or protected and the caller no maintainer', async () => {
      await api.as('mona').put(`${site}/branches/release%2F1.x/protect`)
      const head = await api.as('mona').delete(`${site}/branches/master`)
      expect([head.status, head.body.message]).toEqual([
        400,
        'The default branch of a project cannot be deleted.',
      ])
      const refused = await api.as('dev').delete(`${site}/branches/release%2F1.x`)
      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(/^You are not allowed to delete protected branches/)
      expect((await api.as('mona').delete(`${site}/branches/release%2F1.x`)).status).toBe(204)
    })

    it('stays where its commit is newer than If-Unmodified-Since', async () => {
      const since = (time: string) =>
        api
          .as('dev', { 'if-unmodified-since': new Date(time).toUTCString() })
          .delete(`${site}/branches/fix%2Ftypo`)
      const { status, body } = await since('2017-01-03T00:00:00Z')
      expect([status, body]).toEqual([412, { message: '412 Precondition Failed' }])
      expect((await since('2017-01-05T00:00:00Z')).status).toBe(204)
    })

    it('goes with all others that are merged, but for protected ones', async () => {
      await api.as('mona').put(`${site}/branches/release%2F1.x/protect`)
      const { status, body } = await api.as('dev').delete(`${site}/merged_branches`)
      expect([status, body]).toEqual([202, { message: '202 Accepted' }])
      const left = await api.anonymous.get(`${site}/branches`)
      expect(names(left.body)).toEqual(['feature/login', 'master', 'release/1.x'])
    })
  })

  it('is protected and unprotected, for both APIs', async () => {
    const mona = api.as('mona')
    const path = `${site}/branches/master`
    await mona.put(`${path}/protect`, { developers_can_push: true })
    const again = await mona.put(`${path}/protect`, { developers_can_merge: true })
    expect(again.body).toMatchObject({ developers_can_push: true, developers_can_merge: true })
    const v3 = await api.request(`/api/v3${path}`, { headers: { 'private-token': 'dev-token' } })
    expect(v3.body).toMatchObject({ protected: true, developers_can_push: true })
    expect((await mona.put(`${path}/unprotect`)).body.protected).toBe(false)
    expect((await mona.put(`${path}/unprotect`)).status).toBe(200)
    expect((await mona.put(`${site}/branches/none/protect`)).status).toBe(404)
  })
})
