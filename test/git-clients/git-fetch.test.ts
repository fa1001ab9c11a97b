import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { lacks } from '../programs.ts'
import { createWorkshop, type ServedForge, serveForge, type Workshop } from './served-forge.ts'

/** What git's own tests ask of a server that it fetches from over HTTP (t5500, t5539, t5551, t5616, t5702 and others), told anew. */
describe.skipIf(lacks('git')).each([0, 1, 2] as const)('git fetch at protocol %i', (protocol) => {
  let workshop: Workshop
  let served: ServedForge
  let number = 0
  beforeAll(async () => {
    workshop = createWorkshop()
    served = await serveForge({
      seed: {
        ...repositoryWorld,
        projects: [
          ...(repositoryWorld.projects ?? []),
          { path: 'mona/empty', default_branch: 'trunk', visibility: 'public' },
        ],
      },
    })
  })
  afterAll(async () => {
    await served.close()
    workshop.remove()
  })

  const version = ['-c', `protocol.version=${protocol}`]
  const git = (below: string, ...words: string[]) => workshop.git(below, ...version, ...words)
  const attempt = (below: string, words: readonly string[], more?: NodeJS.ProcessEnv) =>
    workshop.try(below, [...version, ...words], more)
  async function clone(address: string, ...words: string[]): Promise<string> {
    number += 1
    await git('.', 'clone', '-q', ...words, address, `clone-${number}`)
    return `clone-${number}`
  }
  const site = () => served.address('acme/site')
  const refOf = (name: string) => served.forge.db.repositories.all()[0]?.refs.get(name)
  const api = (method: string, path: string, body?: object) =>
    served.forge.fetch(`http://forge.test/api/v4/projects/acme%2Fsite${path}`, {
      method,
      headers: { 'private-token': 'mona-token', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  it('asks for the refs once and for the pack, and for nothing that it is refused', async () => {
    const before = served.forge.requests.length
    await clone(`${site()}/`)
    const asked = served.forge.requests.slice(before).map(({ method, path, status }) => {
      return `${method} ${path.split('?')[0]} ${status}`
    })
    expect(asked[0]).toBe('GET /acme/site.git/info/refs 200')
    const posts = asked.slice(1)
    expect(posts.length).toBe(protocol === 2 ? 2 : 1)
    expect(new Set(posts)).toEqual(new Set(['POST /acme/site.git/git-upload-pack 200']))
  })

  it('is led from an address without .git', async () => {
    const folder = await clone(`${served.url}/acme/site`)
    expect((await git(folder, 'rev-parse', 'HEAD')).trim()).toBe(refOf('refs/heads/master'))
  })

  it('takes credentials from whoever is asked, where the project is private, and says when they are wrong', async () => {
    workshop.write(
      'askpass',
      '#!/bin/sh\ncase "$1" in User*) echo mona;; *) echo "$ANSWER";; esac\n',
    )
    chmodSync(join(workshop.path, 'askpass'), 0o755)
    const asking = (ANSWER: string) => ({ GIT_ASKPASS: join(workshop.path, 'askpass'), ANSWER })
    const hidden = served.address('acme/secret')
    number += 1
    const words = ['clone', '-q', hidden, `clone-${number}`]
    const wrong = await attempt('.', words, asking('wrong'))
    expect(wrong).toMatchObject({ status: 128 })
    expect(wrong.err).toContain('Authentication failed')
    const without = await attempt('.', words, { GIT_ASKPASS: '/bin/false' })
    expect(without.status).toBe(128)
    expect(await attempt('.', words, asking('mona-token'))).toMatchObject({ status: 0, err: '' })
    await git(`clone-${number}`, 'fsck', '--strict')
  })

  it('asks nobody for a password where the project is public', async () => {
    workshop.write('asked', '#!/bin/sh\ntouch "$0.yes"\n')
    const asked = join(workshop.path, 'asked')
    chmodSync(asked, 0o755)
    number += 1
    const words = ['clone', '-q', site(), `clone-${number}`]
    expect((await attempt('.', words, { GIT_ASKPASS: asked })).status).toBe(0)
    expect(existsSync(`${asked}.yes`)).toBe(false)
  })

  it('says that an empty repository is one, and names its branch as the project does at protocol 2', async () => {
    number += 1
    const { status, err } = await attempt('.', [
      'clone',
      served.address('mona/empty'),
      `clone-${number}`,
    ])
    expect({ status, err }).toMatchObject({
      status: 0,
      err: expect.stringContaining('You appear to have cloned an empty repository.'),
    })
    const head = await git(`clone-${number}`, 'symbolic-ref', 'HEAD')
    expect(head).toBe(protocol === 2 ? 'refs/heads/trunk\n' : 'refs/heads/main\n')
  })

  it('gets what came since, and forgets what has gone', async () => {
    const folder = await clone(site())
    const branch = `later-${protocol}`
    const made = await api('POST', `/repository/files/${branch}.txt`, {
      branch,
      start_branch: 'master',
      content: 'Later',
      commit_message: 'Later',
    })
    expect(made.status).toBe(201)
    await git(folder, 'pull', '-q', 'origin', branch)
    expect(readFileSync(join(workshop.path, folder, `${branch}.txt`), 'utf8')).toBe('Later')
    await api('DELETE', `/repository/branches/${branch}`)
    await git(folder, 'fetch', '-q', '--prune')
    const { status } = await attempt(folder, ['rev-parse', '--verify', '-q', `origin/${branch}`])
    expect(status).toBe(1)
  })

  it('gets a commit by its id, where a branch leads to it', async () => {
    await git('.', 'init', '-q', '--bare', `by-id-${protocol}.git`)
    const id = (await git(await clone(site()), 'rev-parse', 'HEAD~1')).trim()
    await git(`by-id-${protocol}.git`, 'fetch', '-q', '--depth=1', site(), id)
    expect(await git(`by-id-${protocol}.git`, 'rev-list', 'FETCH_HEAD')).toBe(`${id}\n`)
    const unknown = await attempt(`by-id-${protocol}.git`, ['fetch', '-q', site(), '1'.repeat(40)])
    expect(unknown.status).toBe(128)
    expect(unknown.err).toContain(`not our ref ${'1'.repeat(40)}`)
  })

  it('lists refs, some of them, and where HEAD points', async () => {
    const listed = await git('.', 'ls-remote', '--symref', site(), 'HEAD', 'refs/heads/fix/*')
    expect(listed).toContain('ref: refs/heads/master\tHEAD\n')
    expect(listed).toContain(`${refOf('refs/heads/fix/typo')}\trefs/heads/fix/typo\n`)
    expect(listed).not.toContain('feature/login')
    const missing = await attempt('.', ['ls-remote', '--exit-code', site(), 'refs/heads/none'])
    expect(missing.status).toBe(2)
  })

  it('gets files when it wants them, of a clone without blobs', async () => {
    const folder = await clone(site(), '--filter=blob:none', '--no-checkout')
    const missing = async () =>
      (await git(folder, 'rev-list', '--objects', '--all', '--missing=print'))
        .split('\n')
        .filter((line) => line.startsWith('?')).length
    expect(await missing()).toBeGreaterThan(0)
    await git(folder, 'checkout', '-q', 'master')
    expect(existsSync(join(workshop.path, folder, 'README.md'))).toBe(true)
    await git(folder, 'fsck', '--strict')
  })

  it('deepens a shallow clone until it is whole', async () => {
    const folder = await clone(site(), '--depth=1')
    const count = async () => Number(await git(folder, 'rev-list', '--count', 'HEAD'))
    expect(await count()).toBe(1)
    await git(folder, 'fetch', '-q', '--deepen=1')
    const deeper = await count()
    expect(deeper).toBeGreaterThan(1)
    await git(folder, 'fetch', '-q', '--unshallow')
    expect(await count()).toBeGreaterThan(deeper)
    expect(existsSync(join(workshop.path, folder, '.git/shallow'))).toBe(false)
    await git(folder, 'fsck', '--strict')
  })

  it('gets what is young enough, or in no history of a tag, and is told when that is nothing', async () => {
    const name = `ages-${protocol}`
    const folder = await clone(served.address('acme/site', 'mona'))
    await git(folder, 'checkout', '-q', '--orphan', name)
    for (let day = 0; day < 6; day++) {
      const date = `${1_500_000_000 + day * 86_400} +0000`
      const more = { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }
      const words = ['commit', '-q', '--allow-empty', '-m', `Day ${day}`]
      expect((await attempt(folder, words, more)).status).toBe(0)
      if (day === 2) await git(folder, 'tag', `${name}-two`)
    }
    await git(folder, 'push', '-q', 'origin', name, `${name}-two`)
    const branch = ['--single-branch', '--no-tags', '-b', name]
    const subjects = async (place: string, ref = 'HEAD') =>
      (await git(place, 'log', '--format=%s', ref)).trim().split('\n')
    const since = (day: number) => `--shallow-since=${1_500_000_000 + day * 86_400}`
    const young = await clone(site(), ...branch, since(4))
    expect(await subjects(young)).toEqual(['Day 5', 'Day 4'])
    await git(young, 'fetch', '-q', since(3), 'origin', name)
    expect(await subjects(young)).toEqual(['Day 5', 'Day 4', 'Day 3'])
    const none = await attempt(young, ['fetch', since(9), 'origin', name])
    expect(none.status).toBe(128)
    expect(none.err).toContain('no commits selected for shallow requests')
    const behind = await clone(site(), ...branch, `--shallow-exclude=${name}-two`)
    expect(await subjects(behind)).toEqual(['Day 5', 'Day 4', 'Day 3'])
    const unknown = await attempt(behind, ['fetch', '--shallow-exclude=nowhere', 'origin', name])
    expect(unknown.err).toContain('ambiguous deepen-not: nowhere')
    await git(behind, 'fsck', '--strict')
  })

  it('deepens by as many commits as it asks for, though the branch has moved on', async () => {
    const name = `deeper-${protocol}`
    const writer = await clone(served.address('acme/site', 'mona'))
    await git(writer, 'checkout', '-q', '--orphan', name)
    const more = async (...numbers: number[]) => {
      for (const each of numbers)
        await git(writer, 'commit', '-q', '--allow-empty', '-m', `${each}`)
      await git(writer, 'push', '-q', 'origin', name)
    }
    await more(1, 2, 3)
    const folder = await clone(site(), '--depth=1', '-b', name)
    await more(4)
    await git(folder, 'fetch', '-q', '--deepen=1')
    expect(await git(folder, 'log', '--format=%s', `origin/${name}`)).toBe('4\n3\n2\n')
    // What is its own, and longer than it can say at once, does not hide where its history ends.
    for (let each = 0; each < 40; each++)
      await git(folder, 'commit', '-q', '--allow-empty', '-m', `mine ${each}`)
    await git(writer, 'checkout', '-q', '-b', `${name}-other`, 'HEAD~3')
    await git(writer, 'commit', '-q', '--allow-empty', '-m', 'other')
    await git(writer, 'push', '-q', 'origin', `${name}-other`)
    await git(folder, 'fetch', '-q', 'origin', `${name}-other`)
    expect(await git(folder, 'log', '--format=%s', 'FETCH_HEAD')).toBe('other\n1\n')
    await git(folder, 'fsck', '--strict')
  })

  it('gets an annotated tag alone, with what it stands for', async () => {
    await git('.', 'init', '-q', `tagged-${protocol}`)
    const spec = 'refs/tags/v1.0:refs/tags/v1.0'
    await git(`tagged-${protocol}`, 'fetch', '-q', '--depth=1', site(), spec)
    const refs = await git(
      `tagged-${protocol}`,
      'for-each-ref',
      '--format=%(refname) %(objectname)',
    )
    expect(refs).toBe(`refs/tags/v1.0 ${refOf('refs/tags/v1.0')}\n`)
    expect(await git(`tagged-${protocol}`, 'rev-list', '--count', 'v1.0')).toBe('1\n')
  })

  it('gets what a look into the past takes, of a clone without folders, and all with another filter', async () => {
    const folder = await clone(site(), '--filter=tree:0', '-c', 'transfer.fsckObjects=true')
    const missing = async () =>
      (await git(folder, 'rev-list', '--objects', '--all', '--missing=print'))
        .split('\n')
        .filter((line) => line.startsWith('?')).length
    expect(await git(folder, 'blame', '-s', 'README.md')).toContain('# Site')
    expect(await missing()).toBeGreaterThan(0)
    await git(folder, 'fetch', '-q', '--refetch', '--filter=blob:limit=1g')
    expect(await missing()).toBe(0)
    await git(folder, 'fsck', '--strict')
  })

  it('names thousands of tags that it has, in pieces', async () => {
    const repository = served.forge.db.repositories.all()[0]
    if (!repository) throw new Error('There is no repository.')
    const id = refOf('refs/heads/master') ?? ''
    const name = (tag: number): [string, string] => [`refs/tags/${'long-'.repeat(20)}${tag}`, id]
    const tags = Array.from({ length: 2000 }, (_, tag) => name(tag))
    const { id: project, refs } = repository
    const move = (to: ReadonlyMap<string, string>) =>
      served.forge.db.repositories.update((q) => q.where({ id: project }), {
        data(record) {
          Object.assign(record, { refs: to })
        },
      })
    await move(new Map([...refs, ...tags]))
    try {
      const folder = await clone(site())
      expect((await git(folder, 'tag')).trim().split('\n').length).toBeGreaterThanOrEqual(2000)
      await git(folder, '-c', 'http.postBuffer=65536', 'fetch', '-q', '--refetch', '--tags')
    } finally {
      await move(refs)
    }
  })
})
