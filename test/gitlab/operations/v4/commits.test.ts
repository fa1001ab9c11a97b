import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { empty, repositoryWorld, secret, site } from '../v3/repository-world.ts'

const titles = (body: readonly { title: string }[]) => body.map(({ title }) => title)

describeV4('commits', { seed: repositoryWorld }, (api) => {
  const all = ["Merge branch 'fix/typo'", 'Call it start', 'Mend a typo', 'Count further', 'Begin']

  describe('in a list', () => {
    it.each([
      [{}, all],
      [{ ref_name: 'v1.0' }, ['Count further', 'Begin']],
      [{ ref_name: 'v1.0..fix/typo' }, ['Mend a typo']],
      [{ ref_name: 'fix/typo..v1.0' }, []],
      [{ ref_name: 'feature/login...fix/typo' }, ['Mend a typo', 'Let people in']],
      [{ ref_name: 'nowhere' }, []],
      [{ path: 'README.md' }, ['Mend a typo', 'Begin']],
      [{ path: 'docs' }, ['Call it start', 'Begin']],
      [{ author: 'Singh' }, ['Mend a typo', 'Count further']],
      [{ author: 'mona@' }, ["Merge branch 'fix/typo'", 'Call it start', 'Begin']],
      [{ since: '2017-01-05T00:00:00Z' }, all.slice(0, 2)],
      [{ until: '2017-01-02T23:00:00Z' }, ['Count further', 'Begin']],
      [{ first_parent: true }, [all[0], 'Call it start', 'Count further', 'Begin']],
      [{ order: 'topo' }, [all[0], 'Mend a typo', 'Call it start', 'Count further', 'Begin']],
      [
        { all: true, ref_name: 'v1.0' },
        [all[0], 'Call it start', 'Mend a typo', 'Let people in', 'Count further', 'Begin'],
      ],
    ])('are those that %j asks for', async (parameters, expected) => {
      const { status, body } = await api.anonymous.get(`${site}/commits`, parameters)
      expect([status, titles(body)]).toEqual([200, expected])
    })

    it.each(['-master', 'two words'])('are refused for the ref %s', async (ref_name) => {
      const { status, body } = await api.anonymous.get(`${site}/commits`, { ref_name })
      expect([status, body]).toEqual([400, { message: 'ref_name is invalid' }])
      const every = await api.anonymous.get(`${site}/commits`, { ref_name, all: true })
      expect(every.status).toBe(200)
    })

    it('are not counted', async () => {
      const { headers } = await api.anonymous.get(`${site}/commits`, { per_page: 2, page: 2 })
      expect(headers.has('x-total')).toBe(false)
      expect(headers.has('x-total-pages')).toBe(false)
      expect([headers.get('x-page'), headers.get('x-next-page')]).toEqual(['2', '3'])
      expect(headers.get('link')).not.toContain('rel="last"')
      const last = await api.anonymous.get(`${site}/commits`, { per_page: 2, page: 3 })
      expect([last.body.length, last.headers.get('x-next-page')]).toEqual([1, ''])
    })

    it('have a page behind each that is full', async () => {
      const { headers } = await api.anonymous.get(`${site}/commits`, { per_page: 5 })
      expect(headers.get('x-next-page')).toBe('2')
      const { status, body } = await api.anonymous.get(`${site}/commits`, { per_page: 5, page: 2 })
      expect([status, body]).toEqual([200, []])
    })

    it('have stats where they are asked for', async () => {
      const { body } = await api.anonymous.get(`${site}/commits`, { with_stats: true })
      expect(body[3].stats).toEqual({ additions: 2, deletions: 1, total: 3 })
      expect((await api.anonymous.get(`${site}/commits`)).body[3]).not.toHaveProperty('stats')
    })

    it('are none in an empty repository', async () => {
      expect((await api.as('dev').get(`${empty}/commits`)).body).toEqual([])
    })
  })

  it('lists what one changed, without and with the lines above the hunks', async () => {
    const path = `${site}/commits/v1.0/diff`
    const { status, body } = await api.anonymous.get(path)
    const hunk = '@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n three\n+four\n'
    const difference = {
      collapsed: false,
      too_large: false,
      new_path: 'src/app.js',
      old_path: 'src/app.js',
      a_mode: '100644',
      b_mode: '100644',
      new_file: false,
      renamed_file: false,
      deleted_file: false,
      generated_file: false,
    }
    expect([status, body]).toEqual([200, [{ diff: hunk, ...difference }]])
    const unified = await api.anonymous.get(path, { unidiff: true })
    expect(unified.body[0].diff).toBe(`--- a/src/app.js\n+++ b/src/app.js\n${hunk}`)
  })

  it('shows neither text nor hunks of a binary file', async () => {
    const { body } = await api.anonymous.get(`${site}/commits/v0.9/diff`, { unidiff: true })
    const binary = body.find(({ new_path }: { new_path: string }) => new_path === 'logo.gif')
    expect(binary).toMatchObject({ diff: '', a_mode: '0', b_mode: '100644', new_file: true })
  })

  describe('a single one', () => {
    it('has statistics and its last pipeline', async () => {
      const { status, body } = await api.anonymous.get(`${site}/commits/v1.0`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        title: 'Count further',
        stats: { additions: 2, deletions: 1, total: 3 },
        status: null,
        project_id: 1,
        last_pipeline: null,
      })
      const { id } = body
      api.forge.db.pipelines.create({
        project_id: 1,
        ref: 'v1.0',
        sha: id,
        status: 'failed',
        created_at: '2017-01-02T10:00:00.000Z',
      })
      const now = await api.anonymous.get(`${site}/commits/${id.slice(0, 9)}?stats=false`)
      expect(now.body).not.toHaveProperty('stats')
      expect(now.body).toMatchObject({
        status: 'failed',
        last_pipeline: {
          id: 1,
          iid: 1,
          project_id: 1,
          sha: id,
          ref: 'v1.0',
          status: 'failed',
          created_at: '2017-01-02T10:00:00.000Z',
          web_url: 'http://forge.test/acme/site/-/pipelines/1',
        },
      })
    })

    it('hides its pipeline from those who may not read pipelines', async () => {
      const { body } = await api.anonymous.get(`${site}/commits/v1.0`)
      api.forge.db.pipelines.create({
        project_id: 1,
        ref: 'v1.0',
        sha: body.id,
        created_at: '2017-01-02T10:00:00.000Z',
      })
      api.forge.db.projects.update((query) => query.where({ id: 1 }), {
        data(project) {
          project.public_builds = false
        },
      })
      expect((await api.anonymous.get(`${site}/commits/v1.0`)).body.last_pipeline).toBeNull()
      expect((await api.as('rita').get(`${site}/commits/v1.0`)).body.last_pipeline).not.toBeNull()
    })

    it('is not found where it is none', async () => {
      for (const path of ['none', 'none/refs', 'none/diff', 'none/sequence', 'none/comments']) {
        const { status, body } = await api.anonymous.get(`${site}/commits/${path}`)
        expect([status, body]).toEqual([404, { message: '404 Commit Not Found' }])
      }
    })

    it('is in branches, and then in tags', async () => {
      const refs = async (type: string) =>
        (await api.anonymous.get(`${site}/commits/v1.0/refs`, { type })).body
      expect(await refs('all')).toEqual([
        ...['feature/login', 'fix/typo', 'master', 'release/1.x'].map((name) => ({
          type: 'branch',
          name,
        })),
        { type: 'tag', name: 'v1.0' },
      ])
      expect(await refs('tag')).toEqual([{ type: 'tag', name: 'v1.0' }])
    })

    it('is counted with those before it', async () => {
      const path = `${site}/commits/master/sequence`
      expect((await api.anonymous.get(path)).body).toEqual({ count: 5 })
      expect((await api.anonymous.get(`${path}?first_parent=true`)).body).toEqual({ count: 4 })
    })

    it('is not signed', async () => {
      const { status, body } = await api.anonymous.get(`${site}/commits/master/signature`)
      expect([status, body]).toEqual([404, { message: '404 Signature Not Found' }])
    })

    it('shortens a long title at the end of a word', async () => {
      const word = 'abcdefghi '
      const title = word.repeat(10).trim()
      await api.as('dev').post(`${site}/commits`, {
        branch: 'feature/login',
        commit_message: `${title}!\n\nReviewed-by: Ann\nReviewed-by: Bob\n`,
        actions: [{ action: 'create', file_path: 'x' }],
      })
      const path = `${site}/commits?ref_name=feature/login&per_page=1`
      const { body } = await api.anonymous.get(path)
      expect(body[0].title).toBe(`${word.repeat(7).trim()}...`)
      expect(body[0].trailers).toEqual({})
      const trailers = await api.anonymous.get(`${path}&trailers=true`)
      expect(trailers.body[0]).toMatchObject({
        trailers: { 'Reviewed-by': 'Bob' },
        extended_trailers: { 'Reviewed-by': ['Ann', 'Bob'] },
      })
    })
  })

  describe('created', () => {
    const commit = (actions: readonly object[], more: object = {}) => ({
      branch: 'feature/login',
      commit_message: 'Do it all',
      actions,
      ...more,
    })
    const post = (parameters: object) => api.as('dev').post(`${site}/commits`, { ...parameters })

    it('does one action after the other', async () => {
      const { status, body } = await post(
        commit([
          { action: 'create', file_path: 'a', content: 'one\n' },
          { action: 'move', file_path: 'b', previous_path: 'a' },
          { action: 'update', file_path: 'b', content: 'dHdvCg==', encoding: 'base64' },
          { action: 'chmod', file_path: 'b', execute_filemode: true },
          { action: 'delete', file_path: 'src/login.js' },
        ]),
      )
      expect([status, body]).toMatchObject([
        201,
        { message: 'Do it all', stats: { additions: 1, deletions: 1, total: 2 }, project_id: 1 },
      ])
      const { body: tree } = await api.anonymous.get(`${site}/tree?ref=feature/login`)
      expect(tree).toContainEqual(expect.objectContaining({ path: 'b', mode: '100755' }))
      const raw = await api.anonymous.get(`${site}/files/b/raw?ref=feature/login`)
      expect(raw.body).toBe('two\n')
    })

    it('does all actions or none', async () => {
      const actions = [
        { action: 'create', file_path: 'a' },
        { action: 'update', file_path: 'none', content: '' },
      ]
      const { status, body } = await post(commit(actions))
      expect([status, body]).toEqual([400, { message: "A file with this name doesn't exist" }])
      expect((await api.anonymous.get(`${site}/files/a?ref=feature/login`)).status).toBe(404)
    })

    const create = [{ action: 'create', file_path: 'a', content: 'a' }]

    it('starts a branch at another one or at a commit', async () => {
      const start = await api.anonymous.get(`${site}/commits/v0.9`)
      const by = await post(
        commit(create, { branch: 'one', start_sha: start.body.id, stats: false }),
      )
      expect(by.body.parent_ids).toEqual([start.body.id])
      expect(by.body).not.toHaveProperty('stats')
      const tip = await api.anonymous.get(`${site}/branches/fix%2Ftypo`)
      const other = await post(commit(create, { branch: 'two', start_branch: 'fix/typo' }))
      expect(other.body.parent_ids).toEqual([tip.body.commit.id])
    })

    it('moves a branch by force, but a protected one', async () => {
      const forced = commit(create, { start_branch: 'release/1.x', force: true })
      const { body } = await post(forced)
      const start = await api.anonymous.get(`${site}/branches/release%2F1.x`)
      expect(body.parent_ids).toEqual([start.body.commit.id])
      const tip = await api.anonymous.get(`${site}/branches/feature%2Flogin`)
      expect(tip.body.commit.id).toBe(body.id)
      const protection = { developers_can_push: true }
      await api.as('mona').put(`${site}/branches/feature%2Flogin/protect`, protection)
      const again = await post(forced)
      expect([again.status, again.body.message]).toEqual([
        400,
        'You are not allowed to force push code to a protected branch on this project.',
      ])
    })

    it('starts in the project that it is a fork of', async () => {
      api.forge.db.projects.update((query) => query.where({ id: 2 }), {
        data(project) {
          project.forked_from_project_id = 1
        },
      })
      const request = commit(create, { branch: 'new', start_branch: 'fix/typo', start_project: 1 })
      const { status, body } = await api.as('dev').post(`${secret}/commits`, request)
      const tip = await api.anonymous.get(`${site}/branches/fix%2Ftypo`)
      expect([status, body.parent_ids]).toEqual([201, [tip.body.commit.id]])
      const other = await post({ ...request, start_project: 'acme/secret' })
      expect([other.status, other.body.message]).toEqual([
        403,
        '403 Forbidden - Project is not included in the fork network for acme / secret',
      ])
    })

    it.each([
      [{ branch: 'none' }, 'You can only create or edit files when you are on a branch'],
      [{ branch: 'new', start_sha: 'x' }, "Invalid start_sha 'x'"],
      [{ branch: 'new', start_sha: '0'.repeat(40) }, `Cannot find start_sha '${'0'.repeat(40)}'`],
      [
        { start_branch: 'master' },
        "A branch called 'feature/login' already exists. Switch to that branch in order to make changes",
      ],
      [
        { actions: [{ action: 'delete', file_path: 'README.md', last_commit_id: 'x' }] },
        'The file has changed since you started editing it: README.md',
      ],
      [
        { actions: [{ action: 'create', file_path: '../a' }] },
        'Path cannot include directory traversal',
      ],
    ])('is refused with %j', async (more, message) => {
      const { status, body } = await post(commit(create, more))
      expect([status, body]).toEqual([400, { message }])
    })

    it.each([
      [{ start_branch: 'a', start_sha: 'b' }, 'start_branch, start_sha are mutually exclusive'],
      [{ actions: [{ action: 'move', file_path: 'a' }] }, 'actions[0][previous_path] is missing'],
      [
        { actions: [...create, { action: 'update', file_path: 'a' }] },
        'actions[1][content] is missing',
      ],
      [
        { actions: [{ action: 'chmod', file_path: 'a' }] },
        'actions[0][execute_filemode] is missing',
      ],
      [{ actions: [{ action: 'create' }] }, 'actions[0][file_path] is missing'],
    ])('is wrong with %j', async (more, error) => {
      const { status, body } = await post(commit(create, more))
      expect([status, body]).toEqual([400, { error }])
    })

    it('is refused with 403 on a branch that the caller may not push to', async () => {
      await api.as('mona').put(`${site}/branches/master/protect`)
      const { status, body } = await post(commit(create, { branch: 'master' }))
      expect([status, body]).toEqual([
        403,
        { message: '403 Forbidden - You are not allowed to push into this branch' },
      ])
    })

    it('is refused so to those who may push nowhere, and without a word to who may not read', async () => {
      const reason = ' - You are not allowed to push into this branch'
      for (const [where, said] of [
        [site, reason],
        [secret, ''],
      ] as const) {
        const { status, body } = await api.as('gus').post(`${where}/commits`, commit(create))
        expect([status, body]).toEqual([403, { message: `403 Forbidden${said}` }])
      }
    })

    it('needs a branch', async () => {
      const { status, body } = await post({ commit_message: 'a', actions: create })
      expect([status, body]).toEqual([400, { error: 'branch is missing, branch is empty' }])
    })
  })

  describe('picked and reverted', () => {
    const dev = () => api.as('dev')
    const apply = (kind: string, sha: string, more: object = {}) =>
      dev().post(`${site}/commits/${encodeURIComponent(sha)}/${kind}`, {
        branch: 'feature/login',
        ...more,
      })
    const failure = (words: string, error_code: string) => ({
      message: `${words} failed: Can't perform this action automatically. It may have already been done, or a more recent commit may have updated some of this content. Please perform this action locally.`,
      error_code,
    })

    it('says which commit it was picked from, and fails the second time', async () => {
      const { body: source } = await dev().get(`${site}/commits/fix%2Ftypo`)
      const { status, body } = await apply('cherry_pick', 'fix/typo')
      expect([status, body]).toMatchObject([
        201,
        {
          message: `Mend a typo\n\n(cherry picked from commit ${source.id})`,
          author_name: 'Dev Singh',
          committed_date: '2017-01-15T12:00:00.000+00:00',
        },
      ])
      const again = await apply('cherry_pick', 'fix/typo')
      expect([again.status, again.body]).toEqual([400, failure('Commit cherry-pick', 'empty')])
      const tried = await apply('cherry_pick', 'fix/typo', { dry_run: true })
      expect(tried.body).toEqual({ ...failure('Commit cherry-pick', 'empty'), dry_run: 'error' })
    })

    it('has a message of its own, or nothing is written', async () => {
      const tried = await apply('cherry_pick', 'fix/typo', { dry_run: true })
      expect([tried.status, tried.body]).toEqual([200, { dry_run: 'success' }])
      const { body } = await apply('cherry_pick', 'fix/typo', { message: 'Mine' })
      expect(body.message).toBe('Mine')
    })

    it('takes a commit back, and fails the second time', async () => {
      const { body: source } = await dev().get(`${site}/commits/feature%2Flogin`)
      const tried = await apply('revert', 'feature/login', { dry_run: true })
      expect([tried.status, tried.body]).toEqual([200, { dry_run: 'success' }])
      const { status, body } = await apply('revert', source.id)
      expect([status, body.message]).toEqual([
        201,
        `Revert "Let people in"\n\nThis reverts commit ${source.id}.`.slice(0, -1),
      ])
      expect(body.author_name).toBe('Dev Singh')
      const again = await apply('revert', source.id)
      expect([again.status, again.body]).toEqual([400, failure('Commit revert', 'empty')])
    })

    it('takes the first commit back', async () => {
      const branch = { branch: 'old', ref: 'v0.9' }
      await dev().post(`${site}/branches`, branch)
      expect((await apply('revert', 'v0.9', { branch: 'old' })).status).toBe(201)
      expect((await api.anonymous.get(`${site}/tree?ref=old`)).body).toEqual([])
    })

    it('finds a conflict', async () => {
      const file = { branch: 'feature/login', commit_message: 'x', content: 'other\n' }
      await dev().put(`${site}/files/README.md`, file)
      const { status, body } = await apply('cherry_pick', 'fix/typo')
      expect([status, body]).toEqual([400, failure('Commit cherry-pick', 'conflict')])
    })

    it('is refused where the branch is not there, or protected', async () => {
      const none = await apply('cherry_pick', 'fix/typo', { branch: 'none' })
      expect([none.status, none.body]).toEqual([404, { message: '404 Branch Not Found' }])
      const wrong = await apply('revert', 'fix/typo', { branch: 'a..b' })
      expect([wrong.status, wrong.body]).toEqual([
        400,
        { message: 'The branch refname is invalid' },
      ])
      await api.as('mona').put(`${site}/branches/feature%2Flogin/protect`)
      const refused = await apply('revert', 'fix/typo')
      expect([refused.status, refused.body.message]).toEqual([
        403,
        '403 Forbidden - You are not allowed to push into this branch',
      ])
    })

    it('names the merge request that a commit merged, and its commits', async () => {
      const { body: merge } = await dev().get(`${site}/commits/master`)
      const mr = await api.request('/api/v3/projects/1/merge_requests', {
        method: 'POST',
        headers: { 'private-token': 'mona-token', 'content-type': 'application/json' },
        body: JSON.stringify({
          source_branch: 'feature/login',
          target_branch: 'release/1.x',
          title: 'Login',
        }),
      })
      await api.request(`/api/v3/projects/1/merge_requests/${mr.body.id}/merge`, {
        method: 'PUT',
        headers: { 'private-token': 'mona-token' },
      })
      const { body: login } = await dev().get(`${site}/commits/feature%2Flogin`)
      const { body: merged } = await dev().get(`${site}/commits/release%2F1.x`)
      const picked = await apply('cherry_pick', 'release/1.x', { branch: 'fix/typo' })
      expect(picked.body.message).toBe(
        `${merged.message}\n\n(cherry picked from commit ${merged.id})\n\n${login.short_id} Let people in`,
      )
      const reverted = await apply('revert', 'release/1.x', { branch: 'release/1.x' })
      expect(reverted.body.message).toBe(
        `Revert "${merged.title}"\n\nThis reverts merge request !1`,
      )
      expect(merge.id).not.toBe(merged.id)
    })
  })

  describe('commented on', () => {
    const path = `${site}/commits/v1.0/comments`

    it('lists the comments, oldest first, those of both APIs', async () => {
      const gus = api.as('olga')
      const made = await gus.post(path, { note: 'Nice.' })
      expect([made.status, made.body]).toMatchObject([
        201,
        { note: 'Nice.', path: null, line: null, line_type: null, author: { username: 'olga' } },
      ])
      await api.request(`/api/v3${path}`, {
        method: 'POST',
        headers: { 'private-token': 'dev-token', 'content-type': 'application/json' },
        body: JSON.stringify({ note: 'Thanks.' }),
      })
      const { body } = await api.anonymous.get(path)
      expect(body.map(({ note }: { note: string }) => note)).toEqual(['Nice.', 'Thanks.'])
    })

    it.each([
      [{ line: 2 }, { path: 'src/app.js', line: 2, line_type: 'new' }],
      [
        { line: 2, line_type: 'old' },
        { path: 'src/app.js', line: 2, line_type: 'old' },
      ],
      [{ line: 1 }, { path: null, line: null, line_type: null }],
      [{ line: 99 }, { path: null, line: null, line_type: null }],
    ])('is placed on a line that the commit changes: %j', async (place, expected) => {
      const note = { note: 'Why?', path: 'src/app.js', ...place }
      const { status, body } = await api.as('dev').post(path, note)
      expect([status, body]).toMatchObject([201, expected])
    })

    it('needs a text, and with a path a line', async () => {
      const blank = await api.as('dev').post(path, { note: ' ' })
      expect([blank.status, blank.body]).toEqual([400, { message: { note: ["can't be blank"] } }])
      const { status, body } = await api.as('dev').post(path, { note: 'x', path: 'README.md' })
      expect([status, body]).toEqual([400, { error: 'line is missing' }])
    })
  })
})
