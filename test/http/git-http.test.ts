import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { decodeBase64 } from '../../src/shared/base64.ts'
import { environment } from '../git/git-program.ts'
import { binary, repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { createTestForge } from '../harness.ts'
import { lacks } from '../programs.ts'

const run = promisify(execFile)

describe('git over HTTP', () => {
  let folder = ''
  let forge: Forge
  let listening: Listening
  let clones = 0
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgery-clone-'))
    forge = await createTestForge({ seed: repositoryWorld })
    listening = await listen(forge, { port: 0 })
  })
  afterAll(async () => {
    await listening.close()
    rmSync(folder, { recursive: true })
  })

  async function git(...command: string[]): Promise<string> {
    const options = { cwd: folder, env: environment(folder) }
    return (await run('git', command, options)).stdout
  }

  /** Clones a project into a new folder and gives its path. */
  async function clone(project: string, userInfo = ''): Promise<string> {
    clones += 1
    const target = join(folder, `clone-${clones}`)
    await git('clone', '-q', `${addressOf(project, userInfo)}`, target)
    return target
  }

  const addressOf = (project: string, userInfo = '') =>
    `${listening.url.replace('://', `://${userInfo}`)}/${project}.git`

  const fetchFile = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.url}/${path}`, { headers })

  it.skipIf(lacks('git'))(
    'clones a public project without credentials, work tree and all',
    async () => {
      const path = await clone('acme/site')
      const read = (file: string) => readFileSync(join(path, file))
      expect(readdirSync(path).sort()).toEqual(
        ['.git', 'README.md', 'docs', 'logo.gif', 'run.sh', 'src'].sort(),
      )
      expect(read('README.md').toString()).toBe('# Site\n\nA site of ours.\n')
      expect(read('docs/guide/start.md').toString()).toBe('hello\n')
      expect(new Uint8Array(read('logo.gif'))).toEqual(decodeBase64(binary))
      expect(statSync(join(path, 'run.sh')).mode & 0o100).toBe(0o100)
      expect(await git('-C', path, 'status', '--porcelain')).toBe('')
      expect(await git('-C', path, 'fsck', '--strict', '--full')).toBe('')
    },
  )

  it.skipIf(lacks('git'))('brings all branches and tags', async () => {
    const path = await clone('acme/site')
    const branches = await git('-C', path, 'branch', '-r', '--format=%(refname:short)')
    for (const name of ['feature/login', 'fix/typo', 'master', 'release/1.x']) {
      expect(branches.split('\n')).toContain(`origin/${name}`)
    }
    expect(await git('-C', path, 'tag', '-l', '-n1')).toMatch(/v0\.9.*\nv1\.0 +Version one\n/)
    await git('-C', path, 'checkout', '-q', 'feature/login')
    expect(readFileSync(join(path, 'src/login.js'), 'utf8')).toBe('login()\n')
    await git('-C', path, 'checkout', '-q', 'v0.9')
    expect(readFileSync(join(path, 'src/app.js'), 'utf8')).toBe('one\ntwo\nthree\n')
  })

  it.skipIf(lacks('git'))('has the ids that the API answers', async () => {
    const path = await clone('acme/site')
    const refs = forge.db.repositories.get(1)?.refs
    const head = (await git('-C', path, 'rev-parse', 'HEAD')).trim()
    expect(head).toBe(refs?.get('refs/heads/master'))
    const tag = (await git('-C', path, 'rev-parse', 'refs/tags/v1.0')).trim()
    expect(tag).toBe(refs?.get('refs/tags/v1.0'))
  })

  it.skipIf(lacks('git'))('fetches what was committed through the API since', async () => {
    const path = await clone('acme/site')
    const response = await fetch(`${listening.url}/api/v3/projects/1/repository/files`, {
      method: 'POST',
      headers: { 'private-token': 'dev-token', 'content-type': 'application/json' },
      body: JSON.stringify({
        file_path: 'later.txt',
        branch_name: 'master',
        content: 'later\n',
        commit_message: 'Later',
      }),
    })
    expect(response.status).toBe(201)
    await git('-C', path, 'pull', '-q')
    expect(readFileSync(join(path, 'later.txt'), 'utf8')).toBe('later\n')
  })

  it.skipIf(lacks('git'))('clones an empty project', async () => {
    const path = await clone('acme/empty', 'mona:mona-token@')
    expect(readdirSync(path)).toEqual(['.git'])
  })

  it.skipIf(lacks('git'))('clones a private project with a token as the password', async () => {
    const path = await clone('acme/secret', 'anything:rita-token@')
    expect(readFileSync(join(path, 'secret.txt'), 'utf8')).toBe('xyzzy\n')
  })

  it.skipIf(lacks('git')).each([
    ['no token', ''],
    ['a wrong token', 'mona:wrong@'],
    ['the token of a guest', 'gus:gus-token@'],
    ['the token of a stranger', 'olga:olga-token@'],
  ])('does not clone a private project with %s', async (_, userInfo) => {
    await expect(clone('acme/secret', userInfo)).rejects.toThrow()
  })

  it.skipIf(lacks('git'))('clones by an address without .git, as GitLab 8.15 did', async () => {
    const address = (userInfo: string, project: string) =>
      addressOf(project, userInfo).slice(0, -'.git'.length)
    await git('clone', '-q', address('', 'acme/site'), 'bare-address')
    expect(readdirSync(join(folder, 'bare-address'))).toContain('README.md')
    await git('clone', '-q', address('anything:rita-token@', 'acme/secret'), 'bare-secret')
    expect(readdirSync(join(folder, 'bare-secret'))).toContain('secret.txt')
    await expect(git('clone', '-q', address('', 'acme/nowhere'), 'nowhere')).rejects.toThrow()
  })

  const redirect = async (path: string) => {
    const { status, headers } = await fetch(`${listening.url}${path}`, { redirect: 'manual' })
    return { status, location: headers.get('location') }
  }

  it.each(['', '?service=git-upload-pack', '?service=git-receive-pack'])(
    'leads from the address without .git to the one with it: info/refs%s',
    async (query) => {
      for (const name of ['acme/site', 'acme/nowhere', 'w/default/acme/site']) {
        expect(await redirect(`/${name}/info/refs${query}`)).toEqual({
          status: 301,
          location: `${listening.url}/${name}.git/info/refs${query}`,
        })
      }
    },
  )

  it.each([
    '/acme/site/info/refs?service=git-upload-archive',
    '/acme/site/info/refs?service=git-upload-pack&private_token=x',
    '/acme/site/HEAD',
    '/acme/site/objects/info/packs',
    '/api/v3/info/refs',
    '/acme/info/refs',
  ])('leads nowhere else from %s', async (path) => {
    expect(await redirect(path)).toEqual({ status: 404, location: null })
  })

  it.skipIf(lacks('git'))('makes shallow clones', async () => {
    await git('clone', '-q', '--depth', '1', addressOf('acme/site'), 'shallow')
    expect(await git('-C', 'shallow', 'rev-list', '--count', 'HEAD')).toBe('1\n')
  })

  it('asks for credentials where it cannot say whether there is anything', async () => {
    for (const project of ['acme/secret', 'acme/nowhere']) {
      const response = await fetchFile(`${project}.git/info/refs`)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    }
  })

  const basic = (token: string) => ({ authorization: `Basic ${btoa(`name:${token}`)}` })

  it('says 404 of a hidden project to strangers, and 403 to guests', async () => {
    const statusFor = async (token: string, project: string) =>
      (await fetchFile(`${project}.git/info/refs?service=git-upload-pack`, basic(token))).status
    expect(await statusFor('olga-token', 'acme/secret')).toBe(404)
    expect(await statusFor('mona-token', 'acme/nowhere')).toBe(404)
    expect(await statusFor('gus-token', 'acme/secret')).toBe(403)
    expect(await statusFor('wrong', 'acme/site')).toBe(401)
    expect(await statusFor('olga-token', 'acme/inner')).toBe(200)
  })

  it.skipIf(lacks('git'))('gives no object of another repository', async () => {
    const secret = forge.db.repositories.get(2)?.refs.get('refs/heads/master') ?? ''
    const fetchIt = (project: string) =>
      git('-C', 'fetcher', 'fetch', '-q', addressOf(project, 'mona:mona-token@'), secret)
    await git('init', '-q', 'fetcher')
    await fetchIt('acme/secret')
    expect(await git('-C', 'fetcher', 'cat-file', '-t', secret)).toBe('commit\n')
    await git('init', '-q', 'another')
    const refused = git('-C', 'another', 'fetch', addressOf('acme/site'), secret)
    await expect(refused).rejects.toThrow(`not our ref ${secret}`)
  })

  it.each([
    'config',
    '../HEAD',
    'HEAD',
    'objects/info/alternates',
    'objects/info/packs',
    `objects/00/${'0'.repeat(38)}`,
    'info/lfs/objects/batch',
    'git-upload-pack',
  ])('has no %s', async (file) => {
    expect((await fetchFile(`acme/site.git/${file}`)).status).toBe(404)
  })
})
