import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeV4 } from '../../../harness.ts'
import { lacks } from '../../../programs.ts'

const file = (file_path: string, bytes: number) => ({
  action: 'create' as const,
  file_path,
  content: 'x'.repeat(bytes),
})

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }, { username: 'bob' }],
  projects: [
    {
      path: 'jane/site',
      visibility: 'public',
      members: { bob: 'master' },
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [
              file('lib/a.rb', 400),
              file('b.html', 200),
              file('Dockerfile', 66),
              file('README.md', 900),
              file('data.json', 900),
              file('node_modules/c.js', 900),
              file('empty.py', 0),
            ],
          },
        ],
      },
    },
    { path: 'bob/fork', visibility: 'public' },
    { path: 'bob/hidden', visibility: 'private' },
  ],
}

const snapshotSeed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/site',
      repository: {
        commits: [
          {
            message: 'Begin',
            branch: 'main',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README', content: 'Hello\n' }],
          },
        ],
      },
    },
  ],
}

describeV4('projects, as they are kept', { seed }, (api) => {
  const [root, jane, bob] = [api.as('root'), api.as('jane'), api.as('bob')]

  it('tell the languages of their files, by bytes', async () => {
    const { status, body } = await api.anonymous.get('/projects/1/languages')
    expect(status).toBe(200)
    expect(body).toEqual({ Ruby: 60.06, HTML: 30.03, Dockerfile: 9.91 })
    expect(Object.keys(body)).toEqual(['Ruby', 'HTML', 'Dockerfile'])
    expect((await jane.get('/projects/2/languages')).body).toEqual({})
  })

  it('are found in lists by their languages, whatever the case', async () => {
    const found = async (with_programming_language: string) =>
      (await jane.get('/projects', { with_programming_language })).body.length
    expect([await found('ruby'), await found('Go')]).toEqual([1, 0])
  })

  it('are fetched by nobody whom anybody counts', async () => {
    const { status, body } = await jane.get('/projects/1/statistics')
    expect([status, body]).toEqual([200, { fetches: { total: 0, days: [] } }])
    expect((await api.anonymous.get('/projects/1/statistics')).status).toBe(401)
  })

  it('are tidied up, which does nothing that is seen', async () => {
    for (const path of ['/projects/1/housekeeping', '/projects/1/repository_size']) {
      const { status, body } = await bob.post(path)
      expect([status, body]).toEqual([201, null])
      expect((await api.as('jane').post(path.replace('1', '2'))).status).toBe(403)
    }
    expect((await bob.post('/projects/1/housekeeping', { task: 'all' })).body).toEqual({
      error: 'task does not have a valid value',
    })
  })

  it('lie at a path that is made of their ids', async () => {
    const hash = createHash('sha256').update('1').digest('hex')
    const { body } = await root.get('/projects/1/storage')
    expect(body).toMatchObject({
      project_id: 1,
      disk_path: `@hashed/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`,
      repository_storage: 'default',
    })
    expect((await jane.get('/projects/1/storage')).status).toBe(403)
  })

  it('become forks of others, once and in no circle', async () => {
    const made = await bob.post('/projects/2/fork/jane%2Fsite')
    expect(made.status).toBe(201)
    expect(made.body.forked_from_project).toMatchObject({ id: 1 })
    const refused = { message: 'Project already forked' }
    expect((await bob.post('/projects/2/fork/1')).body).toEqual(refused)
    const circle = await jane.post('/projects/1/fork/2')
    expect([circle.status, circle.body]).toEqual([409, refused])
    expect((await jane.post('/projects/1/fork/1')).status).toBe(409)
    expect((await bob.delete('/projects/2/fork')).status).toBe(204)
    expect((await bob.post('/projects/1/fork/2')).status).toBe(403)
    expect((await jane.post('/projects/1/fork/3')).body).toEqual({
      message: '404 Project Not Found',
    })
  })
})

describeV4('snapshots of repositories', { seed: snapshotSeed }, (api) => {
  const snapshot = '/projects/1/snapshot'

  it.skipIf(lacks('tar') || lacks('git'))('are bare repositories that git clones', async () => {
    const { status, headers, bytes } = await api.as('root').get(snapshot)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-tar'])
    const folder = mkdtempSync(join(tmpdir(), 'snapshot-'))
    try {
      execFileSync('tar', ['-x', '-C', folder], { input: bytes })
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'safe.directory=*', '-C', folder, ...args], { encoding: 'utf8' })
      expect(git('fsck', '--strict')).toBe('')
      expect(git('log', '--format=%s', 'main')).toBe('Begin\n')
      expect(git('show', 'HEAD:README')).toBe('Hello\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are for administrators; others are answered 401', async () => {
    const { status, body } = await api.as('jane').get(snapshot)
    expect([status, body]).toEqual([401, { message: '401 Unauthorized' }])
    expect((await api.as('root').get(`${snapshot}?wiki=true`)).status).toBe(200)
  })
})
