import { describe, expect, it } from 'vitest'
import { type Api, describeForge } from '../../../harness.ts'
import { empty, old, repositoryWorld, secret, site } from './repository-world.ts'

const named = (body: { name: string }[]) => body.map(({ name }) => name)

async function tipOf(api: Api, branch: string): Promise<string> {
  return (await api.as('dev').get(`${site}/branches/${branch}`)).body.commit.id
}

function commitTo(api: Api, username: string, branch_name: string) {
  return api.as(username).post(`${site}/files`, {
    file_path: `by-${username}.txt`,
    branch_name,
    content: 'x',
    commit_message: 'Write',
  })
}

describeForge('branches', { seed: repositoryWorld }, (api) => {
  it('lists them by name', async () => {
    const { status, body } = await api.as('rita').get(`${site}/branches`)
    expect(status).toBe(200)
    expect(named(body)).toEqual(['feature/login', 'fix/typo', 'master', 'release/1.x'])
  })

  it('shows the commit at the tip', async () => {
    const { body } = await api.as('rita').get(`${site}/branches/release/1.x`)
    expect(body).toEqual({
      name: 'release/1.x',
      merged: true,
      protected: false,
      developers_can_push: false,
      developers_can_merge: false,
      commit: {
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        message: 'Count further',
        author_name: 'Dev Singh',
        author_email: 'dev@acme.example',
        authored_date: '2017-01-02T10:00:00.000Z',
        committer_name: 'Dev Singh',
        committer_email: 'dev@acme.example',
        committed_date: '2017-01-02T10:00:00.000Z',
        parent_ids: [expect.stringMatching(/^[0-9a-f]{40}$/)],
      },
    })
  })

  it.each(['feature/login', 'feature%2Flogin'])('finds a name with a slash: %s', async (name) => {
    const { status, body } = await api.as('rita').get(`${site}/branches/${name}`)
    expect([status, body.name]).toEqual([200, 'feature/login'])
  })

  it('says which are merged: not the default branch, nor one that stands where it stands', async () => {
    await api.as('dev').post(`${site}/branches`, { branch_name: 'fresh', ref: 'master' })
    const { body } = await api.as('rita').get(`${site}/branches`)
    const merged = body.filter((branch: { merged: boolean }) => branch.merged)
    expect(named(merged)).toEqual(['fix/typo', 'release/1.x'])
  })

  it('is 404 for an unknown branch, whatever is asked of it', async () => {
    const mona = api.as('mona')
    const replies = [
      await mona.get(`${site}/branches/nowhere`),
      await mona.put(`${site}/branches/nowhere/protect`),
      await mona.put(`${site}/branches/nowhere/unprotect`),
      await mona.delete(`${site}/branches/nowhere`),
    ]
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(replies[0]?.body).toEqual({ message: '404 Branch Not Found' })
  })

  it('needs credentials, and of a private project the level of a reporter', async () => {
    expect((await api.anonymous.get(`${site}/branches`)).status).toBe(401)
    expect((await api.as('olga').get(`${site}/branches`)).status).toBe(200)
    expect((await api.as('rita').get(`${secret}/branches`)).status).toBe(200)
    expect((await api.as('gus').get(`${secret}/branches`)).status).toBe(403)
    expect((await api.as('olga').get(`${secret}/branches`)).status).toBe(404)
  })

  it('has none in an empty repository', async () => {
    expect((await api.as('dev').get(`${empty}/branches`)).body).toEqual([])
  })

  describe('creation', () => {
    it.each([
      ['a branch', 'feature/login'],
      ['a tag', 'v1.0'],
    ])('starts at %s', async (_, ref) => {
      const { status, body } = await api
        .as('dev')
        .post(`${site}/branches`, { branch_name: 'new/one', ref })
      expect([status, body.name]).toEqual([201, 'new/one'])
      const { body: commit } = await api.as('dev').get(`${site}/commits/${ref}`)
      expect(body.commit.id).toBe(commit.id)
      expect(await tipOf(api, 'new/one')).toBe(commit.id)
    })

    it('starts at a SHA, in full or short', async () => {
      const sha = await tipOf(api, 'feature/login')
      const dev = api.as('dev')
      for (const ref of [sha, sha.slice(0, 8)]) {
        const created = await dev.post(`${site}/branches`, { branch_name: `from-${ref}`, ref })
        expect([created.status, created.body.commit.id]).toEqual([201, sha])
      }
    })

    it.each([
      ['a name that is taken', 'master', 'master', 'Branch already exists'],
      ['a ref that is not there', 'new', 'nowhere', 'Invalid reference name'],
      ['a SHA that is not there', 'new', 'f'.repeat(40), 'Invalid reference name'],
      ['two dots', 'a..b', 'master', 'Branch name is invalid'],
      ['a space', 'a b', 'master', 'Branch name is invalid'],
      ['a name that git reserves', 'x.lock', 'master', 'Branch name is invalid'],
      ['nothing', '', 'master', 'Branch name is invalid'],
    ])('refuses %s', async (_, branch_name, ref, message) => {
      const { status, body } = await api.as('dev').post(`${site}/branches`, { branch_name, ref })
      expect([status, body]).toEqual([400, { message }])
      expect((await api.as('dev').get(`${site}/branches`)).body).toHaveLength(4)
    })

    it('refuses a name in the way of another, as git keeps them in folders', async () => {
      const { status, body } = await api
        .as('dev')
        .post(`${site}/branches`, { branch_name: 'feature', ref: 'master' })
      expect(status).toBe(400)
      expect(body.message).toContain('refs/heads/feature/login')
    })

    it('needs a developer, and a project that is not archived', async () => {
      const parameters = { branch_name: 'new', ref: 'master' }
      expect((await api.as('rita').post(`${site}/branches`, parameters)).status).toBe(403)
      expect((await api.anonymous.post(`${site}/branches`, parameters)).status).toBe(401)
      expect((await api.as('root').post(`${old}/branches`, parameters)).status).toBe(403)
    })

    it('does not find a commit of another project', async () => {
      const { body } = await api.as('dev').get(`${secret}/commits/master`)
      const parameters = { branch_name: 'stolen', ref: body.id }
      expect((await api.as('dev').post(`${site}/branches`, parameters)).status).toBe(400)
    })
  })

  describe('protection', () => {
    it('protects with both flags off', async () => {
      const { status, body } = await api.as('mona').put(`${site}/branches/master/protect`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        protected: true,
        developers_can_push: false,
        developers_can_merge: false,
      })
      expect((await api.as('rita').get(`${site}/branches/master`)).body.protected).toBe(true)
    })

    it('sets the flags, answers 200 when repeated, and leaves what is not given', async () => {
      const mona = api.as('mona')
      const path = `${site}/branches/feature/login/protect`
      const both = { developers_can_push: true, developers_can_merge: true }
      expect((await mona.put(path, both)).body).toMatchObject({ protected: true, ...both })
      const again = await mona.put(path, { developers_can_push: false })
      expect(again.status).toBe(200)
      expect(again.body).toMatchObject({ developers_can_push: false, developers_can_merge: true })
      expect(api.forge.db.protectedBranches.all()).toHaveLength(2)
    })

    it('is taken off with its flags; 200 when repeated', async () => {
      const mona = api.as('mona')
      await mona.put(`${site}/branches/master/protect`, { developers_can_push: true })
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await mona.put(`${site}/branches/master/unprotect`)
        expect(status).toBe(200)
        expect(body).toMatchObject({ protected: false, developers_can_push: false })
      }
    })

    it('needs a master', async () => {
      expect((await api.as('dev').put(`${site}/branches/master/protect`)).status).toBe(403)
      expect((await api.as('dev').put(`${site}/branches/master/unprotect`)).status).toBe(403)
    })

    it('keeps developers from pushing, and lets masters', async () => {
      await api.as('mona').put(`${site}/branches/master/protect`)
      const refused = await commitTo(api, 'dev', 'master')
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'You are not allowed to push into this branch',
      ])
      expect((await commitTo(api, 'mona', 'master')).status).toBe(201)
      expect((await commitTo(api, 'root', 'master')).status).toBe(201)
      expect((await commitTo(api, 'dev', 'feature/login')).status).toBe(201)
    })

    it('lets developers push where it says so, but nobody below', async () => {
      await api.as('mona').put(`${site}/branches/master/protect`, { developers_can_push: true })
      expect((await commitTo(api, 'dev', 'master')).status).toBe(201)
      expect((await commitTo(api, 'rita', 'master')).status).toBe(403)
    })

    it('does not let developers push who may merge only', async () => {
      await api.as('mona').put(`${site}/branches/master/protect`, { developers_can_merge: true })
      expect((await commitTo(api, 'dev', 'master')).status).toBe(400)
    })
  })

  describe('deletion', () => {
    it('answers with the name', async () => {
      const { status, body } = await api.as('dev').delete(`${site}/branches/feature%2Flogin`)
      expect([status, body]).toEqual([200, { branch_name: 'feature/login' }])
      expect((await api.as('dev').get(`${site}/branches/feature/login`)).status).toBe(404)
    })

    it('spares the default branch and protected branches, and says why', async () => {
      const mona = api.as('mona')
      const head = await mona.delete(`${site}/branches/master`)
      expect([head.status, head.body]).toEqual([405, { message: 'Cannot remove HEAD branch' }])
      await mona.put(`${site}/branches/fix/typo/protect`)
      const refused = await mona.delete(`${site}/branches/fix/typo`)
      expect(refused.status).toBe(405)
      expect(refused.body).toEqual({ message: "Protected branch can't be removed" })
      expect((await mona.get(`${site}/branches`)).body).toHaveLength(4)
    })

    it('needs a developer, and a project that is not archived', async () => {
      expect((await api.as('rita').delete(`${site}/branches/fix/typo`)).status).toBe(403)
      expect((await api.as('mona').delete(`${old}/branches/side`)).status).toBe(403)
    })

    it('leaves the commits of the branch to be found by their id', async () => {
      const sha = await tipOf(api, 'feature/login')
      await api.as('dev').delete(`${site}/branches/feature/login`)
      expect((await api.as('dev').get(`${site}/commits/${sha}`)).status).toBe(200)
    })

    it('of the merged ones spares what is protected, what is ahead, and the default branch', async () => {
      await api.as('mona').put(`${site}/branches/release/1.x/protect`)
      const { status, body } = await api.as('dev').delete(`${site}/merged_branches`)
      expect([status, body]).toEqual([200, null])
      const { body: left } = await api.as('dev').get(`${site}/branches`)
      expect(named(left)).toEqual(['feature/login', 'master', 'release/1.x'])
    })

    it('of the merged ones needs a developer', async () => {
      expect((await api.as('rita').delete(`${site}/merged_branches`)).status).toBe(403)
      expect((await api.as('dev').get(`${site}/branches`)).body).toHaveLength(4)
    })
  })
})
