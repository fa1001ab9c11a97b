import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/listen.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { scratchFolder } from '../git/git-program.ts'
import { gitIn, runGit } from '../git/protocol/git-server.ts'
import { createTestForge } from '../harness.ts'
import { lacks } from '../programs.ts'

const write = (path: string, content = path) => ({
  action: 'create' as const,
  file_path: path,
  content,
})

/** A project with a fork of it, from which a merge request comes, and one without commits. */
const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [write('.gitlab-ci.yml', 'a: { script: b }')],
          },
        ],
      },
    },
    {
      path: 'bob/site',
      visibility: 'public',
      forked_from: 'jane/site',
      repository: {
        commits: [{ message: 'Go on', author: 'bob', branch: 'more', actions: [write('more')] }],
      },
    },
    { path: 'jane/empty', visibility: 'public' },
  ],
  merge_requests: [
    {
      project: 'jane/site',
      source_project: 'bob/site',
      source_branch: 'more',
      target_branch: 'master',
      title: 'More',
      author: 'bob',
    },
  ],
  pipelines: [
    { project: 'jane/site', by: 'jane', builds: [{ name: 'runs', status: 'running' }] },
    { project: 'jane/site', by: 'jane', builds: [{ name: 'ran', status: 'success' }] },
  ],
}

describe.skipIf(lacks('git')).each([0, 2])('git, by version %i, from a server', (version) => {
  const folder = scratchFolder()
  let forge: Forge
  let listening: Listening
  let count = 0
  beforeAll(async () => {
    forge = await createTestForge({ seed })
    listening = await listen(forge, { port: 0 })
  })
  afterAll(async () => {
    await listening.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => forge.reset())
  const git = (...words: string[]) => gitIn(folder, version, ...words)
  const urlOf = (project: string) => `${listening.url}/${project}.git`
  const clone = async (project: string, ...options: string[]) => {
    const path = `${folder}/${count++}`
    await git('clone', '-q', ...options, urlOf(project), path)
    return path
  }
  const refsOf = (id: number) => forge.db.repositories.get(id)?.refs ?? new Map<string, string>()

  it('fetches the head of a merge request of a fork, and the commit of a pipeline that runs', async () => {
    const path = await clone('jane/site')
    const head = refsOf(2).get('refs/heads/more')
    await git('-C', path, 'fetch', '-q', 'origin', 'refs/merge-requests/1/head:mr')
    expect(await git('-C', path, 'rev-parse', 'mr')).toBe(`${head}\n`)
    await git('-C', path, 'fsck', '--full')
    const listed = await git('ls-remote', urlOf('jane/site'), 'refs/pipelines/*')
    expect(listed).toBe(`${refsOf(1).get('refs/heads/master')}\trefs/pipelines/1\n`)
    await git('-C', path, 'fetch', '-q', '--depth=1', 'origin', `${head}`)
  })

  it('clones the branch that HEAD is at, and another one once the default branch is that', async () => {
    await clone('bob/site')
    expect(await git('-C', `${folder}/${count - 1}`, 'branch', '--show-current')).toBe('master\n')
    await forge.db.projects.update((query) => query.where({ id: 2 }), {
      data(project) {
        project.default_branch = 'more'
      },
    })
    const path = await clone('bob/site')
    expect(await git('-C', path, 'branch', '--show-current')).toBe('more\n')
  })

  it('clones a project without commits', async () => {
    const path = await clone('jane/empty')
    const branch = await git('-C', path, 'branch', '--show-current')
    // The older protocol does not say where HEAD of nothing is to be.
    expect(branch).toBe(version === 2 ? 'master\n' : 'x\n')
    expect(await git('ls-remote', urlOf('jane/empty'))).toBe('')
  })

  it('is shown where a project has gone', async () => {
    const response = await forge.fetch('http://forge.test/api/v4/projects/1', {
      method: 'PUT',
      headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
      body: '{"path":"page"}',
    })
    expect(response.status).toBe(200)
    const shown = await git('ls-remote', urlOf('jane/site'), 'HEAD')
    expect(shown).toMatch(/^[0-9a-f]{40}\tHEAD\n$/)
    const path = `${folder}/${count++}`
    const words = ['clone', '--progress', urlOf('jane/site'), path]
    const { stderr } = await runGit(folder, version, words)
    expect(stderr).toContain("remote: Project 'jane/site' was moved to 'jane/page'.")
    expect(stderr).toContain(`git remote set-url origin ${urlOf('jane/page')}`)
  })

  it('has 3,000 refs', async () => {
    const [id = ''] = refsOf(1).values()
    const refs = new Map(Array.from({ length: 3000 }, (_, at) => [`refs/heads/b${at}`, id]))
    await forge.db.repositories.update((query) => query.where({ id: 1 }), {
      data(repository) {
        repository.refs = new Map([...repository.refs, ...refs])
      },
    })
    const path = await clone('jane/site', '--mirror')
    const names = await git('-C', path, 'for-each-ref', '--format=%(refname)', 'refs/heads')
    expect(names.trim().split('\n')).toHaveLength(3001)
  })

  it('fails where a fault strikes: a status, a connection, so many bytes; and succeeds after it', async () => {
    const { faults } = forge
    const path = '/jane/site.git/git-upload-pack'
    faults.add({ path: '/jane/site.git/info/refs', status: 503, times: 1 })
    await expect(clone('jane/site')).rejects.toThrow('503')
    // Not once: a connection that was used before is tried again.
    faults.add({ path, connection: 'drop' })
    await expect(clone('jane/site')).rejects.toThrow()
    faults.clear()
    faults.add({ path, body: 'truncate', afterBytes: 150 })
    await expect(clone('jane/site')).rejects.toThrow()
    faults.clear()
    faults.add({ path, delay: 20 })
    const whole = await clone('jane/site')
    await git('-C', whole, 'fsck', '--full')
    expect(forge.requests.at(-1)).toMatchObject({ method: 'POST', status: 200, fault: 4 })
  })
})
