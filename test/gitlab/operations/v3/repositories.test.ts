import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '../../../../src/shared/base64.ts'
import { describeForge } from '../../../harness.ts'
import { lacks } from '../../../programs.ts'
import { binary, empty, inner, repositoryWorld, secret, site } from './repository-world.ts'

const paths = (body: { path: string }[]) => body.map(({ path }) => path)

/** What `git hash-object` says of the content `hello\n`. */
const hello = 'ce013625030ba8dba906f756967f9e9ca394464a'

describeForge('repository content', { seed: repositoryWorld }, (api) => {
  describe('tree', () => {
    it('lists the top folder of the default branch, folders first', async () => {
      const { status, body } = await api.anonymous.get(`${site}/tree`)
      expect(status).toBe(200)
      expect(paths(body)).toEqual(['docs', 'src', 'README.md', 'logo.gif', 'run.sh'])
    })

    it('shows id, name, type and mode', async () => {
      const { body } = await api.anonymous.get(`${site}/tree`, { path: 'docs/guide' })
      expect(body).toEqual([
        { id: hello, name: 'start.md', type: 'blob', path: 'docs/guide/start.md', mode: '100644' },
      ])
      const { body: top } = await api.anonymous.get(`${site}/tree`)
      expect(top[0]).toMatchObject({ name: 'docs', type: 'tree', mode: '040000' })
      expect(top[4]).toMatchObject({ name: 'run.sh', mode: '100755' })
    })

    it('follows folders where it is asked to', async () => {
      const { body } = await api.anonymous.get(`${site}/tree`, {
        recursive: true,
        ref_name: 'v0.9',
      })
      expect(paths(body)).toEqual([
        'docs',
        'docs/guide',
        'src',
        'README.md',
        'docs/guide/intro.md',
        'logo.gif',
        'run.sh',
        'src/app.js',
      ])
    })

    it('takes a branch with a slash', async () => {
      const { body } = await api.anonymous.get(`${site}/tree`, {
        ref_name: 'feature/login',
        path: 'src/',
      })
      expect(paths(body)).toEqual(['src/app.js', 'src/login.js'])
    })

    it('is paginated', async () => {
      const { body, headers } = await api.anonymous.get(`${site}/tree`, { per_page: 2, page: 2 })
      expect(paths(body)).toEqual(['README.md', 'logo.gif'])
      expect(headers.get('x-total')).toBe('5')
    })

    it('is empty for a folder that is not there, and 404 for a ref', async () => {
      expect((await api.anonymous.get(`${site}/tree`, { path: 'nowhere' })).body).toEqual([])
      const { status, body } = await api.anonymous.get(`${site}/tree`, { ref_name: 'nowhere' })
      expect([status, body]).toEqual([404, { message: '404 Tree Not Found' }])
      expect((await api.as('dev').get(`${empty}/tree`)).status).toBe(404)
    })
  })

  it('lets each read what is open to them', async () => {
    const statusOf = async (username: string | undefined, path: string) =>
      (await (username ? api.as(username) : api.anonymous).get(`${path}/tree`)).status
    expect(await statusOf(undefined, inner)).toBe(404)
    expect(await statusOf('olga', inner)).toBe(200)
    expect(await statusOf('gus', inner)).toBe(200)
    expect(await statusOf(undefined, secret)).toBe(404)
    expect(await statusOf('olga', secret)).toBe(404)
    expect(await statusOf('gus', secret)).toBe(403)
    expect(await statusOf('rita', secret)).toBe(200)
    expect(await statusOf('root', secret)).toBe(200)
  })

  it.each([
    'blobs/master?filepath=a',
    'raw_blobs/abc',
    'archive',
    'contributors',
    'compare?from=a&to=b',
  ])('keeps %s of a private project from guests', async (path) => {
    expect((await api.as('gus').get(`${secret}/${path}`)).status).toBe(403)
    expect((await api.anonymous.get(`${secret}/${path}`)).status).toBe(404)
  })

  describe('raw content', () => {
    it('is that of a file at a branch or a commit, byte by byte', async () => {
      const reply = await api.anonymous.get(`${site}/blobs/master`, { filepath: 'logo.gif' })
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('text/plain')
      expect(reply.bytes).toEqual(decodeBase64(binary))
      const { body: commit } = await api.as('dev').get(`${site}/commits/v0.9`)
      const before = await api.anonymous.get(`${site}/blobs/${commit.id}`, {
        filepath: 'src/app.js',
      })
      expect(before.body).toBe('one\ntwo\nthree\n')
    })

    it('takes a branch with a slash in the path', async () => {
      const { body } = await api.anonymous.get(`${site}/blobs/feature/login`, {
        filepath: 'src/login.js',
      })
      expect(body).toBe('login()\n')
    })

    it('is 404 for an unknown commit or file, and for a folder', async () => {
      const of = (sha: string, filepath: string) =>
        api.anonymous.get(`${site}/blobs/${sha}`, { filepath })
      expect((await of('nowhere', 'README.md')).body).toEqual({ message: '404 Commit Not Found' })
      expect((await of('master', 'nowhere')).body).toEqual({ message: '404 File Not Found' })
      expect((await of('master', 'src')).status).toBe(404)
      expect((await of('master', '../../etc/passwd')).status).toBe(404)
    })

    it('needs the path', async () => {
      const { status, body } = await api.anonymous.get(`${site}/blobs/master`)
      expect(status).toBe(400)
      expect(body.message).toContain('"filepath"')
    })

    it('is that of a blob by its id', async () => {
      const { status, body } = await api.anonymous.get(`${site}/raw_blobs/${hello}`)
      expect([status, body]).toEqual([200, 'hello\n'])
      expect((await api.anonymous.get(`${site}/raw_blobs/${'f'.repeat(40)}`)).status).toBe(404)
    })

    it('is not that of a commit, nor of another project’s blob', async () => {
      const { body: commit } = await api.as('dev').get(`${site}/commits/master`)
      expect((await api.anonymous.get(`${site}/raw_blobs/${commit.id}`)).status).toBe(404)
      const { body: file } = await api
        .as('dev')
        .get(`${secret}/files`, { file_path: 'secret.txt', ref: 'master' })
      expect((await api.as('dev').get(`${secret}/raw_blobs/${file.blob_id}`)).status).toBe(200)
      const stolen = await api.anonymous.get(`${site}/raw_blobs/${file.blob_id}`)
      expect([stolen.status, stolen.body]).toEqual([404, { message: '404 Blob Not Found' }])
    })
  })

  describe('archive', () => {
    function unpack(bytes: Uint8Array, check: (folder: string) => void) {
      const folder = mkdtempSync(join(tmpdir(), 'forgery-archive-'))
      try {
        writeFileSync(join(folder, 'archive.tar.gz'), bytes)
        execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder })
        rmSync(join(folder, 'archive.tar.gz'))
        check(folder)
      } finally {
        rmSync(folder, { recursive: true })
      }
    }

    it.skipIf(lacks('tar'))('unpacks under one folder named project-ref-sha', async () => {
      const reply = await api.anonymous.get(`${site}/archive`)
      const { body: commit } = await api.as('dev').get(`${site}/commits/master`)
      const name = `site-master-${commit.id}`
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/octet-stream')
      expect(reply.headers.get('content-disposition')).toContain(`filename="${name}.tar.gz"`)
      unpack(reply.bytes, (folder) => {
        expect(readdirSync(folder)).toEqual([name])
        const read = (path: string) => readFileSync(join(folder, name, path))
        expect(read('docs/guide/start.md').toString()).toBe('hello\n')
        expect(new Uint8Array(read('logo.gif'))).toEqual(decodeBase64(binary))
        expect(statSync(join(folder, name, 'run.sh')).mode & 0o100).toBe(0o100)
        expect(readdirSync(join(folder, name)).sort()).toEqual(
          ['README.md', 'docs', 'logo.gif', 'run.sh', 'src'].sort(),
        )
      })
    })

    it.skipIf(lacks('tar'))('is of the commit that is asked for', async () => {
      const reply = await api.anonymous.get(`${site}/archive`, { sha: 'feature/login' })
      const { body: commit } = await api.as('dev').get(`${site}/commits/feature/login`)
      unpack(reply.bytes, (folder) => {
        const name = `site-feature-login-${commit.id}`
        expect(readdirSync(join(folder, name, 'src')).sort()).toEqual(['app.js', 'login.js'])
      })
    })

    it('is 404 for an unknown commit and an empty repository', async () => {
      expect((await api.anonymous.get(`${site}/archive`, { sha: 'nowhere' })).status).toBe(404)
      expect((await api.as('dev').get(`${empty}/archive`)).status).toBe(404)
    })
  })

  describe('compare', () => {
    it('gives the commits that `to` has alone and what they change since the two parted', async () => {
      const { status, body } = await api.anonymous.get(`${site}/compare`, {
        from: 'feature/login',
        to: 'master',
      })
      expect(status).toBe(200)
      expect(body.commits.map(({ title }: { title: string }) => title)).toEqual([
        'Mend a typo',
        'Call it start',
        "Merge branch 'fix/typo'",
      ])
      expect(body.commit).toEqual(body.commits[2])
      expect(body.commit).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        short_id: body.commit.id.slice(0, 11),
        title: "Merge branch 'fix/typo'",
        author_name: 'Mona Meyer',
        author_email: 'mona@acme.example',
        created_at: '2017-01-06T10:00:00.000Z',
        message: "Merge branch 'fix/typo'",
        committer_name: 'Mona Meyer',
        committer_email: 'mona@acme.example',
      })
      // src/login.js, which feature/login alone has, is no part of it.
      expect(body.diffs).toEqual([
        {
          diff: '--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n # Site\n \n-A site of ouers.\n+A site of ours.\n',
          new_path: 'README.md',
          old_path: 'README.md',
          a_mode: '100644',
          b_mode: '100644',
          new_file: false,
          renamed_file: false,
          deleted_file: false,
        },
        {
          diff: '',
          new_path: 'docs/guide/start.md',
          old_path: 'docs/guide/intro.md',
          a_mode: '100644',
          b_mode: '100644',
          new_file: false,
          renamed_file: true,
          deleted_file: false,
        },
      ])
      expect(body).toMatchObject({ compare_timeout: false, compare_same_ref: false })
    })

    it('of a revision with itself is empty', async () => {
      const { body } = await api.anonymous.get(`${site}/compare`, {
        from: 'v1.0',
        to: 'release/1.x',
      })
      expect(body).toEqual({
        commit: null,
        commits: [],
        diffs: [],
        compare_timeout: false,
        compare_same_ref: true,
      })
    })

    it('takes SHAs', async () => {
      const { body: first } = await api.as('dev').get(`${site}/commits/v0.9`)
      const { body: second } = await api.as('dev').get(`${site}/commits/v1.0`)
      const { body } = await api.anonymous.get(`${site}/compare`, {
        from: first.id,
        to: second.short_id,
      })
      expect(body.commits).toHaveLength(1)
      expect(body.diffs[0].new_path).toBe('src/app.js')
    })

    it('is 404 for an unknown revision, and names a missing one', async () => {
      const compare = (parameters: object) =>
        api.anonymous.get(`${site}/compare`, { ...parameters })
      expect((await compare({ from: 'nowhere', to: 'master' })).status).toBe(404)
      expect((await compare({ from: 'master', to: 'nowhere' })).status).toBe(404)
      const { status, body } = await compare({ from: 'master' })
      expect(status).toBe(400)
      expect(body.message).toContain('"to"')
    })
  })

  describe('contributors', () => {
    it('counts commits and lines by address, who wrote last first, merges left out', async () => {
      const { status, body } = await api.anonymous.get(`${site}/contributors`)
      expect(status).toBe(200)
      expect(body).toEqual([
        { name: 'Mona Meyer', email: 'mona@acme.example', commits: 2, additions: 8, deletions: 0 },
        { name: 'Dev Singh', email: 'dev@acme.example', commits: 2, additions: 3, deletions: 2 },
      ])
    })

    it('has none in an empty repository', async () => {
      expect((await api.as('dev').get(`${empty}/contributors`)).body).toEqual([])
    })
  })
})
