import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { binary, empty, repositoryWorld, secret, site } from '../v3/repository-world.ts'

const text = (content: string) => Buffer.from(content).toString('base64')

describeV4('files', { seed: repositoryWorld }, (api) => {
  const file = `${site}/files/src%2Fapp.js`
  const id = expect.stringMatching(/^[0-9a-f]{40}$/)

  describe('read', () => {
    it('has all of it, in the body and in headers', async () => {
      const { status, body, headers } = await api.anonymous.get(file, { ref: 'v1.0' })
      expect([status, body]).toEqual([
        200,
        {
          file_name: 'app.js',
          file_path: 'src/app.js',
          size: 19,
          encoding: 'base64',
          content_sha256: createHash('sha256').update('one\nTWO\nthree\nfour\n').digest('hex'),
          ref: 'v1.0',
          blob_id: id,
          commit_id: id,
          last_commit_id: body.commit_id,
          execute_filemode: false,
          content: text('one\nTWO\nthree\nfour\n'),
        },
      ])
      expect(headers.get('x-gitlab-file-name')).toBe('app.js')
      expect(headers.get('x-gitlab-file-path')).toBe('src/app.js')
      expect(headers.get('x-gitlab-size')).toBe('19')
      expect(headers.get('x-gitlab-encoding')).toBe('base64')
      expect(headers.get('x-gitlab-content-sha256')).toBe(body.content_sha256)
      expect(headers.get('x-gitlab-ref')).toBe('v1.0')
      expect(headers.get('x-gitlab-blob-id')).toBe(body.blob_id)
      expect(headers.get('x-gitlab-commit-id')).toBe(body.commit_id)
      expect(headers.get('x-gitlab-last-commit-id')).toBe(body.last_commit_id)
      expect(headers.get('x-gitlab-execute-filemode')).toBe('false')
    })

    it('answers HEAD with the headers alone', async () => {
      for (const path of [`${file}?ref=HEAD`, `${file}/raw`, `${file}/blame?ref=HEAD`]) {
        const head = await api.request(`/api/v4${path}`, { method: 'HEAD' })
        expect([head.status, head.bytes.length]).toEqual([200, 0])
        expect(head.headers.get('x-gitlab-file-path')).toBe('src/app.js')
      }
    })

    it('carries a path that is not ASCII in the bytes of UTF-8', async () => {
      const path = `${site}/files/${encodeURIComponent('Übung ☂.md')}`
      await api.as('dev').post(path, { branch: 'feature/login', commit_message: 'x', content: '' })
      const { status, headers } = await api.anonymous.get(path, { ref: 'feature/login' })
      expect(status).toBe(200)
      const bytes = Buffer.from(headers.get('x-gitlab-file-path') ?? '', 'latin1')
      expect(bytes.toString()).toBe('Übung ☂.md')
    })

    it('says of a script that it may be executed', async () => {
      const { body } = await api.anonymous.get(`${site}/files/run.sh`, { ref: 'master' })
      expect(body.execute_filemode).toBe(true)
    })

    it.each([
      ['src%2Fapp.js', {}, 400, { error: 'ref is missing, ref is empty' }],
      ['src%2Fapp.js', { ref: '' }, 400, { error: 'ref is empty' }],
      ['src%2Fapp.js', { ref: 'none' }, 404, { message: '404 Commit Not Found' }],
      ['none', { ref: 'master' }, 404, { message: '404 File Not Found' }],
      ['src', { ref: 'master' }, 404, { message: '404 File Not Found' }],
      ['..%2Fpasswd', { ref: 'master' }, 400, { error: 'file_path should be a valid file path' }],
    ])('refuses %s with %j', async (path, parameters, status, body) => {
      const reply = await api.anonymous.get(`${site}/files/${path}`, parameters)
      expect([reply.status, reply.body]).toEqual([status, body])
    })

    it('is hidden with its project, and refused to guests', async () => {
      const path = `${secret}/files/secret.txt?ref=master`
      expect((await api.anonymous.get(path)).status).toBe(404)
      expect((await api.as('gus').get(path)).status).toBe(403)
    })

    it('is given raw, of the default branch where no ref is named', async () => {
      const { status, bytes, headers } = await api.anonymous.get(`${site}/files/logo.gif/raw`)
      expect([status, Buffer.from(bytes).toString('base64')]).toEqual([200, binary])
      expect(headers.get('content-type')).toMatch(/^text\/plain/)
      expect(headers.get('content-disposition')).toBe('inline; filename="logo.gif"')
      const none = await api.anonymous.get(`${site}/files/none/raw`)
      expect([none.status, none.body]).toEqual([404, { message: '404 File Not Found' }])
    })
  })

  describe('blamed', () => {
    const linesOf = (body: readonly { commit: { message: string }; lines: string[] }[]) =>
      body.map(({ commit, lines }) => [commit.message.split('\n')[0], lines])

    it('shows the commit of each range of lines', async () => {
      const { status, body } = await api.anonymous.get(`${file}/blame`, { ref: 'master' })
      expect([status, linesOf(body)]).toEqual([
        200,
        [
          ['Begin', ['one']],
          ['Count further', ['TWO']],
          ['Begin', ['three']],
          ['Count further', ['four']],
        ],
      ])
      expect(body[0].commit).toEqual({
        id,
        parent_ids: [],
        message: 'Begin\n\nWith all kinds of files.\n',
        authored_date: '2017-01-01T10:00:00.000+00:00',
        author_name: 'Mona Meyer',
        author_email: 'mona@acme.example',
        committed_date: '2017-01-01T10:00:00.000+00:00',
        committer_name: 'Mona Meyer',
        committer_email: 'mona@acme.example',
      })
    })

    it('follows renames, and merges to the branch that wrote the line', async () => {
      const moved = await api.anonymous.get(`${site}/files/docs%2Fguide%2Fstart.md/blame?ref=HEAD`)
      expect(linesOf(moved.body)).toEqual([['Begin', ['hello']]])
      const merged = await api.anonymous.get(`${site}/files/README.md/blame?ref=HEAD`)
      expect(linesOf(merged.body)).toEqual([
        ['Begin', ['# Site', '']],
        ['Mend a typo', ['A site of ours.']],
      ])
    })

    it('shows a range of lines', async () => {
      const { body } = await api.anonymous.get(
        `${file}/blame?ref=master&range[start]=2&range[end]=3`,
      )
      expect(linesOf(body)).toEqual([
        ['Count further', ['TWO']],
        ['Begin', ['three']],
      ])
    })

    it.each([
      [
        'range[start]=3&range[end]=2',
        { message: 'range[start] must be less than or equal to range[end]' },
      ],
      ['range[start]=3', { error: 'range[end] is missing' }],
      ['range[start]=x&range[end]=2', { error: 'range[start] is invalid' }],
      ['range[start]=0&range[end]=2', { error: 'range[start] does not have a valid value' }],
    ])('refuses the range %s', async (query, body) => {
      const reply = await api.anonymous.get(`${file}/blame?ref=master&${query}`)
      expect([reply.status, reply.body]).toEqual([400, body])
    })
  })

  describe('written', () => {
    const commit = { branch: 'feature/login', commit_message: 'Write it' }
    const path = `${site}/files/a%2Fb..c.json`

    it('is there at once, with the message as it was sent, by the caller', async () => {
      const dev = api.as('dev')
      const made = await dev.post(path, { ...commit, content: 'hi', start_branch: null })
      expect([made.status, made.body]).toEqual([
        201,
        { file_path: 'a/b..c.json', branch: 'feature/login' },
      ])
      const read = await dev.get(path, { ref: 'feature/login' })
      expect(read.body.content).toBe(text('hi'))
      const { body } = await dev.get(`${site}/branches/feature%2Flogin`)
      expect(body.commit).toMatchObject({
        message: 'Write it',
        author_name: 'Dev Singh',
        committer_name: 'Dev Singh',
      })
    })

    it('is changed, made executable, and removed', async () => {
      const dev = api.as('dev')
      const changed = {
        ...commit,
        content: text('new'),
        encoding: 'base64',
        execute_filemode: true,
      }
      const put = await dev.put(file, changed)
      expect([put.status, put.body]).toEqual([
        200,
        { file_path: 'src/app.js', branch: 'feature/login' },
      ])
      const read = await dev.get(file, { ref: 'feature/login' })
      expect(read.body).toMatchObject({ content: text('new'), execute_filemode: true })
      const gone = await dev.delete(file, commit)
      expect([gone.status, gone.bytes.length]).toEqual([204, 0])
      expect((await dev.get(file, { ref: 'feature/login' })).status).toBe(404)
    })

    it('makes a commit where nothing changes', async () => {
      const dev = api.as('dev')
      const before = await dev.get(`${site}/branches/feature%2Flogin`)
      const content = 'login()\n'
      const { status } = await dev.put(`${site}/files/src%2Flogin.js`, { ...commit, content })
      const after = await dev.get(`${site}/branches/feature%2Flogin`)
      expect([status, after.body.commit.parent_ids]).toEqual([200, [before.body.commit.id]])
    })

    it('has another author where a name or an address is given', async () => {
      const dev = api.as('dev')
      await dev.post(path, { ...commit, content: '', author_name: 'Ann' })
      const { body } = await dev.get(`${site}/commits?ref_name=feature/login&per_page=1`)
      expect(body[0]).toMatchObject({
        author_name: 'Ann',
        author_email: 'dev@acme.example',
        committer_name: 'Dev Singh',
      })
    })

    it('makes a branch from another one', async () => {
      const dev = api.as('dev')
      const start = { ...commit, branch: 'new', start_branch: 'feature/login', content: 'x' }
      expect((await dev.post(path, start)).status).toBe(201)
      const { body } = await dev.get(`${site}/branches/feature%2Flogin`)
      const made = await dev.get(`${site}/branches/new`)
      expect(made.body.commit.parent_ids).toEqual([body.commit.id])
      const again = await dev.put(path, start)
      expect([again.status, again.body.message]).toEqual([
        400,
        "A branch called 'new' already exists. Switch to that branch in order to make changes",
      ])
    })

    it('makes the first branch of an empty repository for developers only where they may', async () => {
      const first = { branch: 'main', commit_message: 'Begin', content: '' }
      const actions = [{ action: 'create', file_path: 'a', content: '' }]
      const refused = 'You are not allowed to push into this branch'
      const file = await api.as('dev').post(`${empty}/files/a`, first)
      expect([file.status, file.body.message]).toEqual([400, refused])
      const commit = await api.as('dev').post(`${empty}/commits`, { ...first, actions })
      expect([commit.status, commit.body.message]).toEqual([403, `403 Forbidden - ${refused}`])
      await api.as('root').put('/application/settings', { default_branch_protection: 1 })
      expect((await api.as('dev').post(`${empty}/files/a`, first)).status).toBe(201)
    })

    it('makes the first branch of an empty repository', async () => {
      const mona = api.as('mona')
      const first = { branch: 'main', commit_message: 'Begin', content: '' }
      expect((await mona.post(`${empty}/files/a`, first)).status).toBe(201)
      const { body } = await mona.get(`${empty}/branches/main`)
      expect(body).toMatchObject({ default: true, protected: true })
    })

    it.each([
      ['post', 'README.md', {}, 'A file with this name already exists'],
      ['put', 'none', {}, "A file with this name doesn't exist"],
      ['post', 'src', {}, 'A directory with this name already exists'],
      [
        'put',
        'README.md',
        { branch: 'none' },
        'You can only create or edit files when you are on a branch',
      ],
      ['put', 'README.md', { branch: 'master' }, 'You are not allowed to push into this branch'],
      [
        'put',
        'README.md',
        { branch: 'a..b', start_branch: 'master' },
        "Something went wrong when we tried to create 'a..b' for you: Branch name is invalid",
      ],
      [
        'put',
        'README.md',
        { last_commit_id: '0'.repeat(40) },
        'You are attempting to update a file that has changed since you started editing it.',
      ],
    ] as const)('refuses %s of %s with %j', async (method, name, parameters, message) => {
      await api.as('mona').put(`${site}/branches/master/protect`)
      const asked = { ...commit, content: 'x', ...parameters }
      const { status, body } = await api.as('dev')[method](`${site}/files/${name}`, asked)
      expect([status, body]).toEqual([400, { message }])
    })

    it('takes the last commit that the caller knows', async () => {
      const dev = api.as('dev')
      const { body } = await dev.get(file, { ref: 'feature/login' })
      const { last_commit_id } = body
      const { status } = await dev.put(file, { ...commit, content: 'x', last_commit_id })
      expect(status).toBe(200)
    })

    it('says what is missing, and what is empty', async () => {
      const { status, body } = await api.as('dev').post(path, {})
      expect([status, body]).toEqual([
        400,
        {
          error:
            'branch is missing, branch is empty, commit_message is missing, ' +
            'commit_message is empty, content is missing',
        },
      ])
    })

    it('is not found where it is removed twice', async () => {
      const { status, body } = await api.as('dev').delete(`${site}/files/none`, commit)
      expect([status, body]).toEqual([400, { message: "A file with this name doesn't exist" }])
    })
  })
})
