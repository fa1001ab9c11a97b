import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { createWorlds, type WorldsOptions } from '../../src/worlds/create-worlds.ts'
import type { World } from '../../src/worlds/worlds.ts'
import { now } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }],
  projects: [{ path: 'root/website' }],
}
const setUp = (options: WorldsOptions = {}) =>
  createWorlds({ seed, now, randomSeed: 1, validateResponses: true, ...options })

async function openIssue({ forge }: { readonly forge: Forge }, title: string): Promise<void> {
  const response = await forge.fetch(
    new Request('http://forge.test/api/v3/projects/1/issues', {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    }),
  )
  expect(response.status).toBe(201)
}

const titlesIn = ({ forge }: { readonly forge: Forge }) =>
  forge.db.issues.all().map(({ title }) => title)
const namesOf = (worlds: readonly World[]) => worlds.map(({ name }) => name)

describe('a new world', () => {
  it('has the tokens of those who are in it, as they are now', async () => {
    const worlds = await setUp()
    const { forge } = await worlds.create({ name: 'mine' })
    expect(forge.tokens).toEqual({ root: 'root-token' })
    await forge.add({ users: [{ username: 'jane' }, { username: 'gone', state: 'blocked' }] })
    expect(forge.tokens).toEqual({ root: 'root-token', jane: 'jane-token' })
    expect(forge.fork().tokens).toEqual(forge.tokens)
    expect(worlds.default.forge.tokens).toEqual({ root: 'root-token' })
    const headers = { 'private-token': forge.tokens.jane ?? '' }
    expect((await forge.fetch('http://forge.test/api/v3/user', { headers })).status).toBe(200)
  })

  it('starts where the default one started, and is independent of it', async () => {
    const worlds = await setUp()
    const [first] = worlds.list()
    if (!first) throw new Error('There is no default world.')
    await openIssue(first, 'of the default world')
    const one = await worlds.create()
    const two = await worlds.create()
    await openIssue(one, 'of one')
    expect([first, one, two].map(titlesIn)).toEqual([['of the default world'], ['of one'], []])
    expect(one.forge.requests).toHaveLength(1)
    expect(two.forge.requests).toEqual([])
  })

  it('goes on from another one, and back to that at a reset', async () => {
    const worlds = await setUp()
    const base = await worlds.create({ name: 'base' })
    await openIssue(base, 'before')
    const fork = await worlds.create({ from: 'base' })
    await openIssue(base, 'after')
    await openIssue(fork, 'of the fork')
    expect(titlesIn(fork)).toEqual(['before', 'of the fork'])
    worlds.reset(fork.name)
    expect(titlesIn(fork)).toEqual(['before'])
    worlds.reset('base')
    expect(titlesIn(base)).toEqual([])
  })

  it('starts from a seed: its own, a built-in one, one that has a name', async () => {
    const worlds = await setUp({ seeds: { team: { users: [{ username: 'jane' }] } } })
    const own = await worlds.create({ seed: { users: [{ username: 'bob' }] } })
    const demo = await worlds.create({ seed: 'demo' })
    const named = await worlds.create({ seed: 'team' })
    const usernames = ({ forge }: World) => forge.db.users.all().map(({ username }) => username)
    expect(usernames(own)).toContain('bob')
    expect(demo.forge.db.projects.all().length).toBeGreaterThan(3)
    expect(usernames(named)).toContain('jane')
    expect(worlds.seedNames).toEqual(['empty', 'demo', 'team'])
    await expect(worlds.create({ seed: { users: [{}] } as object })).rejects.toThrow(
      'The seed given to worlds.create is wrong at users[0].username',
    )
    const wrong = await setUp({ seeds: { team: { users: [{}] } as object } })
    await expect(wrong.create({ seed: 'team' })).rejects.toThrow(
      'The seed "team" is wrong at users[0].username',
    )
  })

  it('starts from a snapshot of another one, which does not notice', async () => {
    const worlds = await setUp()
    const source = await worlds.create({ name: 'source' })
    await openIssue(source, 'before')
    source.forge.snapshots.save('early')
    await openIssue(source, 'after')
    const received: unknown[] = []
    source.forge.watch((event) => received.push(event))
    const made = await worlds.create({ from: 'source', snapshot: 'early' })
    expect([made, source].map(titlesIn)).toEqual([['before'], ['before', 'after']])
    await openIssue(made, 'of its own')
    worlds.reset(made.name)
    expect(titlesIn(made)).toEqual(['before'])
    expect(received).toEqual([])
    await expect(worlds.create({ from: 'source', snapshot: 'late' })).rejects.toMatchObject({
      status: 404,
      message: 'There is no snapshot "late" of the world to start from',
    })
  })

  it('starts from a named seed that was wrong and is mended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgery-worlds-'))
    const file = join(folder, 'team.yaml')
    try {
      const worlds = await setUp({ seeds: { team: file } })
      await expect(worlds.create({ seed: 'team' })).rejects.toThrow('team.yaml')
      writeFileSync(file, 'users: [{ username: jane }]\n')
      const { forge } = await worlds.create({ seed: 'team' })
      expect(forge.db.users.all().map(({ username }) => username)).toContain('jane')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('has the options of the default one, and tokens of its own', async () => {
    const worlds = await setUp()
    const [one, two] = [await worlds.create(), await worlds.create()]
    const project = { method: 'POST', headers: { 'private-token': 'root-token' } }
    for (const { forge } of [one, two]) {
      const url = 'http://forge.test/api/v3/projects?name=shop'
      expect((await forge.fetch(new Request(url, project))).status).toBe(201)
    }
    const created = [one, two].map(({ forge }) => forge.db.projects.get(2))
    expect(created.map((record) => record?.created_at)).toEqual([now, now])
    expect(created[0]?.runners_token).not.toBe(created[1]?.runners_token)
  })
})

