import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import type { ForgeOptions } from '../../../src/forge/options.ts'
import { getObject } from '../../../src/git/objects/database.ts'
import { type EntryMode, makeCommit, makeTree } from '../../../src/git/objects/objects.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { encodeBase64 } from '../../../src/shared/base64.ts'
import { createStore, storeFrom } from '../../../src/store/store.ts'
import { createByteWriter, readBytes, writeBytes } from '../../../src/worlds/saved/byte-ranges.ts'
import { sealWorld, unsealWorld } from '../../../src/worlds/saved/envelope.ts'
import { allObjects } from '../../../src/worlds/saved/git-objects.ts'
import { readWorld } from '../../../src/worlds/saved/world-file.ts'
import { processorTime } from '../../growth.ts'
import { createTestForge } from '../../harness.ts'
import { worldAnswers } from '../../seed/world-answers.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
const binary = { encoding: 'base64', content: encodeBase64(bytes) } as const
const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/site',
      repository: {
        commits: [
          {
            message: 'First',
            author: 'jane',
            actions: [
              { action: 'create', file_path: 'a.txt', content: 'a\n' },
              { action: 'create', file_path: 'a.bin', ...binary },
            ],
          },
        ],
      },
    },
  ],
}

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

const addUser = (forge: Forge, username: string) =>
  call(forge, 'POST', '/users', {
    username,
    name: username,
    email: `${username}@x.example`,
    password: 'correct horse',
  })
const tokenOf = ({ db }: Forge, username: string) =>
  db.credentials.one('user_id', db.users.one('username', username)?.id)?.token
const recordsOf = (forge: Forge) =>
  Object.entries(forge.snapshot()).map(([name, { nextId, records }]) => [name, nextId, records])

