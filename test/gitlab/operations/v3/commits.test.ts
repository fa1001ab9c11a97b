import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../../../src/shared/base64.ts'
import { type Api, describeForge, now } from '../../../harness.ts'
import { binary, empty, old, repositoryWorld, secret, site } from './repository-world.ts'

const titles = (body: { title: string }[]) => body.map(({ title }) => title)

const commit = { branch_name: 'master', commit_message: 'All at once' }

const refsOf = (api: Api) => [...(api.forge.db.repositories.get(1)?.refs ?? [])]

async function paths(api: Api, ref_name: string): Promise<string[]> {
  const { body } = await api.anonymous.get(`${site}/tree`, { ref_name, recursive: true })
  return body
    .filter(({ type }: { type: string }) => type === 'blob')
    .map(({ path }: { path: string }) => path)
    .sort()
}

describeForge('commits', { seed: repositoryWorld }, (api) => {
  describe('list', () => {
    it('gives those of the default branch, newest first', async () => {
      const { status, body } = await api.as('rita').get(`${site}/commits`)
      expect(status).toBe(200)
      expect(titles(body)).toEqual([
        "Merge branch 'fix/typo'",
        'Call it start',
        'Mend a typo',
        'Count further',
        'Begin',
      ])
    })

    it('shows each with a short id and a title', async () => {
      const { body } = await api.as('rita').get(`${site}/commits`, { ref_name: 'v0.9' })
      expect(body).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{40}$/),
          short_id: body[0].id.slice(0, 11),
          title: 'Begin',
          message: 'Begin\n\nWith all kinds of files.\n',
          author_name: 'Mona Meyer',
          author_email: 'mona@acme.example',
          committer_name: 'Mona Meyer',
          committer_email: 'mona@acme.example',
          created_at: '2017-01-01T10:00:00.000Z',
          allow_failure: false,
        },
      ])
    })

    it('takes a branch or a tag, and the path of the project', async () => {
      const path = '/projects/acme%2Fsite/repository/commits'
      const { body } = await api.as('rita').get(path, { ref_name: 'feature/login' })
      expect(titles(body)).toEqual(['Let people in', 'Count further', 'Begin'])
    })

    it.each([
      ['since, the time itself too', { since: '2017-01-05T10:00:00Z' }, 2],
      ['since, not what is a second older', { since: '2017-01-05T10:00:01Z' }, 1],
      ['until, the time itself too', { until: '2017-01-02T10:00:00Z' }, 2],
      ['until, not what is a second newer', { until: '2017-01-02T09:59:59Z' }, 1],
      ['both', { since: '2017-01-02T10:00:00Z', until: '2017-01-04T10:00:00Z' }, 2],
      ['a zone', { since: '2017-01-05T12:00:00+02:00' }, 2],
    ])('filters by %s', async (_, filter, count) => {
      expect((await api.as('rita').get(`${site}/commits`, filter)).body).toHaveLength(count)
    })

    it('refuses a time that is none', async () => {
      const { status, body } = await api.as('rita').get(`${site}/commits`, { since: 'yesterday' })
      expect([status, body.message.since]).toEqual([400, ['is invalid']])
    })

    it('is paginated', async () => {
      const { body, headers } = await api
        .as('rita')
        .get(`${site}/commits`, { per_page: 2, page: 3 })
      expect(titles(body)).toEqual(['Begin'])
      expect(headers.get('x-total')).toBe('5')
    })

    it('is empty for a ref that is not there and an empty repository', async () => {
      const rita = api.as('rita')
      expect((await rita.get(`${site}/commits`, { ref_name: 'nowhere' })).body).toEqual([])
      expect((await rita.get(`${empty}/commits`)).body).toEqual([])
    })

    it('needs credentials, and of a private project the level of a reporter', async () => {
      expect((await api.anonymous.get(`${site}/commits`)).status).toBe(401)
      expect((await api.as('olga').get(`${site}/commits`)).status).toBe(200)
      expect((await api.as('gus').get(`${secret}/commits`)).status).toBe(403)
    })

    it('says whether all that failed was allowed to', async () => {
      const { db } = api.forge
      const { id: sha } = (await api.as('rita').get(`${site}/commits/master`)).body
      const at = { project_id: 1, sha, ref: 'master', created_at: now }
      const { id: pipeline_id } = db.pipelines.insert(at)
      const status = { ...at, pipeline_id, author_id: 2 }
      const failed = { ...status, status: 'failed' } as const
      const allowed = async () =>
        (await api.as('rita').get(`${site}/commits`)).body[0].allow_failure
      await db.commitStatuses.create({ ...failed, id: 1, name: 'a', allow_failure: true })
      expect(await allowed()).toBe(true)
      await db.commitStatuses.create({ ...failed, id: 2, name: 'b' })
      expect(await allowed()).toBe(false)
    })
  })

  describe('one', () => {
    it('comes with parents, dates, stats and status', async () => {
      const { status, body } = await api.as('rita').get(`${site}/commits/v1.0`)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        short_id: body.id.slice(0, 11),
        title: 'Count further',
        message: 'Count further',
        author_name: 'Dev Singh',
        author_email: 'dev@acme.example',
        committer_name: 'Dev Singh',
        committer_email: 'dev@acme.example',
        created_at: '2017-01-02T10:00:00.000Z',
        committed_date: '2017-01-02T10:00:00.000Z',
        authored_date: '2017-01-02T10:00:00.000Z',
        parent_ids: [expect.stringMatching(/^[0-9a-f]{40}$/)],
        stats: { additions: 2, deletions: 1, total: 3 },
        status: null,
      })
    })

    it('is found by branch, tag, full and short SHA', async () => {
      const { body: tagged } = await api.as('rita').get(`${site}/commits/v1.0`)
      const names = [
        'release/1.x',
        'release%2F1.x',
        tagged.id,
        tagged.short_id,
        tagged.id.slice(0, 7),
      ]
      for (const name of names) {
        expect((await api.as('rita').get(`${site}/commits/${name}`)).body.id).toBe(tagged.id)
      }
    })

    it.each(['nowhere', 'f'.repeat(40), 'abcd', '..', "'"])('is 404 for %s', async (sha) => {
      const name = encodeURIComponent(sha).replaceAll('.', '%2E')
      const { status } = await api.as('rita').get(`${site}/commits/${name}`)
      expect(status).toBe(404)
    })

    it('is not found in another project', async () => {
      const { body } = await api.as('rita').get(`${secret}/commits/master`)
      for (const sha of [body.id, body.short_id]) {
        const stolen = await api.as('olga').get(`${site}/commits/${sha}`)
        expect([stolen.status, stolen.body]).toEqual([404, { message: '404 Commit Not Found' }])
      }
    })

    it('has the beginning of a long first line as its title', async () => {
      const dev = api.as('dev')
      const create = (commit_message: string, file_path: string) =>
        dev.post(`${site}/commits`, {
          ...commit,
          commit_message,
          actions: [{ action: 'create', file_path, content: '' }],
        })
      expect((await create('x'.repeat(101), 'a')).body.title).toBe(`${'x'.repeat(80)}…`)
      expect((await create('x'.repeat(100), 'b')).body.title).toBe('x'.repeat(100))
      expect((await create(`a${'🙂'.repeat(100)}`, 'c')).body.title).toBe(`a${'🙂'.repeat(79)}…`)
      expect((await create('🙂'.repeat(100), 'd')).body.title).toBe('🙂'.repeat(100))
    })

    it('drops a slash before the paths of its actions', async () => {
      const move = { action: 'move', file_path: '/READ.md', previous_path: '/README.md' }
      const dev = api.as('dev')
      const { status, body } = await dev.post(`${site}/commits`, { ...commit, actions: [move] })
      expect(status).toBe(201)
      const { body: files } = await dev.get(`${site}/commits/${body.id}/diff`)
      expect(files).toMatchObject([{ old_path: 'README.md', new_path: 'READ.md' }])
    })

    it('follows its statuses', async () => {
      const { id: sha } = (await api.as('rita').get(`${site}/commits/master`)).body
      const at = { project_id: 1, sha, ref: 'master', created_at: now }
      const { id: pipeline_id } = api.forge.db.pipelines.insert(at)
      const onCommit = { ...at, pipeline_id, author_id: 2, name: 'lint' }
      const shown = async () => (await api.as('rita').get(`${site}/commits/master`)).body.status
      await api.forge.db.commitStatuses.create({ ...onCommit, id: 1, status: 'failed' })
      expect(await shown()).toBe('failed')
      await api.forge.db.commitStatuses.create({ ...onCommit, id: 2, status: 'success' })
      expect(await shown()).toBe('success')
      await api.forge.db.commitStatuses.create({
        ...onCommit,
        id: 3,
        name: 'test',
        status: 'running',
      })
      expect(await shown()).toBe('running')
    })
  })

  describe('several files at once', () => {
    it('creates, updates, moves and deletes in one commit', async () => {
      const { status, body } = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        actions: [
          { action: 'create', file_path: 'new/file.txt', content: 'new\n' },
          { action: 'create', file_path: 'new/b.gif', content: binary, encoding: 'base64' },
          { action: 'update', file_path: 'README.md', content: '# Site\n' },
          { action: 'move', file_path: 'lib/app.js', previous_path: 'src/app.js' },
          { action: 'move', file_path: 'go.sh', previous_path: 'run.sh', content: '#!/bin/bash\n' },
          { action: 'delete', file_path: 'logo.gif' },
        ],
      })
      expect(status).toBe(201)
      expect(body).toMatchObject({
        message: 'All at once',
        author_name: 'Dev Singh',
        committed_date: now,
        // README.md loses two lines; new/file.txt has one; go.sh changes its only one.
        stats: { additions: 2, deletions: 3, total: 5 },
        status: null,
      })
      expect(body.parent_ids).toHaveLength(1)
      expect(await paths(api, 'master')).toEqual(
        [
          'README.md',
          'docs/guide/start.md',
          'go.sh',
          'lib/app.js',
          'new/b.gif',
          'new/file.txt',
        ].sort(),
      )
      const reply = await api.anonymous.get(`${site}/blobs/master`, { filepath: 'new/b.gif' })
      expect(reply.bytes).toEqual(decodeBase64(binary))
      const moved = await api.anonymous.get(`${site}/blobs/master`, { filepath: 'go.sh' })
      expect(moved.body).toBe('#!/bin/bash\n')
    })

    const written = { action: 'create', file_path: 'a', content: '1' }
    const deleted = { action: 'delete', file_path: 'README.md' }
    it.each([
      ['an update of what it creates', [written, { ...written, action: 'update' }], "'a'"],
      ['a deletion of what it creates', [written, { action: 'delete', file_path: 'a' }], "'a'"],
      [
        'a move of what it creates',
        [written, { action: 'move', file_path: 'b', previous_path: 'a' }],
        "'a'",
      ],
      [
        'a move onto what it deletes',
        [deleted, { action: 'move', file_path: 'README.md', previous_path: 'run.sh' }],
        "'README.md'",
      ],
    ])('refuses %s: no action builds on another one', async (_, actions, named) => {
      const before = refsOf(api)
      const { status, body } = await api.as('dev').post(`${site}/commits`, { ...commit, actions })
      expect(status).toBe(400)
      expect(body.message).toContain(named)
      expect(refsOf(api)).toEqual(before)
    })

    it.each([{ author_name: 'Ada' }, { author_email: 'ada@x.example' }])(
      'ignores half an author: %j',
      async (half) => {
        const actions = [{ action: 'create', file_path: 'a', content: '1' }]
        const { body } = await api
          .as('dev')
          .post(`${site}/commits`, { ...commit, ...half, actions })
        expect([body.author_name, body.author_email]).toEqual(['Dev Singh', 'dev@acme.example'])
      },
    )

    it('drops a slash before a path', async () => {
      const { status } = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        actions: [
          { action: 'create', file_path: '/dir/x.txt', content: '1' },
          { action: 'move', file_path: '/dir/run.sh', previous_path: '/run.sh' },
        ],
      })
      expect(status).toBe(201)
      const found = await paths(api, 'master')
      expect(found).toContain('dir/x.txt')
      expect(found).toContain('dir/run.sh')
      expect(found).not.toContain('run.sh')
    })

    it.each(['a b', 'a?', 'a+b', 'a;b', 'a..b', "it's"])(
      'refuses the path %j, which has other characters than those of names',
      async (path) => {
        for (const action of [
          { action: 'create', file_path: path, content: '1' },
          { action: 'move', file_path: path, previous_path: 'README.md' },
          { action: 'move', file_path: 'x', previous_path: path },
        ]) {
          const reply = await api
            .as('dev')
            .post(`${site}/commits`, { ...commit, actions: [action] })
          expect(reply.status).toBe(400)
          expect(reply.body.message).toContain(`'${path}'`)
        }
      },
    )

    it('takes letters and digits of any script in a path', async () => {
      const actions = [{ action: 'create', file_path: 'über/Ωmega-٣_@1.txt', content: '1' }]
      expect((await api.as('dev').post(`${site}/commits`, { ...commit, actions })).status).toBe(201)
    })

    it('takes 3,000 actions and no more', async () => {
      const actions = (count: number) =>
        Array.from({ length: count }, (_, index) => ({
          action: 'create',
          file_path: `${index}`,
          content: '',
        }))
      const send = (count: number) =>
        api.as('dev').post(`${site}/commits`, { ...commit, actions: actions(count) })
      const refused = await send(3001)
      expect([refused.status, refused.body]).toEqual([
        400,
        { message: { actions: ['has too many entries (maximum is 3000)'] } },
      ])
      expect((await send(3000)).status).toBe(201)
    })

    it('does all of a thousand actions or none', async () => {
      const before = refsOf(api)
      const actions = Array.from({ length: 1000 }, (_, index) => ({
        action: 'create',
        file_path: `many/${index}.txt`,
        content: String(index),
      }))
      const spoilt = actions.with(700, { action: 'update', file_path: 'nowhere', content: 'x' })
      const refused = await api.as('dev').post(`${site}/commits`, { ...commit, actions: spoilt })
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({ message: "There is no file 'nowhere'." })
      expect(refsOf(api)).toEqual(before)
      expect(await paths(api, 'master')).toHaveLength(5)
      expect((await api.as('dev').post(`${site}/commits`, { ...commit, actions })).status).toBe(201)
      const { headers } = await api.anonymous.get(`${site}/tree`, { path: 'many' })
      expect(headers.get('x-total')).toBe('1000')
    })

    const create = { action: 'create', file_path: 'x', content: 'x' }
    it.each([
      ['a file that is there', { ...create, file_path: 'README.md' }, 'README.md'],
      ['an update of none', { ...create, action: 'update' }, "'x'"],
      ['a deletion of none', { ...create, action: 'delete' }, "'x'"],
      ['a move of none', { ...create, action: 'move', previous_path: 'y' }, "'y'"],
      ['a path that climbs', { ...create, file_path: 'a/../../x' }, 'climbs'],
      ['an absolute path', { ...create, file_path: '//x' }, 'absolute'],
      ['a path into .git', { ...create, file_path: '.git/config' }, '.git'],
      [
        'a move onto a file',
        { action: 'move', file_path: 'run.sh', previous_path: 'README.md' },
        'run.sh',
      ],
    ])('refuses %s, names it and changes nothing', async (_, action, named) => {
      const before = refsOf(api)
      const { status, body } = await api
        .as('dev')
        .post(`${site}/commits`, { ...commit, actions: [action] })
      expect(status).toBe(400)
      expect(body.message).toContain(named)
      expect(refsOf(api)).toEqual(before)
    })

    it.each([
      ['create without content', { action: 'create', file_path: 'x' }, 'content', 'is missing (x)'],
      ['update without content', { action: 'update', file_path: 'x' }, 'content', 'is missing (x)'],
      [
        'a move from nowhere',
        { action: 'move', file_path: 'x' },
        'previous_path',
        'is missing (x)',
      ],
      [
        'broken Base64',
        { ...create, encoding: 'base64', content: '*' },
        'content',
        'is not valid Base64 (x)',
      ],
    ])('refuses %s by its name', async (_, action, name, reason) => {
      const { status, body } = await api
        .as('dev')
        .post(`${site}/commits`, { ...commit, actions: [action] })
      expect([status, body.message]).toEqual([400, { [name]: [reason] }])
    })

    it.each([
      ['an unknown action', [{ action: 'paint', file_path: 'x' }]],
      ['an action without a path', [{ action: 'delete' }]],
      ['what is no list', 'delete'],
    ])('refuses %s', async (_, actions) => {
      const { status } = await api.as('dev').post(`${site}/commits`, { ...commit, actions })
      expect(status).toBe(400)
    })

    it('refuses a commit that changes nothing', async () => {
      const before = refsOf(api)
      const { status } = await api.as('dev').post(`${site}/commits`, { ...commit, actions: [] })
      expect(status).toBe(400)
      const again = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        actions: [{ action: 'update', file_path: 'run.sh', content: '#!/bin/sh\n' }],
      })
      expect([again.status, again.body.message]).toEqual([400, 'The commit would change nothing.'])
      expect(refsOf(api)).toEqual(before)
    })

    it('takes another author', async () => {
      const { body } = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        author_name: 'Ada',
        author_email: 'ada@example.com',
        actions: [create],
      })
      expect(body).toMatchObject({
        author_name: 'Ada',
        author_email: 'ada@example.com',
        committer_name: 'Dev Singh',
      })
    })

    it('needs an existing branch, a developer, and a project that is not archived', async () => {
      const parameters = { ...commit, actions: [create] }
      const nowhere = { ...parameters, branch_name: 'nowhere' }
      expect((await api.as('dev').post(`${site}/commits`, nowhere)).status).toBe(400)
      expect((await api.as('rita').post(`${site}/commits`, parameters)).status).toBe(403)
      expect((await api.anonymous.post(`${site}/commits`, parameters)).status).toBe(401)
      const archived = `${old}/commits`
      expect((await api.as('mona').post(archived, parameters)).status).toBe(403)
    })
  })

  describe('cherry-pick', () => {
    it('brings the change to another branch, with its author and message', async () => {
      const path = `${site}/commits/feature%2Flogin/cherry_pick`
      const { status, body } = await api.as('mona').post(path, { branch: 'master' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        short_id: body.id.slice(0, 11),
        title: 'Let people in',
        message: 'Let people in',
        author_name: 'Dev Singh',
        author_email: 'dev@acme.example',
        committer_name: 'Mona Meyer',
        committer_email: 'mona@acme.example',
        created_at: now,
      })
      const { body: head } = await api.as('dev').get(`${site}/commits/master`)
      expect(head.id).toBe(body.id)
      expect(head.authored_date).toBe('2017-01-03T10:00:00.000Z')
      expect(await paths(api, 'master')).toContain('src/login.js')
    })

    it('refuses what is there already, and what conflicts', async () => {
      const dev = api.as('dev')
      const before = refsOf(api)
      const again = await dev.post(`${site}/commits/fix/typo/cherry_pick`, { branch: 'master' })
      expect(again.status).toBe(400)
      expect(again.body.message).toContain('cannot cherry-pick this commit automatically')
      expect(refsOf(api)).toEqual(before)
      await dev.put(`${site}/files`, {
        file_path: 'README.md',
        branch_name: 'feature/login',
        content: '# Site\n\nAnother site.\n',
        commit_message: 'Go another way',
      })
      const changed = refsOf(api)
      const conflict = await dev.post(`${site}/commits/fix/typo/cherry_pick`, {
        branch: 'feature/login',
      })
      expect([conflict.status, conflict.body]).toEqual([400, again.body])
      expect(refsOf(api)).toEqual(changed)
    })

    it('is 404 for an unknown commit or branch, and names a missing branch', async () => {
      const pick = (sha: string, parameters: Record<string, string>) =>
        api.as('dev').post(`${site}/commits/${sha}/cherry_pick`, parameters)
      expect((await pick('nowhere', { branch: 'master' })).body.message).toContain('Commit')
      expect((await pick('fix/typo', { branch: 'nowhere' })).body.message).toContain('Branch')
      expect((await pick('fix/typo', {})).body.message).toContain('"branch"')
    })

    it('needs whom the branch lets push', async () => {
      await api.as('mona').put(`${site}/branches/master/protect`)
      const path = `${site}/commits/feature/login/cherry_pick`
      expect((await api.as('rita').post(path, { branch: 'fix/typo' })).status).toBe(403)
      const refused = await api.as('dev').post(path, { branch: 'master' })
      expect([refused.status, refused.body]).toEqual([
        400,
        { message: 'You are not allowed to push into this branch' },
      ])
      expect((await api.as('mona').post(path, { branch: 'master' })).status).toBe(201)
    })
  })

  describe('differences', () => {
    it('are those against the parent, file by file', async () => {
      const { status, body } = await api.as('rita').get(`${site}/commits/v1.0/diff`)
      expect(status).toBe(200)
      expect(body).toEqual([
        {
          diff: '--- a/src/app.js\n+++ b/src/app.js\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n three\n+four\n',
          new_path: 'src/app.js',
          old_path: 'src/app.js',
          a_mode: '100644',
          b_mode: '100644',
          new_file: false,
          renamed_file: false,
          deleted_file: false,
        },
      ])
    })

    it('of the first commit are all its files', async () => {
      const { body } = await api.as('rita').get(`${site}/commits/v0.9/diff`)
      expect(body).toHaveLength(5)
      const of = (path: string) => body.find((one: { new_path: string }) => one.new_path === path)
      expect(of('run.sh')).toMatchObject({ new_file: true, a_mode: '0', b_mode: '100755' })
      expect(of('docs/guide/intro.md').diff).toBe(
        '--- /dev/null\n+++ b/docs/guide/intro.md\n@@ -0,0 +1 @@\n+hello\n',
      )
      expect(of('logo.gif').diff).toBe('Binary files /dev/null and b/logo.gif differ\n')
    })

    it('leave a text of 100 KiB out, and say so', async () => {
      const write = (file_path: string, bytes: number) => ({
        action: 'create',
        file_path,
        content: '123456789\n'.repeat(bytes / 10),
      })
      const { body } = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        actions: [write('large', 102_400), write('shown', 102_390)],
      })
      expect(body.stats).toEqual({ additions: 20_479, deletions: 0, total: 20_479 })
      const { body: differences } = await api.as('rita').get(`${site}/commits/${body.id}/diff`)
      expect(differences[0]).toMatchObject({ new_path: 'large', diff: '', too_large: true })
      expect(differences[1].diff).toContain('+123456789\n')
      expect(differences[1]).not.toHaveProperty('too_large')
    })

    it('report a deleted file, and a renamed one', async () => {
      const { body } = await api.as('dev').post(`${site}/commits`, {
        ...commit,
        actions: [
          { action: 'delete', file_path: 'logo.gif' },
          { action: 'move', file_path: 'go.sh', previous_path: 'run.sh' },
        ],
      })
      const { body: differences } = await api.as('rita').get(`${site}/commits/${body.id}/diff`)
      expect(differences).toMatchObject([
        { old_path: 'run.sh', new_path: 'go.sh', renamed_file: true, diff: '' },
        { new_path: 'logo.gif', deleted_file: true, b_mode: '0' },
      ])
    })

    it('are 404 for an unknown commit, and kept from guests of private projects', async () => {
      expect((await api.as('rita').get(`${site}/commits/nowhere/diff`)).status).toBe(404)
      expect((await api.as('gus').get(`${secret}/commits/master/diff`)).status).toBe(403)
    })
  })
})
