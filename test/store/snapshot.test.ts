import { describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
const names = ({ db }: Forge) => db.users.all().map(({ name }) => name)

async function call(forge: Forge, method: string, path: string, parameters?: object) {
  const response = await forge.fetch(
    new Request(`http://forge.test/api/v3${path}`, {
      method,
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      ...(parameters ? { body: JSON.stringify(parameters) } : {}),
    }),
  )
  return { status: response.status, body: await response.json() }
}
const newUser = (username: string) => ({
  username,
  name: username,
  email: `${username}@x.example`,
  password: 'correct horse',
})
const tokenOf = ({ db }: Forge, username: string) => {
  const user = db.users.one('username', username)
  return db.credentials.one('user_id', user?.id)?.token
}

describe('a forge', () => {
  it('goes back to its seed', async () => {
    const forge = await createTestForge({ seed })
    await call(forge, 'POST', '/users', newUser('ann'))
    await call(forge, 'PUT', '/users/2', { name: 'Changed' })
    await call(forge, 'DELETE', '/users/1')
    forge.reset()
    expect(names(forge)).toEqual(['root', 'jane'])
    expect((await call(forge, 'POST', '/users', newUser('kim'))).body.id).toBe(3)
  })

  it('makes the same tokens and request ids again after a reset', async () => {
    const forge = await createTestForge({ seed })
    const make = async () => {
      await call(forge, 'POST', '/users', newUser('ann'))
      return [tokenOf(forge, 'ann'), forge.requests.map(({ id }) => id)]
    }
    const first = await make()
    forge.reset()
    expect(await make()).toEqual(first)
  })

  it('goes back to a snapshot, as often as one likes', async () => {
    const forge = await createTestForge({ seed })
    await call(forge, 'POST', '/users', newUser('ann'))
    const snapshot = forge.snapshot()
    for (const name of ['one', 'two']) {
      await call(forge, 'PUT', '/users/2', { name })
      expect((await call(forge, 'POST', '/users', newUser('kim'))).body.id).toBe(4)
      expect(names(forge)).toEqual(['root', name, 'ann', 'kim'])
      forge.restore(snapshot)
      expect(names(forge)).toEqual(['root', 'jane', 'ann'])
    }
    forge.reset()
    expect(names(forge)).toEqual(['root', 'jane'])
    forge.restore(snapshot)
    expect(names(forge)).toEqual(['root', 'jane', 'ann'])
  })

  it('keeps a snapshot as it was, whatever is written afterwards', async () => {
    const forge = await createTestForge({ seed })
    const snapshot = forge.snapshot()
    const before = JSON.stringify(snapshot)
    await call(forge, 'PUT', '/users/2', { name: 'Changed' })
    await call(forge, 'POST', '/users', newUser('ann'))
    forge.db.users.clear()
    expect(JSON.stringify(snapshot)).toBe(before)
  })

  it('forks: each goes its own way from the present world', async () => {
    const forge = await createTestForge({ seed })
    await call(forge, 'POST', '/users', newUser('ann'))
    const fork = forge.fork()
    expect(names(fork)).toEqual(['root', 'jane', 'ann'])
    await call(forge, 'PUT', '/users/2', { name: 'Parent' })
    await call(fork, 'PUT', '/users/2', { name: 'Fork' })
    expect((await call(fork, 'POST', '/users', newUser('kim'))).body.id).toBe(4)
    expect((await call(forge, 'POST', '/users', newUser('lou'))).body.id).toBe(4)
    expect(names(forge)).toEqual(['root', 'Parent', 'ann', 'lou'])
    expect(names(fork)).toEqual(['root', 'Fork', 'ann', 'kim'])
    expect(fork.requests).toHaveLength(2)
    fork.reset()
    expect(names(fork)).toEqual(['root', 'jane', 'ann'])
    forge.reset()
    expect(names(forge)).toEqual(['root', 'jane'])
  })

  it('gives a fork a random source of its own: its tokens are none that are there', async () => {
    const forge = await createTestForge({ seed })
    await call(forge, 'POST', '/users', newUser('ann'))
    const fork = forge.fork()
    await call(fork, 'POST', '/users', newUser('kim'))
    const tokens = fork.db.credentials.all().map(({ token }) => token)
    expect(new Set(tokens).size).toBe(4)
  })

  it('makes the same of the same seed and number, forks included', async () => {
    const make = async () => {
      const forge = await createTestForge({ seed, randomSeed: 7 })
      const fork = forge.fork()
      await call(forge, 'POST', '/users', newUser('ann'))
      await call(fork, 'POST', '/users', newUser('ann'))
      return [tokenOf(forge, 'ann'), tokenOf(fork, 'ann')]
    }
    const [one, other] = [await make(), await make()]
    expect(one).toEqual(other)
    expect(one[0]).not.toBe(one[1])
  })

  it('finds commits by its own git objects, though another one asked about the same records', async () => {
    const project = (path: string) => ({
      path,
      repository: {
        commits: ['one', 'two'].map((file_path) => ({
          message: `Add ${file_path}`,
          author: 'jane',
          actions: [{ action: 'create' as const, file_path, content: path }],
        })),
      },
    })
    const projects = [project('jane/website'), project('jane/app')]
    const forge = await createTestForge({ seed: { ...seed, projects } })
    const fork = forge.fork()
    const { body: commit } = await call(fork, 'POST', '/projects/2/repository/commits', {
      branch_name: 'master',
      commit_message: 'In the fork alone',
      actions: [{ action: 'create', file_path: 'new', content: '' }],
    })
    const { body: tip } = await call(forge, 'GET', '/projects/1/repository/commits/master')
    const first = `/projects/1/repository/commits/${tip.parent_ids[0]}`
    expect((await call(forge, 'GET', first)).status).toBe(200)
    for (const each of [forge, fork]) {
      const { status } = await call(each, 'GET', `/projects/1/repository/commits/${commit.id}`)
      expect(status).toBe(404)
    }
  })

  it('goes on from the snapshot of an independent one, its git objects included', async () => {
    const [forge, other] = [
      await createTestForge({ seed: 'empty' }),
      await createTestForge({ seed: 'demo' }),
    ]
    const site = '/projects/1/repository'
    const made = await call(other, 'POST', `${site}/branches`, {
      branch_name: 'made',
      ref: 'master',
    })
    expect(made.status).toBe(201)
    forge.restore(other.snapshot())
    expect(forge.db.projects.all()).toEqual(other.db.projects.all())
    expect((await call(forge, 'GET', `${site}/branches/made`)).body).toEqual(made.body)
    forge.reset()
    expect(forge.db.projects.all()).toEqual([])
  })

  it('refuses what is no snapshot, and stays as it is', async () => {
    const forge = await createTestForge({ seed })
    const copy = JSON.parse(JSON.stringify(forge.snapshot()))
    for (const wrong of [copy, {}, undefined, null])
      expect(() => forge.restore(wrong)).toThrow('must be an object that snapshot() returned')
    expect(names(forge)).toEqual(['root', 'jane'])
  })

  it('shares nothing that changes with another one of the same world', async () => {
    const [forge, other] = [
      await createTestForge({ seed: 'empty' }),
      await createTestForge({ seed: 'empty' }),
    ]
    await call(forge, 'POST', '/projects', { name: 'alone' })
    const { status } = await call(forge, 'POST', '/projects/1/repository/commits', {
      branch_name: 'master',
      commit_message: 'Begin',
      actions: [{ action: 'create', file_path: 'README', content: 'Hello' }],
    })
    expect(status).toBe(201)
    expect(other.db.projects.all()).toEqual([])
    const later = await createTestForge({ seed: 'empty' })
    expect(later.db.projects.all()).toEqual([])
    expect(later.db.repositories.all()).toEqual([])
    forge.reset()
    expect(forge.db.projects.all()).toEqual([])
  })
})