describe('a saved world', () => {
  it('answers as the one that was saved, the demo world whole', async () => {
    const forge = await createTestForge({ seed: 'demo', validateResponses: false })
    const again = await createTestForge({
      from: await forge.toBytes(),
      validateResponses: false,
    })
    expect(recordsOf(again)).toEqual(recordsOf(forge))
    expect(await worldAnswers(again)).toEqual(await worldAnswers(forge))
  })

  it('opens after a suite deleted records that others name', async () => {
    const forge = await createTestForge({ seed: 'demo' })
    const { users, issues, milestones, notes } = forge.db
    users.delete((query) => query.where({ username: 'marta' }))
    issues.delete((query) => query.where({ id: 1 }))
    milestones.delete((query) => query.where({ id: 1 }))
    expect(notes.all().filter((note) => note.author_id === 2)).not.toEqual([])
    const { db } = await createTestForge({ from: await forge.toBytes() })
    expect([db.users.all(), db.issues.all()]).toEqual([users.all(), issues.all()])
    expect([db.milestones.all(), db.notes.all()]).toEqual([milestones.all(), notes.all()])
  })

  it('has every git object, those that no branch leads to as well', async () => {
    const forge = await createTestForge({ seed })
    const commit = async (content: string, branch_name = 'master') =>
      call(forge, 'POST', '/projects/1/repository/commits', {
        branch_name,
        commit_message: 'Change',
        actions: [{ action: 'update', file_path: 'a.txt', content }],
      })
    await call(forge, 'POST', '/projects/1/repository/branches', {
      branch_name: 'gone',
      ref: 'master',
    })
    const { body } = await commit('b\n', 'gone')
    await call(forge, 'DELETE', '/projects/1/repository/branches/gone')
    await call(forge, 'POST', '/projects/1/repository/tags', {
      tag_name: 'v1',
      ref: 'master',
      message: 'One\n\nü',
    })
    const again = await createTestForge({ from: await forge.toBytes() })
    const path = `/projects/1/repository/commits/${body.id.slice(0, 8)}`
    expect(await call(again, 'GET', path)).toEqual(await call(forge, 'GET', path))
    const store = createStore()
    store.restore(again.snapshot())
    const tag = again.db.repositories.get(1)?.refs.get('refs/tags/v1') ?? ''
    expect(getObject(store.objects, tag)).toMatchObject({ type: 'tag', message: 'One\n\nü' })
  })

  it('has artifacts and files that are no text', async () => {
    const forge = await createTestForge({ seed })
    const sha = forge.db.repositories.get(1)?.refs.get('refs/heads/master') ?? ''
    const ran = { project_id: 1, ref: 'master', sha, created_at: '2017-01-15T12:00:00.000Z' }
    const { id: pipeline_id } = forge.db.pipelines.insert(ran)
    const artifacts = { filename: 'a.zip', bytes }
    const build = forge.db.builds.insert({ ...ran, pipeline_id, name: 'test', artifacts })
    const again = await createTestForge({ from: await forge.toBytes() })
    expect(again.db.builds.all()).toEqual([build])
    const file = await call(again, 'GET', '/projects/1/repository/files?file_path=a.bin&ref=master')
    expect(file.body.content).toBe(binary.content)
  })

  it('goes on as it would have: the same ids, tokens and request ids', async () => {
    const forge = await createTestForge({ seed })
    await addUser(forge, 'ann')
    const again = await createForge({ from: await forge.toBytes(), log: () => {} })
    for (const one of [forge, again]) await addUser(one, 'bob')
    expect(again.db.users.one('username', 'bob')).toEqual(forge.db.users.one('username', 'bob'))
    expect(tokenOf(again, 'bob')).toBe(tokenOf(forge, 'bob'))
    expect(again.requests.at(-1)?.id).toBe(forge.requests.at(-1)?.id)
    const next = () => ({ username: 'kim', name: 'Kim', email: 'kim@x.example' })
    expect(again.fork().db.users.insert(next()).id).toBe(forge.fork().db.users.insert(next()).id)
  })

  it('does not give an id a second time that was deleted', async () => {
    const forge = await createTestForge({ seed })
    const { body } = await addUser(forge, 'ann')
    await call(forge, 'DELETE', `/users/${body.id}`)
    const again = await createTestForge({ from: await forge.toBytes() })
    expect((await addUser(again, 'bob')).body.id).toBe(body.id + 1)
  })

  it('is the one of the moment at which it was asked for', async () => {
    const forge = await createTestForge({ seed })
    const saving = forge.toBytes()
    await addUser(forge, 'ann')
    const again = await createTestForge({ from: await saving })
    expect(again.db.users.one('username', 'ann')).toBeUndefined()
  })

  it('shares nothing with the forge that it was read by', async () => {
    const bytes = await (await createTestForge({ seed })).toBytes()
    const [one, other] = [
      await createTestForge({ from: bytes }),
      await createTestForge({ from: bytes }),
    ]
    await addUser(one, 'ann')
    expect(other.db.users.one('username', 'ann')).toBeUndefined()
    expect(() => Object.assign(one.db.users.get(1) ?? {}, { name: 'x' })).toThrow(TypeError)
  })

  it('is small, and read sooner than its seed is loaded, the demo world', async () => {
    const bytes = await (await createForge({ seed: 'demo' })).toBytes()
    expect(bytes.length).toBeLessThan(100_000)
    const timeOf = async (options: ForgeOptions) => {
      const started = processorTime()
      await createForge(options)
      return processorTime() - started
    }
    const differences: number[] = []
    for (let round = 0; round < 3; round++) {
      const read = await timeOf({ from: bytes })
      differences.push((await timeOf({ seed: 'fixtures/demo' })) - read)
    }
    expect(differences.toSorted((one, other) => one - other)[1]).toBeGreaterThan(0)
  })
})

describe('the clock of a saved world', () => {
  const timeOf = async (forge: Forge, options: object = {}) =>
    (await createForge({ from: await forge.toBytes(), ...options })).clock.now()

  it('stands where it stood', async () => {
    const forge = await createTestForge({ seed })
    forge.clock.advance('1d')
    expect(await timeOf(forge)).toBe('2017-01-16T12:00:00.000Z')
  })

  it('runs, as far ahead of the computer’s as it was', async () => {
    const forge = await createForge({ seed })
    expect(Math.abs(Date.parse(await timeOf(forge)) - Date.now())).toBeLessThan(60_000)
    forge.clock.advance('10d')
    const ahead = Date.parse(await timeOf(forge)) - Date.now()
    expect(Math.abs(ahead - 10 * 86_400_000)).toBeLessThan(60_000)
  })

  it('is the one that is given', async () => {
    const forge = await createTestForge({ seed })
    expect(await timeOf(forge, { now: '2018-01-01' })).toBe('2018-01-01T00:00:00.000Z')
  })
})

