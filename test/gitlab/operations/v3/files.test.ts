import { describe, expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../../../src/shared/base64.ts'
import { type Api, describeForge, now } from '../../../harness.ts'
import { binary, empty, old, repositoryWorld, secret, site } from './repository-world.ts'

const notCommitted = { message: 'Your changes could not be committed' }

const change = { branch_name: 'master', content: 'new\n', commit_message: 'Change it' }

async function read(api: Api, file_path: string, ref = 'master') {
  const { body } = await api.as('dev').get(`${site}/files`, { file_path, ref })
  return new TextDecoder().decode(decodeBase64(body.content))
}

/** The refs of the repository: the same before and after what was refused. */
const refsOf = (api: Api) => [...(api.forge.db.repositories.get(1)?.refs ?? [])]

describeForge('files', { seed: repositoryWorld }, (api) => {
  describe('reading', () => {
    it('gives name, size, content and where it stands', async () => {
      const { status, body } = await api.anonymous.get(`${site}/files`, {
        file_path: 'src/app.js',
        ref: 'feature/login',
      })
      const { body: login } = await api.as('dev').get(`${site}/commits/feature/login`)
      const { body: second } = await api.as('dev').get(`${site}/commits/v1.0`)
      expect(status).toBe(200)
      expect(body).toEqual({
        file_name: 'app.js',
        file_path: 'src/app.js',
        size: 19,
        encoding: 'base64',
        content: btoa('one\nTWO\nthree\nfour\n'),
        ref: 'feature/login',
        blob_id: expect.stringMatching(/^[0-9a-f]{40}$/),
        commit_id: login.id,
        last_commit_id: second.id,
      })
    })

    it('takes a tag, and the SHA of a commit', async () => {
      const { body: first } = await api.as('dev').get(`${site}/commits/v0.9`)
      for (const ref of ['v0.9', first.id]) {
        expect(await read(api, 'src/app.js', ref)).toBe('one\ntwo\nthree\n')
      }
    })

    it('is 404 for an unknown ref or file, and for a folder', async () => {
      const get = (file_path: string, ref: string) =>
        api.anonymous.get(`${site}/files`, { file_path, ref })
      expect((await get('README.md', 'nowhere')).body).toEqual({ message: '404 Commit Not Found' })
      expect((await get('nowhere', 'master')).body).toEqual({ message: '404 File Not Found' })
      expect((await get('src', 'master')).status).toBe(404)
      expect((await get('src/../README.md', 'master')).status).toBe(404)
    })

    it('needs path and ref', async () => {
      const { body } = await api.anonymous.get(`${site}/files`, { file_path: 'README.md' })
      expect(body.message).toContain('"ref"')
    })

    it('is for reporters where the project is private', async () => {
      const parameters = { file_path: 'secret.txt', ref: 'master' }
      expect((await api.anonymous.get(`${secret}/files`, parameters)).status).toBe(404)
      expect((await api.as('gus').get(`${secret}/files`, parameters)).status).toBe(403)
      expect((await api.as('rita').get(`${secret}/files`, parameters)).status).toBe(200)
    })
  })

  describe('creation', () => {
    it('commits a text', async () => {
      const { status, body } = await api
        .as('dev')
        .post(`${site}/files`, { ...change, file_path: 'deep/down/new.txt', content: 'grüße\n' })
      expect(status).toBe(201)
      expect(body).toEqual({ file_path: 'deep/down/new.txt', branch_name: 'master' })
      expect(await read(api, 'deep/down/new.txt')).toBe('grüße\n')
    })

    it('commits Base64 byte by byte', async () => {
      await api.as('dev').post(`${site}/files`, {
        ...change,
        file_path: 'b.bin',
        content: binary,
        encoding: 'base64',
      })
      const { body } = await api.anonymous.get(`${site}/files`, {
        file_path: 'b.bin',
        ref: 'master',
      })
      expect([body.content, body.size]).toEqual([binary, 11])
    })

    it('keeps every byte there is', async () => {
      const content = encodeBase64(Uint8Array.from({ length: 70_000 }, (_, index) => index % 256))
      await api
        .as('dev')
        .post(`${site}/files`, { ...change, file_path: 'b.bin', content, encoding: 'base64' })
      const { body } = await api.anonymous.get(`${site}/files`, {
        file_path: 'b.bin',
        ref: 'master',
      })
      expect(body.content).toBe(content)
    })

    it('is by the caller at the time of the request', async () => {
      await api.as('dev').post(`${site}/files`, { ...change, file_path: 'new.txt' })
      const { body } = await api.as('dev').get(`${site}/commits/master`)
      expect(body).toMatchObject({
        message: 'Change it',
        author_name: 'Dev Singh',
        author_email: 'dev@acme.example',
        committer_name: 'Dev Singh',
        authored_date: now,
        committed_date: now,
      })
    })

    it('takes another author, but not another committer', async () => {
      await api.as('dev').post(`${site}/files`, {
        ...change,
        file_path: 'new.txt',
        author_name: 'Ada',
        author_email: 'ada@example.com',
      })
      const { body } = await api.as('dev').get(`${site}/commits/master`)
      expect(body).toMatchObject({
        author_name: 'Ada',
        author_email: 'ada@example.com',
        committer_name: 'Dev Singh',
        committer_email: 'dev@acme.example',
      })
    })

    it('drops a slash before the path', async () => {
      const { status } = await api
        .as('dev')
        .post(`${site}/files`, { ...change, file_path: '/new.txt' })
      expect(status).toBe(201)
      const { body } = await api
        .as('dev')
        .get(`${site}/files`, { file_path: 'new.txt', ref: 'master' })
      expect(body.file_path).toBe('new.txt')
    })

    it('begins an empty repository', async () => {
      const { status } = await api
        .as('dev')
        .post(`${empty}/files`, { ...change, file_path: 'README.md' })
      expect(status).toBe(201)
      const { body } = await api.as('dev').get(`${empty}/commits/master`)
      expect(body.parent_ids).toEqual([])
    })

    it('names the limit of folders, which GitLab 8.15 had not', async () => {
      const file_path = `${'a/'.repeat(101)}b`
      const { status, body } = await api.as('dev').post(`${site}/files`, { ...change, file_path })
      expect([status, body]).toEqual([
        400,
        { message: `The file path '${file_path.slice(0, 200)}…' has more than 100 folders.` },
      ])
    })

    it.each([
      ['climbs', 'a/../../b'],
      ['climbs at its start', '../b'],
      ['is absolute', '//etc/passwd'],
      ['has a space', 'a b'],
      ['has a question mark', 'a?'],
      ['has a plus', 'a+b'],
      ['has a semicolon', 'a;b'],
      ['is in .git', '.git/config'],
      ['is in .GIT', 'a/.GIT/hooks/x'],
      ['has an empty part', 'a//b'],
      ['is empty', ''],
      ['is there already', 'README.md'],
      ['is a folder', 'src'],
      ['is below a file', 'README.md/below'],
    ])('refuses a path that %s, with a message that is not specific', async (_, file_path) => {
      const before = refsOf(api)
      const { status, body } = await api.as('dev').post(`${site}/files`, { ...change, file_path })
      expect([status, body]).toEqual([400, notCommitted])
      expect(refsOf(api)).toEqual(before)
    })

    it('refuses what is no Base64', async () => {
      const before = refsOf(api)
      const { status, body } = await api.as('dev').post(`${site}/files`, {
        ...change,
        file_path: 'new.txt',
        content: '%%%',
        encoding: 'base64',
      })
      expect(status).toBe(400)
      expect(body.message.content[0]).toContain('is not valid Base64')
      expect(refsOf(api)).toEqual(before)
    })

    it('refuses a branch that is not there, and an empty message', async () => {
      const dev = api.as('dev')
      const file_path = 'new.txt'
      const nowhere = await dev.post(`${site}/files`, { ...change, file_path, branch_name: 'x' })
      expect([nowhere.status, nowhere.body]).toEqual([
        400,
        { message: 'You can only create or edit files when you are on a branch' },
      ])
      const silent = await dev.post(`${site}/files`, { ...change, file_path, commit_message: ' ' })
      expect(silent.body).toEqual({ message: { commit_message: ["can't be blank"] } })
    })

    it.each(['file_path', 'branch_name', 'content', 'commit_message'])('needs %s', async (name) => {
      const { [name]: _, ...rest }: Record<string, string> = { ...change, file_path: 'new.txt' }
      const { status, body } = await api.as('dev').post(`${site}/files`, rest)
      expect(status).toBe(400)
      expect(body.message).toContain(`"${name}"`)
    })
  })

  describe('update', () => {
    it('commits new content, and keeps the mode', async () => {
      const { status, body } = await api
        .as('dev')
        .put(`${site}/files`, { ...change, file_path: 'run.sh' })
      expect([status, body]).toEqual([200, { file_path: 'run.sh', branch_name: 'master' }])
      expect(await read(api, 'run.sh')).toBe('new\n')
      const { body: tree } = await api.anonymous.get(`${site}/tree`)
      expect(tree.find(({ name }: { name: string }) => name === 'run.sh').mode).toBe('100755')
    })

    it('leaves other branches alone', async () => {
      await api
        .as('dev')
        .put(`${site}/files`, { ...change, file_path: 'README.md', branch_name: 'feature/login' })
      expect(await read(api, 'README.md', 'feature/login')).toBe('new\n')
      expect(await read(api, 'README.md')).toBe('# Site\n\nA site of ours.\n')
    })

    it.each([
      ['the content it has', 'docs/guide/start.md', 'hello\n'],
      ['a file that is not there', 'nowhere.txt', 'x'],
      ['a folder', 'src', 'x'],
      ['a path that climbs', 'src/../README.md', 'x'],
    ])('refuses %s', async (_, file_path, content) => {
      const before = refsOf(api)
      const { status, body } = await api
        .as('dev')
        .put(`${site}/files`, { ...change, file_path, content })
      expect([status, body]).toEqual([400, notCommitted])
      expect(refsOf(api)).toEqual(before)
    })
  })

  describe('removal', () => {
    const removal = { branch_name: 'master', commit_message: 'Away with it' }

    it('commits it, and folders go with their last file', async () => {
      const { status, body } = await api
        .as('dev')
        .delete(`${site}/files`, { ...removal, file_path: 'docs/guide/start.md' })
      expect([status, body]).toEqual([
        200,
        { file_path: 'docs/guide/start.md', branch_name: 'master' },
      ])
      const { body: tree } = await api.anonymous.get(`${site}/tree`, { recursive: true })
      expect(tree.map(({ path }: { path: string }) => path)).not.toContain('docs')
    })

    it('takes another author', async () => {
      const author = { author_name: 'Ada', author_email: 'ada@example.com' }
      await api.as('dev').delete(`${site}/files`, { ...removal, ...author, file_path: 'run.sh' })
      expect((await api.as('dev').get(`${site}/commits/master`)).body).toMatchObject(author)
    })

    it.each(['nowhere.txt', 'src', 'src/../run.sh'])('refuses %s', async (file_path) => {
      const { status, body } = await api
        .as('dev')
        .delete(`${site}/files`, { ...removal, file_path })
      expect([status, body]).toEqual([400, notCommitted])
    })

    it('needs path, branch and message', async () => {
      const { body } = await api
        .as('dev')
        .delete(`${site}/files`, { file_path: 'run.sh', branch_name: 'master' })
      expect(body.message).toContain('"commit_message"')
    })
  })

  it('needs a developer, and a project that is not archived, whatever else is wrong', async () => {
    const broken = { ...change, file_path: '../x', content: '%%%', encoding: 'base64' }
    const removal = { file_path: 'a.txt', branch_name: 'master', commit_message: 'x' }
    expect((await api.anonymous.post(`${site}/files`, broken)).status).toBe(401)
    expect((await api.as('olga').post(`${site}/files`, broken)).status).toBe(403)
    expect((await api.as('rita').put(`${site}/files`, broken)).status).toBe(403)
    expect((await api.as('rita').delete(`${site}/files`, removal)).status).toBe(403)
    expect((await api.as('mona').post(`${old}/files`, broken)).status).toBe(403)
    expect((await api.as('root').put(`${old}/files`, broken)).status).toBe(403)
    expect((await api.as('root').delete(`${old}/files`, removal)).status).toBe(403)
  })
})