describe('the name of a world', () => {
  it('is given, or made of the next free number', async () => {
    const worlds = await setUp()
    await worlds.create({ name: 'w2' })
    const made = [await worlds.create(), await worlds.create()]
    expect(namesOf(made)).toEqual(['w1', 'w3'])
    expect(namesOf(worlds.list())).toEqual(['default', 'w2', 'w1', 'w3'])
    expect(worlds.get('w2')?.name).toBe('w2')
  })

  it('is one of one world, also where two are made at once', async () => {
    const worlds = await setUp()
    await expect(worlds.create({ name: 'default' })).rejects.toThrow('"default" already')
    const both = ['demo', 'empty'].map((seed) => worlds.create({ name: 'a', seed }))
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(namesOf(worlds.list())).toEqual(['default', 'a'])
  })

  it.each(['', 'a b', '../x', 'ü', '-a', 'a/b', 'x'.repeat(64)])(
    'is a word that an address can hold: not %j',
    async (name) => {
      const worlds = await setUp()
      await expect(worlds.create({ name })).rejects.toThrow('must have 1 to 63 letters')
    },
  )
})

describe('a world that is gone', () => {
  it('is not there, and says so to whoever holds it', async () => {
    const worlds = await setUp()
    const world = await worlds.create({ name: 'a' })
    worlds.remove('a')
    expect(worlds.get('a')).toBeUndefined()
    expect(world.ended.aborted).toBe(true)
    for (const act of [() => worlds.remove('a'), () => worlds.reset('a')]) {
      expect(act).toThrow('There is no world "a"')
    }
    await expect(worlds.create({ from: 'a' })).rejects.toThrow('There is no world "a"')
  })

  it('is never the default one', async () => {
    const worlds = await setUp({ maxWorlds: 1 })
    expect(() => worlds.remove('default')).toThrow('cannot be removed')
    for (const name of ['a', 'b']) await worlds.create({ name })
    expect(namesOf(worlds.list())).toEqual(['default', 'b'])
  })

  it('is not made at all where there may be none', async () => {
    const worlds = await setUp({ maxWorlds: 0 })
    const message = 'There are no worlds beside the default one: maxWorlds (--max-worlds) is 0'
    await expect(worlds.create()).rejects.toMatchObject({ status: 409, message })
    expect(namesOf(worlds.list())).toEqual(['default'])
  })

  it('is the longest unused one where there are too many', async () => {
    const worlds = await setUp({ maxWorlds: 2 })
    const first = await worlds.create({ name: 'a' })
    await worlds.create({ name: 'b' })
    worlds.reset('a')
    await worlds.create({ name: 'c' })
    expect(namesOf(worlds.list())).toEqual(['default', 'a', 'c'])
    expect(first.ended.aborted).toBe(false)
  })

  it('is one that nobody used for a time', async () => {
    const worlds = await setUp({ worldTtl: 20 })
    await worlds.create({ name: 'a' })
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(worlds.get('a')).toBeUndefined()
  })
})

it('refuses options that it does not know, and two beginnings at once', async () => {
  await expect(setUp({ maxWorld: 2 } as object)).rejects.toThrow('`maxWorlds`')
  await expect(setUp({ worldTtl: 0 })).rejects.toThrow('above 0')
  const worlds = await setUp()
  const both = worlds.create({ seed: 'demo', from: 'default' })
  await expect(both).rejects.toThrow('not from both')
})
