import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { lacks } from '../programs.ts'
import {
  createWorkshop,
  runProgram,
  type ServedForge,
  serveForge,
  type Workshop,
} from './served-forge.ts'

/** What git's own tests ask of a server that it pushes to over HTTP (t5516, t5541, t5543, t5549 and others), told anew. */
describe.skipIf(lacks('git'))('git push', () => {
  let workshop: Workshop
  let served: ServedForge
  let number = 0
  let clone = ''
  beforeAll(async () => {
    workshop = createWorkshop()
    served = await serveForge({
      seed: {
        ...repositoryWorld,
        projects: [...(repositoryWorld.projects ?? []), { path: 'mona/blank' }],
      },
    })
  })
  afterAll(async () => {
    await served.close()
    workshop.remove()
  })
  beforeEach(async () => {
    served.forge.reset()
    number += 1
    clone = `clone-${number}`
    await workshop.git('.', 'clone', '-q', site(), clone)
  })

  const site = () => served.address('acme/site', 'mona')
  const git = (...words: string[]) => workshop.git(clone, ...words)
  const attempt = (...words: string[]) => workshop.try(clone, words)
  const refs = (project = 0) => served.forge.db.repositories.all()[project]?.refs ?? new Map()
  async function commit(file: string, content = file): Promise<string> {
    workshop.write(`${clone}/${file}`, content)
    await git('add', '-A')
    await git('commit', '-q', '-m', file)
    return (await git('rev-parse', 'HEAD')).trim()
  }

  it('moves a branch, and has nothing to do the second time', async () => {
    const id = await commit('new')
    const { err } = await attempt('push', '-v', 'origin', 'master')
    expect(err).toMatch(/POST git-receive-pack \(\d+ bytes\)/)
    expect(refs().get('refs/heads/master')).toBe(id)
    expect((await attempt('push', 'origin', 'master')).err).toBe('Everything up-to-date\n')
  })

  it('makes a branch and deletes it', async () => {
    const id = await commit('new')
    await git('push', '-q', 'origin', 'HEAD:dev')
    expect(refs().get('refs/heads/dev')).toBe(id)
    await git('push', '-q', 'origin', ':dev')
    expect(refs().has('refs/heads/dev')).toBe(false)
    const again = await attempt('push', 'origin', ':dev')
    expect(again.err).toContain('remote ref does not exist')
  })

  it('is not let to forget commits but by force, and tells which refs it was about', async () => {
    const before = refs().get('refs/heads/master')
    await git('push', '-q', 'origin', 'master:niam')
    await git('commit', '-q', '--amend', '-m', 'Amended')
    const { status, err } = await attempt('push', '-v', 'origin', '+master', 'master:niam')
    expect(status).toBe(1)
    expect(err).toMatch(/^ \+ [0-9a-f]*\.\.\.[0-9a-f]* *master -> master \(forced update\)$/m)
    expect(err).toMatch(/^ ! \[rejected\] *master -> niam \(non-fast-forward\)$/m)
    expect(refs().get('refs/heads/niam')).toBe(before)
    expect(refs().get('refs/heads/master')).toBe((await git('rev-parse', 'HEAD')).trim())
  })

  it('goes in chunks where its buffer is small, after it was let in with a probe', async () => {
    const id = await commit('large', randomBytes(3_000_000).toString('base64'))
    const { status, err } = await attempt(
      '-c',
      'http.postBuffer=65536',
      'push',
      '-v',
      'origin',
      'master',
    )
    expect({ status, err }).toMatchObject({
      status: 0,
      err: expect.stringContaining('POST git-receive-pack (chunked)'),
    })
    expect(refs().get('refs/heads/master')).toBe(id)
  })

  it('does all or nothing with --atomic', async () => {
    const before = new Map(refs())
    await git('branch', 'other')
    await git('reset', '-q', '--hard', 'HEAD~1')
    const { status, err } = await attempt('push', '--atomic', 'origin', 'master', 'other')
    expect(status).toBe(1)
    expect(err).toMatch(/^ ! \[rejected\] *master -> master \(non-fast-forward\)$/m)
    expect(err).toMatch(/^ ! \[rejected\] *other -> other \(atomic push failed\)$/m)
    expect(refs()).toEqual(before)
  })

  it('does nothing with --atomic where the server cannot do one of all, and says so of each', async () => {
    await git('push', '-q', 'origin', 'HEAD:refs/heads/other/conflict')
    const before = new Map(refs())
    const pushed = ['HEAD:refs/heads/atomic', 'HEAD:refs/heads/other']
    const { status, err } = await attempt('push', '--atomic', 'origin', ...pushed)
    expect(status).toBe(1)
    expect(err).toMatch(/^ ! \[remote rejected\] *HEAD -> other \(atomic transaction failed\)$/m)
    expect(err).toMatch(/^ ! \[remote rejected\] *HEAD -> atomic \(atomic transaction failed\)$/m)
    expect(refs()).toEqual(before)
    await git('push', '-q', 'origin', ':refs/heads/other/conflict', 'HEAD:refs/heads/other')
    expect(refs().has('refs/heads/other')).toBe(true)
  })

  it('is refused a branch at what is no commit', async () => {
    await git('tag', '-a', '-m', 'A tag', 'marked')
    for (const object of ['HEAD^{tree}', 'HEAD:README.md', 'marked']) {
      const id = (await git('rev-parse', object)).trim()
      const { status, err } = await attempt('push', 'origin', `${id}:refs/heads/odd`)
      expect(status).toBe(1)
      expect(err).toContain('[remote rejected]')
    }
    expect(refs().has('refs/heads/odd')).toBe(false)
  })

  it('asks beforehand what the server has, where it is told to', async () => {
    const id = await commit('negotiated')
    const negotiated = ['-c', 'protocol.version=2', '-c', 'push.negotiate=true']
    const { err } = await attempt(...negotiated, 'push', 'origin', 'HEAD:negotiated')
    expect(err).not.toContain('warning')
    expect(refs().get('refs/heads/negotiated')).toBe(id)
  })

  it('asks for a password where a public project was cloned without', async () => {
    workshop.write(
      'askpass',
      '#!/bin/sh\ncase "$1" in User*) echo mona;; *) echo mona-token;; esac\n',
    )
    chmodSync(join(workshop.path, 'askpass'), 0o755)
    const asking = { GIT_ASKPASS: join(workshop.path, 'askpass') }
    const id = await commit('asked')
    const words = ['push', '-q', served.address('acme/site'), 'HEAD:asked']
    expect((await workshop.try(clone, words, { GIT_ASKPASS: '/bin/false' })).status).toBe(128)
    expect((await workshop.try(clone, words, asking)).status).toBe(0)
    expect(refs().get('refs/heads/asked')).toBe(id)
  })

  it.each(['--all', '--mirror'])('fills an empty repository with %s', async (how) => {
    await git('remote', 'add', 'empty', served.address('mona/blank', 'mona'))
    for (const branch of ['feature/login', 'fix/typo'])
      await git('branch', branch, `origin/${branch}`)
    await git('update-ref', '--no-deref', '-d', 'refs/remotes/origin/HEAD')
    for (const name of (await git('for-each-ref', '--format=%(refname)', 'refs/remotes'))
      .trim()
      .split('\n')) {
      await git('update-ref', '-d', name)
    }
    const { status, err } = await attempt('push', how, 'empty')
    expect({ status, err }).toMatchObject({ status: 0 })
    const ids = (project: number) =>
      [...refs(project)]
        .filter(([name]) => /^refs\/heads\/(master|feature\/login|fix\/typo)$/.test(name))
        .sort()
    const empty = served.forge.db.repositories.all().findIndex((one) => one.id === emptyId())
    expect(ids(empty)).toEqual(ids(0))
    expect(ids(empty)).toHaveLength(3)
  })
  const emptyId = () => served.forge.db.projects.all().find(({ path }) => path === 'blank')?.id

  it('brings nine hundred tags at once', async () => {
    const id = (await git('rev-parse', 'HEAD')).trim()
    const names = Array.from({ length: 900 }, (_, tag) => `really-long-tag-name-${tag}`)
    const lines = names.map((name) => `create refs/tags/${name} ${id}\n`).join('')
    await runProgram('git', ['update-ref', '--stdin'], `${workshop.path}/${clone}`, {}, lines)
    await git('push', '-q', 'origin', '--tags')
    expect([...refs().keys()].filter((name) => name.startsWith('refs/tags/really'))).toHaveLength(
      900,
    )
  })
  it('comes from a shallow clone', async () => {
    await workshop.git('.', 'clone', '-q', '--depth=1', site(), `shallow-${number}`)
    clone = `shallow-${number}`
    const id = await commit('from shallow')
    await git('push', '-q', 'origin', 'HEAD:shallow')
    expect(refs().get('refs/heads/shallow')).toBe(id)
  })

  it('takes a name that is not ASCII, with a lease', async () => {
    await git('checkout', '-q', '-b', 'rama-de-árbol')
    await git('push', '-q', '--force-with-lease', 'origin', 'rama-de-árbol')
    await git('commit', '-q', '--amend', '-m', 'Otra')
    await git('push', '-q', '--force-with-lease', 'origin', 'rama-de-árbol')
    expect(refs().get('refs/heads/rama-de-árbol')).toBe((await git('rev-parse', 'HEAD')).trim())
    const stale = await attempt(
      'push',
      '--force-with-lease=rama-de-árbol:HEAD~1',
      'origin',
      'HEAD~1:rama-de-árbol',
    )
    expect(stale.err).toContain('(stale info)')
  })

  it('shows what the server says, and no password', async () => {
    const before = refs().get('refs/heads/master')
    await commit('refused')
    await served.forge.fetch('http://forge.test/api/v4/projects/acme%2Fsite/protected_branches', {
      method: 'POST',
      headers: { 'private-token': 'mona-token', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'master', push_access_level: 0 }),
    })
    const { status, out, err } = await attempt('push', '--porcelain', 'origin', 'master')
    expect(status).toBe(1)
    expect(out).toMatch(
      /^!\trefs\/heads\/master:refs\/heads\/master\t\[remote rejected\] \(pre-receive hook declined\)$/m,
    )
    expect(err).toMatch(
      /^remote: GitLab: You are not allowed to push code to protected branches on this project\. *$/m,
    )
    expect(out + err).not.toContain('mona-token')
    expect(refs().get('refs/heads/master')).toBe(before)
  })

  it('is told that pushes cannot be signed', async () => {
    const { status, err } = await attempt('push', '--signed', 'origin', 'HEAD:signed')
    expect(status).not.toBe(0)
    expect(err).toContain('the receiving end does not support --signed push')
  })

  it('loses where another one was first', async () => {
    await workshop.git('.', 'clone', '-q', site(), `rival-${number}`)
    const id = await commit('mine')
    await git('push', '-q', 'origin', 'HEAD:race')
    clone = `rival-${number}`
    await commit('theirs')
    const { err } = await attempt('push', 'origin', 'HEAD:race')
    expect(err).toMatch(/^ ! \[rejected\] *HEAD -> race \(fetch first\)$/m)
    expect(refs().get('refs/heads/race')).toBe(id)
  })
})