describe('a reset of a forge that goes on from a saved world', () => {
  const names = ({ db }: Forge) => db.users.all().map(({ username }) => username)

  it('leads back to that world, its clock and its random source', async () => {
    const forge = await createTestForge({ seed })
    await addUser(forge, 'ann')
    const again = await createForge({ from: await forge.toBytes() })
    await addUser(again, 'bob')
    const token = tokenOf(again, 'bob')
    again.clock.advance('1d')
    again.reset()
    expect(names(again)).toEqual(['root', 'jane', 'ann'])
    expect(again.clock.now()).toBe('2017-01-15T12:00:00.000Z')
    await addUser(again, 'bob')
    expect(tokenOf(again, 'bob')).toBe(token)
  })

  it('leads to the seed where one is given', async () => {
    const forge = await createTestForge({ seed })
    await addUser(forge, 'ann')
    const again = await createForge({ seed: 'empty', from: await forge.toBytes() })
    expect(names(again)).toEqual(['root', 'jane', 'ann'])
    again.reset()
    expect(names(again)).toEqual(['root'])
  })
})

describe('a file that cannot be read', () => {
  const read = (bytes: Uint8Array) => readWorld(bytes, 'x').then(() => 'was read', String)
  const sealed = (world: object) => sealWorld(writeBytes(world, createByteWriter()))
  const empty = { collections: {}, objects: [], clock: { ahead: 0 }, random: null }
  const user = { id: 1, username: 'jane', name: 'Jane', email: 'jane@x.example' }
  const issue = { id: 1, iid: 1, project_id: 1, title: 'Tap', author_id: 1 }
  const users = (...records: object[]) => ({
    ...empty,
    collections: { users: { nextId: 9, records } },
  })
  const problem = (reason: string) => `Error: The saved world x cannot be read: ${reason}`

  it('is none that says less than it may', async () => {
    expect(await read(await sealed(empty))).toBe('was read')
    expect(await read(await sealed(users(user)))).toBe('was read')
  })

  it('is none without the ids of its objects, which are then computed', async () => {
    const forge = await createTestForge({ seed })
    const content = await unsealWorld(await forge.toBytes())
    const { value, bytes } = readBytes(content)
    const { ids, ...older } = z
      .looseObject({ ids: z.array(z.string()), objects: z.array(z.unknown()) })
      .parse(value)
    expect(ids).toHaveLength(older.objects.length)
    const writer = createByteWriter()
    const { length } = new TextEncoder().encode(JSON.stringify(value))
    writer.add(bytes.at([0, content.length - 4 - length]))
    const again = await createForge({ from: await sealWorld(writeBytes(older, writer)) })
    const storeOf = (one: Forge) => storeFrom(one.snapshot())
    const known = allObjects(storeOf(again).objects).map(({ id }) => id)
    expect(known).toEqual(ids)
  })

  it('is read the same where the engine has no checksums', async () => {
    const bytes = await (await createTestForge({ seed })).toBytes()
    vi.stubGlobal('crypto', undefined)
    try {
      expect(await read(bytes)).toBe('was read')
      expect(await (await createTestForge({ from: bytes })).toBytes()).toEqual(bytes)
      const last = bytes.at(-1) ?? 0
      expect(await read(bytes.with(-1, last ^ 1))).toContain('its checksum is not that of its')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('is damaged at any byte', async () => {
    const forge = await createTestForge({ seed: 'empty' })
    const bytes = await forge.toBytes()
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x04
      expect([at, await read(damaged)]).toEqual([at, expect.stringContaining('cannot be read: ')])
    }
  })

  it('is truncated anywhere, or longer than it says', async () => {
    const bytes = await sealed(users(user))
    for (let length = 0; length < bytes.length; length++) {
      expect(await read(bytes.slice(0, length))).toContain('cannot be read: ')
    }
    expect(await read(bytes.slice(0, -1))).toMatch(/it is truncated: it has \d+ bytes of content/)
    expect(await read(new Uint8Array([...bytes, 0]))).toMatch(/it is damaged: it has \d+ bytes/)
    expect(await read(new Uint8Array())).toBe(problem('it is empty.'))
  })

  it('is newer', async () => {
    const text = `forgery-world 2 0 ${'0'.repeat(40)}\n`
    expect(await read(new TextEncoder().encode(text))).toBe(
      problem(
        'it is of version 2, and this version of Forgery reads version 1: a newer one wrote it, so use that.',
      ),
    )
  })

  it('is something else', async () => {
    expect(await read(new TextEncoder().encode('users: []\n'))).toBe(
      problem(
        'it does not begin as one, with "forgery-world": forge.save and forge.toBytes make such files.',
      ),
    )
  })

  it.each([
    [
      'a record that does not fit',
      users({ ...user, email: 1 }),
      'forge.db.users, the record with the id 1: ',
    ],
    ['an id twice', users(user, user), 'forge.db.users, the record with the id 1: ids must ascend'],
    ['an id below 1', users({ ...user, id: 0 }), 'the record with the id 0: ids must ascend'],
    [
      'two users of one name',
      users(user, { ...user, id: 2, username: user.username.toUpperCase(), email: 'b@b.example' }),
      'forge.db.users, the record with the id 2: username "',
    ],
    [
      'a time that is none',
      users({ ...user, created_at: 'x' }),
      'forge.db.users, the record with the id 1: created_at "x" is no time',
    ],
    [
      'a day that is none',
      {
        ...empty,
        collections: { issues: { nextId: 2, records: [{ ...issue, due_date: '2016-02-30' }] } },
      },
      'forge.db.issues, the record with the id 1: due_date "2016-02-30" is no time',
    ],
    [
      'a label twice',
      {
        ...empty,
        collections: { issues: { nextId: 2, records: [{ ...issue, labels: ['a', 'b', 'a'] }] } },
      },
      'forge.db.issues, the record with the id 1: labels has "a" twice',
    ],
    [
      'an unknown collection',
      { ...empty, collections: { planets: { nextId: 1, records: [] } } },
      'it has a collection "planets"',
    ],
    [
      'no records',
      { ...empty, collections: { users: { nextId: 1 } } },
      'collections.users.records',
    ],
    ['no clock', { ...empty, clock: {} }, 'clock'],
    [
      'a ref that leads nowhere',
      {
        ...empty,
        collections: {
          repositories: {
            nextId: 2,
            records: [{ id: 1, refs: [['refs/heads/a', 'f'.repeat(40)]] }],
          },
        },
      },
      'the repository 1 has refs/heads/a at ffff',
    ],
    [
      'bytes that are not there',
      { ...empty, objects: [{ type: 'blob', bytes: [0, 5] }] },
      'it names bytes that it does not hold',
    ],
    [
      'fewer ids than objects',
      { ...empty, objects: [{ type: 'blob', bytes: [0, 0] }], ids: [] },
      'it has 1 git objects and 0 ids of them',
    ],
    ['ids that are none', { ...empty, ids: ['x'] }, 'ids'],
    ['an unknown object', { ...empty, objects: [{ type: 'note' }] }, 'objects'],
  ])('has %s', async (_what, world, reason) => {
    expect(await read(await sealed(world))).toContain(reason)
  })

  /** The world with git objects and their ids as they are claimed to be. */
  const withObjects = (...claimed: (readonly [id: string, object: object])[]) => ({
    ...empty,
    objects: claimed.map(([, object]) => object),
    ids: claimed.map(([id]) => id),
  })
  const someone = { name: 'Jane', email: 'jane@x.example', time: 1_484_481_600, offset: 0 }
  const written = { author: someone, committer: someone, message: 'Begin' }
  const noTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  const nothing = [noTree, { type: 'tree', entries: [] }] as const
  const noBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
  const emptyFile = [noBlob, { type: 'blob', bytes: [0, 0] }] as const
  const own = 'a'.repeat(40)
  const made = <Made extends { readonly id: string }>({ id, ...object }: Made) =>
    [id, { type: '', ...object }] as const
  const treeOf = (...entries: (readonly [mode: EntryMode, name: string, id: string])[]) => {
    const tree = makeTree(entries.map(([mode, name, id]) => ({ mode, name, id })))
    return [tree.id, { type: 'tree', entries }] as const
  }
  const commitOf = (fields: object) =>
    made(makeCommit({ tree: noTree, parents: [], ...written, ...fields }))

  it('is read with git objects that are what their ids say, in any order', async () => {
    const first = commitOf({})
    const second = commitOf({ parents: [first[0]] })
    const folder = treeOf(['40000', 'a', noTree], ['100644', 'b', noBlob])
    const world = withObjects(second, first, folder, emptyFile, nothing)
    expect(await read(await sealed(world))).toBe('was read')
  })

  it.each([
    [
      'a commit that is its own parent',
      withObjects(nothing, [own, { type: 'commit', tree: noTree, parents: [own], ...written }]),
      `the git object ${own} is damaged: its id is `,
    ],
    [
      'a tree in itself',
      withObjects([own, { type: 'tree', entries: [['40000', 'a', own]] }]),
      `the git object ${own} is damaged: its id is `,
    ],
    [
      'content of another id',
      withObjects([own, emptyFile[1]]),
      `the git object ${own} is damaged: its id is ${noBlob}`,
    ],
    [
      'a commit of a parent that is not there',
      withObjects(nothing, commitOf({ parents: [own] })),
      `names the commit ${own}, which is not there`,
    ],
    [
      'a commit of a tree that is a file',
      withObjects(emptyFile, commitOf({ tree: noBlob })),
      `names the tree ${noBlob}, which is not there`,
    ],
    [
      'a folder that is not there',
      withObjects(treeOf(['40000', 'a', own])),
      `names the tree ${own}, which is not there`,
    ],
    [
      'a name twice in a tree',
      withObjects(emptyFile, nothing, treeOf(['40000', 'a', noTree], ['100644', 'a', noBlob])),
      'has an entry "a"',
    ],
    ...['', '.', '..', '.git', 'a/b', 'a\0'].map((name): [string, object, string] => [
      `a file of the name ${JSON.stringify(name)}`,
      withObjects(emptyFile, treeOf(['100644', name, noBlob])),
      `has an entry ${JSON.stringify(name)}`,
    ]),
    [
      'a commit of no time',
      withObjects(nothing, [
        own,
        {
          type: 'commit',
          tree: noTree,
          parents: [],
          ...written,
          author: { ...someone, time: 1e300 },
        },
      ]),
      'objects',
    ],
    [
      'a branch at a tree',
      {
        ...withObjects(nothing),
        collections: {
          repositories: { nextId: 2, records: [{ id: 1, refs: [['refs/heads/a', noTree]] }] },
        },
      },
      `the repository 1 has refs/heads/a at ${noTree}, and that is a tree`,
    ],
    [
      'a record that names none',
      {
        ...empty,
        collections: { stars: { nextId: 2, records: [{ id: 1, user_id: 7, project_id: 1 }] } },
      },
      'forge.db.stars, the record with the id 1: user_id 7 names no record, as users has none with that id',
    ],
    [
      'a clock beyond all times',
      { ...empty, clock: { stoppedAt: 1e300 } },
      'the years 0000 to 9999',
    ],
    [
      'a clock that runs beyond them',
      { ...empty, clock: { ahead: 1e300 } },
      'the years 0000 to 9999',
    ],
  ])('has %s, and a checksum that fits', async (_what, world, reason) => {
    expect(await read(await sealed(world))).toContain(reason)
  })

  it('names a record with an id that none had yet', async () => {
    const users = (nextId: number) => ({
      ...empty,
      collections: {
        users: { nextId, records: [] },
        emails: { nextId: 2, records: [{ id: 1, user_id: 7, email: 'a@b.example' }] },
      },
    })
    expect(await read(await sealed(users(7)))).toContain('user_id 7 names no record')
    expect(await read(await sealed(users(8)))).not.toContain('names no record')
  })

  it('has folders in one another without end, as no path reaches them', async () => {
    const trees = [nothing as readonly [string, object]]
    for (let depth = 0; depth < 2100; depth += 1) {
      trees.push(treeOf(['40000', 'a', trees.at(-1)?.[0] ?? '']))
    }
    expect(await read(await sealed(withObjects(...trees)))).toContain('is deeper than 2048 folders')
  })

  it('inflates to more than a world may have, and is not inflated further', async () => {
    const sealedBytes = await sealWorld(new Uint8Array(4_000_000))
    expect(sealedBytes.length).toBeLessThan(10_000)
    await expect(unsealWorld(sealedBytes, 4_000_000)).resolves.toHaveLength(4_000_000)
    await expect(unsealWorld(sealedBytes, 3_999_999)).rejects.toThrow(
      'it has more than 3999999 bytes of content, which is more than a world may have',
    )
    await expect(sealWorld(new Uint8Array(100), 99)).rejects.toThrow('it has more than 99 bytes')
    let inflated = 0
    class Counted extends DecompressionStream {
      override readonly readable = super.readable.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            inflated += chunk.length
            controller.enqueue(chunk)
          },
        }),
      )
    }
    vi.stubGlobal('DecompressionStream', Counted)
    try {
      await expect(unsealWorld(sealedBytes, 100_000)).rejects.toThrow('it has more than 100000')
    } finally {
      vi.unstubAllGlobals()
    }
    expect(inflated).toBeGreaterThan(100_000)
    expect(inflated).toBeLessThan(1_000_000)
  })

  it('is no option either', async () => {
    await expect(createForge({ from: 1 as never })).rejects.toThrow(
      'createForge: option `from` must be the bytes of a saved world, or the path of its file; got 1',
    )
    await expect(createForge({ from: new Uint8Array(3) })).rejects.toThrow(
      'The saved world given to createForge cannot be read: it does not begin as one',
    )
  })
})
