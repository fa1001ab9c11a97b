import { spawnSync } from 'node:child_process'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { unpackTar } from 'modern-tar'
import { describe, expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'
import { lacks } from '../../../programs.ts'
import { empty, repositoryWorld, secret, site } from '../v3/repository-world.ts'

const paths = (body: readonly { path: string }[]) => body.map(({ path }) => path)

describeV4('repositories', { seed: repositoryWorld }, (api) => {
  describe('the tree', () => {
    it('has folders before files, and totals', async () => {
      const { status, body, headers } = await api.anonymous.get(`${site}/tree`)
      expect([status, paths(body)]).toEqual([
        200,
        ['docs', 'src', 'README.md', 'logo.gif', 'run.sh'],
      ])
      expect(body[0]).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        name: 'docs',
        type: 'tree',
        path: 'docs',
        mode: '040000',
      })
      expect(headers.get('x-total')).toBe('5')
    })

    it('is that of a folder at a ref, and of all that is in it', async () => {
      const folder = await api.anonymous.get(`${site}/tree`, { path: 'docs', ref: 'v1.0' })
      expect(paths(folder.body)).toEqual(['docs/guide'])
      const all = await api.anonymous.get(`${site}/tree`, { path: 'docs', recursive: true })
      expect(paths(all.body)).toEqual(['docs/guide', 'docs/guide/start.md'])
    })

    it.each([
      [{ ref: 'none' }, '404 Tree Not Found'],
      [{ path: 'none' }, '404 invalid revision or path Not Found'],
      [{ path: 'README.md' }, '404 invalid revision or path Not Found'],
    ])('is not found for %j', async (parameters, message) => {
      const { status, body } = await api.anonymous.get(`${site}/tree`, parameters)
      expect([status, body]).toEqual([404, { message }])
    })

    it('is not found in an empty repository, nor in a hidden one', async () => {
      const { status, body } = await api.as('dev').get(`${empty}/tree`)
      expect([status, body]).toEqual([404, { message: '404 Tree Not Found' }])
      expect((await api.anonymous.get(`${secret}/tree`)).status).toBe(404)
    })

    it('is asked for by keys', async () => {
      const keys = { pagination: 'keyset', per_page: 3 }
      const first = await api.anonymous.get(`${site}/tree`, keys)
      expect(first.headers.has('x-total')).toBe(false)
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
      expect(new URL(next).searchParams.get('pagination')).toBe('keyset')
      expect(new URL(next).searchParams.get('page_token')).toBe(first.body[2].id)
      const second = await api.request(next.slice('http://forge.test'.length))
      expect(paths(second.body)).toEqual(['logo.gif', 'run.sh'])
      expect(second.headers.has('link')).toBe(false)
    })

    it('is given whole where it is recursive', async () => {
      const none = { pagination: 'none', per_page: 1 }
      const { body, headers } = await api.anonymous.get(`${site}/tree`, {
        ...none,
        recursive: true,
      })
      expect(body).toHaveLength(8)
      expect(headers.has('link')).toBe(false)
      const flat = await api.anonymous.get(`${site}/tree`, none)
      expect([flat.status, flat.body]).toEqual([
        400,
        { error: 'pagination cannot be "none" unless "recursive" is true' },
      ])
    })
  })

  it('shows a blob, and gives it raw', async () => {
    const tree = await api.anonymous.get(`${site}/tree`)
    const sha = tree.body[2].id
    const { body } = await api.anonymous.get(`${site}/blobs/${sha}`)
    const content = Buffer.from('# Site\n\nA site of ours.\n').toString('base64')
    expect(body).toEqual({ size: 24, encoding: 'base64', content, sha })
    const raw = await api.anonymous.get(`${site}/blobs/${sha}/raw`)
    expect(Buffer.from(raw.bytes).toString('base64')).toBe(content)
    expect(raw.headers.get('content-disposition')).toBe('inline')
    expect(raw.headers.get('cache-control')).toContain('no-cache')
    const none = await api.anonymous.get(`${site}/blobs/${'0'.repeat(40)}/raw`)
    expect([none.status, none.body]).toEqual([404, { message: '404 Blob Not Found' }])
  })

  describe('the archive', () => {
    const topOf = async (ref: string) => {
      const { body } = await api.anonymous.get(`${site}/commits`, { ref_name: ref, per_page: 1 })
      return body[0].id as string
    }
    const namesIn = async (bytes: Uint8Array) =>
      (await unpackTar(bytes)).map(({ header }) => header.name)

    it('is a tar.gz where nothing else is asked for, under a folder of its name', async () => {
      const { status, bytes, headers } = await api.anonymous.get(`${site}/archive`)
      const top = `site-master-${await topOf('master')}`
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${top}.tar.gz"`)
      const names = await namesIn(gunzipSync(bytes))
      expect(names).toContain(`${top}/docs/guide/start.md`)
      const again = await api.anonymous.get(`${site}/archive.tgz?sha=master`)
      expect(Buffer.from(again.bytes).equals(bytes)).toBe(true)
    })

    it('is a tar or a zip by its ending, or by a parameter', async () => {
      const tar = await api.anonymous.get(`${site}/archive.tar?sha=release/1.x`)
      const names = await namesIn(tar.bytes)
      expect(names[0]).toBe(`site-release-1.x-${await topOf('v1.0')}/`)
      const zip = await api.anonymous.get(`${site}/archive?format=zip&sha=v1.0`)
      expect(zip.headers.get('content-type')).toBe('application/zip')
      const files = unzipSync(zip.bytes)
      const top = `site-v1.0-${await topOf('v1.0')}`
      expect(Object.keys(files)).toContain(`${top}/src/`)
      expect(Buffer.from(files[`${top}/src/app.js`] ?? []).toString()).toContain('TWO')
      const again = await api.anonymous.get(`${site}/archive.zip?sha=v1.0`)
      expect(Buffer.from(again.bytes).equals(zip.bytes)).toBe(true)
    })

    it.skipIf(lacks('python3'))('is compressed by bzip2 under each of its names', async () => {
      const [whole, ...others] = await Promise.all(
        ['tar.bz2', 'tbz', 'tbz2', 'tb2', 'bz2'].map((ending) =>
          api.anonymous.get(`${site}/archive.${ending}?sha=v1.0`),
        ),
      )
      const top = `site-v1.0-${await topOf('v1.0')}`
      const named = `attachment; filename="${top}.tar.bz2"`
      expect(whole?.headers.get('content-disposition')).toBe(named)
      const program =
        'import bz2, sys; sys.stdout.buffer.write(bz2.decompress(sys.stdin.buffer.read()))'
      const { stdout } = spawnSync('python3', ['-c', program], { input: whole?.bytes })
      const { bytes: plain } = await api.anonymous.get(`${site}/archive.tar?sha=v1.0`)
      expect(stdout.equals(plain)).toBe(true)
      for (const each of others)
        expect(Buffer.from(each.bytes).equals(whole?.bytes ?? plain)).toBe(true)
    })

    it('has a folder alone, or all but some', async () => {
      const folder = await api.anonymous.get(`${site}/archive.tar?path=docs/guide`)
      const top = `site-master-${await topOf('master')}-docs-guide`
      expect(await namesIn(folder.bytes)).toEqual(
        ['', 'docs/', 'docs/guide/', 'docs/guide/start.md'].map((path) => `${top}/${path}`),
      )
      const others = await api.anonymous.get(`${site}/archive.tar?exclude_paths=docs,src/app.js`)
      const names = (await namesIn(others.bytes)).map((name) => name.replace(/^[^/]*\//, ''))
      expect(names).toEqual(['', 'README.md', 'logo.gif', 'run.sh', 'src/'])
    })

    it.each([['archive?sha=none'], ['archive.rar'], ['archive?path=none']])(
      'is not found for %s',
      async (path) => {
        const { status, body } = await api.anonymous.get(`${site}/${path}`)
        expect([status, body]).toEqual([404, { message: '404 File Not Found' }])
      },
    )
  })

  describe('compared', () => {
    const titles = (body: { commits: { title: string }[] }) =>
      body.commits.map(({ title }) => title)

    it('shows what has been done since the two parted', async () => {
      const { body } = await api.anonymous.get(`${site}/compare?from=feature/login&to=fix/typo`)
      expect(titles(body)).toEqual(['Mend a typo'])
      expect(body.commit.title).toBe('Mend a typo')
      expect(body.diffs.map(({ new_path }: { new_path: string }) => new_path)).toEqual([
        'README.md',
      ])
      expect(body.diffs[0].diff).toMatch(/^@@/)
      expect(body).toMatchObject({ compare_timeout: false, compare_same_ref: false })
      expect(body.web_url).toMatch(
        /^http:\/\/forge\.test\/acme\/site\/-\/compare\/[0-9a-f]{40}\.{3}[0-9a-f]{40}$/,
      )
    })

    it('shows what differs where it is straight', async () => {
      const { body } = await api.anonymous.get(
        `${site}/compare?from=feature/login&to=fix/typo&straight=true&unidiff=true`,
      )
      expect(body.diffs.map(({ new_path }: { new_path: string }) => new_path)).toEqual([
        'README.md',
        'src/login.js',
      ])
      expect(body.diffs[0].diff).toMatch(/^--- a\/README.md\n/)
      expect(body.web_url).toMatch(/[0-9a-f]{40}\.\.[0-9a-f]{40}$/)
    })

    it('is oldest first, and has no commit where there is none', async () => {
      const { body } = await api.anonymous.get(`${site}/compare?from=v1.0&to=master`)
      expect(titles(body).at(-1)).toBe(body.commit.title)
      const same = await api.anonymous.get(`${site}/compare?from=v1.0&to=v1.0`)
      expect(same.body).toMatchObject({ commit: null, commits: [], compare_same_ref: true })
    })

    it('refuses what is not there, and projects that are no forks', async () => {
      const none = await api.anonymous.get(`${site}/compare?from=none&to=master`)
      expect([none.status, none.body]).toEqual([404, { message: '404 Ref Not Found' }])
      const other = await api
        .as('mona')
        .get(`${site}/compare?from=master&to=master&from_project_id=2`)
      expect([other.status, other.body]).toEqual([
        400,
        { message: 'Target project id:2 is not a fork of project id:1' },
      ])
    })

    it('takes the first revision of a fork', async () => {
      api.forge.db.projects.update((query) => query.where({ id: 2 }), {
        data(project) {
          project.forked_from_project_id = 1
        },
      })
      const { status, body } = await api
        .as('mona')
        .get(`${site}/compare?from=master&to=master&from_project_id=2&straight=true`)
      expect([status, titles(body).length]).toEqual([200, 5])
      const guest = await api
        .as('gus')
        .get(`${site}/compare?from=master&to=master&from_project_id=2`)
      expect([guest.status, guest.body.message]).toEqual([
        403,
        "403 Forbidden - You don't have access to this fork's parent project",
      ])
    })
  })

  it('lists who wrote how many commits', async () => {
    const names = async (parameters: object) =>
      (await api.anonymous.get(`${site}/contributors`, { ...parameters })).body.map(
        ({ name }: { name: string }) => name,
      )
    const { body } = await api.anonymous.get(`${site}/contributors`, { ref: 'feature/login' })
    expect(body).toEqual([
      { name: 'Mona Meyer', email: 'mona@acme.example', commits: 1, additions: 0, deletions: 0 },
      { name: 'Dev Singh', email: 'dev@acme.example', commits: 2, additions: 0, deletions: 0 },
    ])
    expect(await names({ order_by: 'name' })).toEqual(['Dev Singh', 'Mona Meyer'])
    expect(await names({ order_by: 'email', sort: 'desc' })).toEqual(['Mona Meyer', 'Dev Singh'])
    expect((await api.as('dev').get(`${empty}/contributors`)).body).toEqual([])
    expect((await api.anonymous.get(`${site}/contributors?ref=none`)).status).toBe(404)
  })

  describe('the merge base', () => {
    it('is the newest common ancestor', async () => {
      const { status, body } = await api.anonymous.get(`${site}/merge_base`, {
        refs: ['feature/login', 'fix/typo'],
      })
      expect([status, body.title]).toEqual([200, 'Count further'])
      const three = await api.anonymous.get(`${site}/merge_base?refs=fix/typo,master,v0.9`)
      expect(three.body.title).toBe('Mend a typo')
    })

    it.each([
      [['master'], 400, 'Provide at least 2 refs'],
      [['master', 'none'], 400, 'Could not find ref: none'],
      [['nowhere', 'none'], 400, 'Could not find refs: nowhere, none'],
    ])('of %j is refused', async (refs, status, message) => {
      const reply = await api.anonymous.get(`${site}/merge_base`, { refs })
      expect([reply.status, reply.body]).toEqual([status, { message }])
    })
  })
})
