import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { processorTime } from '../growth.ts'
import { createTestForge } from '../harness.ts'
import {
  commit,
  copyOf,
  header,
  idOf,
  line,
  NO_ID,
  onEarlier,
  onId,
  pack,
  pushBody,
  size,
  tree,
  whole,
} from './written-pack.ts'

const blob = 'written by hand\n'
const blobId = idOf('blob', blob)
const folder = tree('100644', 'a', blobId)
const folderId = idOf('tree', folder)
const made = commit(folderId)
const madeId = idOf('commit', made)
const good = [whole('blob', blob), whole('tree', folder), whole('commit', made)]

/** A commit of a folder with one entry that no repository may have. */
function withTree(body: Buffer, others: readonly Buffer[] = []) {
  const text = commit(idOf('tree', body))
  const entries = [whole('blob', blob), ...others, whole('tree', body), whole('commit', text)]
  return { packed: pack(entries), id: idOf('commit', text) }
}

function nested(depth: number) {
  let id = folderId
  const trees = [whole('tree', folder)]
  for (let level = 0; level < depth; level += 1) {
    const body = tree('40000', 'd', id)
    trees.push(whole('tree', body))
    id = idOf('tree', body)
  }
  const text = commit(id)
  return {
    packed: pack([whole('blob', blob), ...trees, whole('commit', text)]),
    id: idOf('commit', text),
  }
}

/** Each of a chain of deltas doubles what it is made of: 30 of them would be 64 GB. */
function doubling(levels: number) {
  const base = Buffer.alloc(64)
  let id = idOf('blob', base)
  let length = base.length
  const entries = [whole('blob', base)]
  let body = base
  for (let level = 0; level < levels; level += 1) {
    const delta = Buffer.concat([size(length), size(2 * length), copyOf(length), copyOf(length)])
    entries.push(onId(id, delta))
    length *= 2
    if (length <= 65_536) {
      body = Buffer.concat([body, body])
      id = idOf('blob', body)
    } else id = '1'.repeat(40)
  }
  return pack([...entries, ...good])
}

const cut = (bytes: Buffer, end: number) => bytes.subarray(0, end)
function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length + at] = (copy.at(at) ?? 0) ^ 1
  return copy
}

/** What is wrong: a pack, and the commit that a branch is to be at. */
const hostile: Record<string, { readonly packed: Buffer; readonly id?: string }> = {
  'no pack at all': { packed: Buffer.alloc(0) },
  'something else than a pack': { packed: Buffer.from('GIF89a'.repeat(20)) },
  'an unknown version': { packed: pack(good, 3, 4) },
  'fewer objects than it says': { packed: pack(good, 4) },
  'four billion objects': { packed: pack(good, 0xffff_ffff) },
  'more objects than it says': { packed: pack(good, 2) },
  'an end in the middle': { packed: cut(pack(good), 60) },
  'no checksum': { packed: cut(pack(good), -20) },
  'a wrong checksum': { packed: changed(pack(good), -1) },
  'bytes behind it': { packed: Buffer.concat([pack(good), Buffer.alloc(10)]) },
  'an entry of type 0': { packed: pack([header(0, 0), ...good]) },
  'an entry of type 5': {
    packed: pack([Buffer.concat([header(5, 1), Buffer.from([0])]), ...good]),
  },
  'an entry that is longer than it says': {
    packed: pack([Buffer.concat([header(3, 3), whole('blob', blob).subarray(1)]), ...good]),
  },
  'an entry that says it has an exabyte': {
    packed: pack([Buffer.concat([header(3, 2 ** 60), whole('blob', blob).subarray(1)]), ...good]),
  },
  'a file of a gigabyte of zeros': {
    packed: pack([whole('blob', Buffer.alloc(2 ** 30)), ...good]),
  },
  'deltas that double without end': { packed: doubling(30) },
  'a delta of a terabyte': {
    packed: pack([
      whole('blob', blob),
      onId(blobId, Buffer.concat([size(blob.length), size(2 ** 40), copyOf(blob.length)])),
      ...good.slice(1),
    ]),
  },
  'two deltas that are made of each other': {
    packed: pack([
      onId('1'.repeat(40), Buffer.concat([size(1), size(1), copyOf(1)])),
      onId('2'.repeat(40), Buffer.concat([size(1), size(1), copyOf(1)])),
      ...good,
    ]),
  },
  'a delta that is made of itself': {
    packed: pack([onEarlier(0, Buffer.concat([size(1), size(1), copyOf(1)])), ...good]),
  },
  'a delta of what is before the pack': {
    packed: pack([onEarlier(100, Buffer.concat([size(1), size(1), copyOf(1)])), ...good]),
  },
  'a delta that copies beyond its base': {
    packed: pack([
      whole('blob', blob),
      onId(blobId, Buffer.concat([size(blob.length), size(100), copyOf(100)])),
      ...good.slice(1),
    ]),
  },
  'a delta that is cut off': {
    packed: pack([whole('blob', blob), onId(blobId, size(blob.length)), ...good.slice(1)]),
  },
  'a commit without its folder': { packed: pack([whole('commit', made)]) },
  'a folder without its file': { packed: pack(good.slice(1)) },
  'a commit without its parent': {
    packed: pack([...good.slice(0, 2), whole('commit', commit(folderId, ['1'.repeat(40)]))]),
    id: idOf('commit', commit(folderId, ['1'.repeat(40)])),
  },
  'a commit that is none': {
    packed: pack([...good, whole('commit', 'tree of nothing\n')]),
    id: idOf('commit', 'tree of nothing\n'),
  },
  'a branch at a file': { packed: pack(good), id: blobId },
  'a branch at nothing': { packed: pack(good), id: '3'.repeat(40) },
  'a folder .git': withTree(tree('40000', '.git', folderId), [whole('tree', folder)]),
  'a folder .GIT': withTree(tree('40000', '.GIT', folderId), [whole('tree', folder)]),
  'a file ..': withTree(tree('100644', '..', blobId)),
  'a file in another folder': withTree(tree('100644', '../../etc/passwd', blobId)),
  'a file without a name': withTree(tree('100644', '', blobId)),
  'a name twice': withTree(
    Buffer.concat([tree('100644', 'a', blobId), tree('100644', 'a', blobId)]),
  ),
  'a folder that is cut off': withTree(folder.subarray(0, -5)),
  'ten thousand folders in each other': nested(10_000),
}

/** Names that no branch may have. */
const names = [
  'refs/heads/',
  'refs/heads/a..b',
  'refs/heads/../config',
  'refs/heads/a.lock',
  'refs/heads/a b',
  'refs/heads/a\x01',
  'refs/heads/a~1',
  'refs/heads//a',
  'refs/heads/.a',
  'refs/heads/a/',
  'refs/heads/@{a}',
  'HEAD',
  'config',
  '../../config',
  `refs/heads/${'a'.repeat(5000)}`,
]

/** The longest that one of them may take, of processor time. */
const MOST_MILLISECONDS = 5000

describe('a push that is hostile', () => {
  let forge: Forge
  beforeAll(async () => {
    forge = await createTestForge({ seed: repositoryWorld, log: (text) => logged.push(text) })
  })
  const logged: string[] = []
  beforeEach(() => {
    logged.length = 0
  })
  afterAll(() => forge.reset())

  async function push(body: Uint8Array, more: HeadersInit = {}): Promise<Response> {
    return forge.fetch('http://forge.test/acme/site.git/git-receive-pack', {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('mona:mona-token')}`,
        'content-type': 'application/x-git-receive-pack-request',
        ...more,
      },
      body: new Uint8Array(body),
    })
  }
  const refs = () => new Map(forge.db.repositories.all()[0]?.refs)
  const isKnown = async (id: string) => {
    const address = `http://forge.test/api/v4/projects/acme%2Fsite/repository/commits/${id}`
    return (
      (await forge.fetch(address, { headers: { 'private-token': 'mona-token' } })).status === 200
    )
  }

  it('is one that would be taken, but for what is wrong', async () => {
    const before = refs()
    const answer = await push(pushBody([[NO_ID, madeId, 'refs/heads/by-hand']], pack(good)))
    expect(await answer.text()).toContain('ok refs/heads/by-hand')
    expect(refs()).toEqual(before.set('refs/heads/by-hand', madeId))
    forge.reset()
  })

  it.each(Object.entries(hostile))(
    'is refused with %s, and leaves nothing',
    async (_, { packed, id }) => {
      const before = refs()
      const begun = processorTime()
      const answer = await push(pushBody([[NO_ID, id ?? madeId, 'refs/heads/by-hand']], packed))
      const text = await answer.text()
      expect(processorTime() - begun).toBeLessThan(MOST_MILLISECONDS)
      expect(text).not.toContain('ok refs/heads/by-hand')
      expect([200, 400, 413, 422]).toContain(answer.status)
      expect(refs()).toEqual(before)
      expect(await isKnown(id ?? madeId)).toBe(false)
      expect(logged).toEqual([])
    },
  )

  it('takes a file at the end of 5,000 deltas, which come before what they are made of', async () => {
    // Git itself makes chains of 4,095 at most. The last one comes first here, and all wait for the first one.
    const bodies = Array.from({ length: 5000 }, (_, at) => Buffer.from(`${at}`.padStart(8, '0')))
    const deltas = bodies.slice(1).map((body, at) => {
      const insert = Buffer.concat([Buffer.from([body.length]), body])
      return onId(idOf('blob', bodies[at] ?? body), Buffer.concat([size(8), size(8), insert]))
    })
    const id = idOf('blob', bodies.at(-1) ?? '')
    const folder = tree('100644', 'a', id)
    const text = commit(idOf('tree', folder))
    const packed = pack([
      whole('tree', folder),
      whole('commit', text),
      ...deltas.reverse(),
      whole('blob', bodies[0] ?? ''),
    ])
    const begun = processorTime()
    const answer = await push(pushBody([[NO_ID, idOf('commit', text), 'refs/heads/deep']], packed))
    expect(await answer.text()).toContain('ok refs/heads/deep')
    expect(processorTime() - begun).toBeLessThan(MOST_MILLISECONDS)
    forge.reset()
  })

  it('does not reach the files of another project by naming them', async () => {
    const content = 'what nobody beside its project may see'
    const id = idOf('blob', content)
    const created = await forge.fetch('http://forge.test/api/v4/projects', {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'hidden', initialize_with_readme: true }),
    })
    const hidden = await created.json()
    const written = await forge.fetch(
      `http://forge.test/api/v4/projects/${hidden.id}/repository/files/secret`,
      {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify({ branch: 'main', content, commit_message: 'Hide it' }),
      },
    )
    expect(written.status).toBe(201)
    const body = tree('100644', 'stolen', id)
    const text = commit(idOf('tree', body))
    const packed = pack([whole('tree', body), whole('commit', text)])
    const answer = await push(pushBody([[NO_ID, idOf('commit', text), 'refs/heads/thief']], packed))
    expect(await answer.text()).not.toContain('ok refs/heads/thief')
    const delta = Buffer.concat([
      size(content.length),
      size(content.length),
      copyOf(content.length),
    ])
    const thin = pack([onId(id, delta), whole('tree', body), whole('commit', text)])
    const second = await push(pushBody([[NO_ID, idOf('commit', text), 'refs/heads/thief']], thin))
    expect(await second.text()).not.toContain('ok refs/heads/thief')
    expect(refs().has('refs/heads/thief')).toBe(false)
    forge.reset()
  })

  it.each(names)('is refused with the name %j', async (name) => {
    const before = refs()
    const answer = await push(pushBody([[NO_ID, madeId, name]], pack(good)))
    expect(await answer.text()).not.toContain(`ok ${name}`)
    expect(answer.status).toBeLessThan(500)
    expect(refs()).toEqual(before)
    expect(logged).toEqual([])
  })

  it.each<[string, string]>([
    ['a line that is longer than the request', 'ffff'],
    ['a line of three bytes', '0003'],
    ['a length that is none', 'zzzz'],
    ['a command without a name', `${line(`${NO_ID} ${madeId}\n`)}0000`],
    [
      'a command with ids that are none',
      `${line(`${'g'.repeat(40)} ${madeId} refs/heads/a\n`)}0000`,
    ],
    ['no end of its commands', line(`${NO_ID} ${madeId} refs/heads/a\n`)],
  ])('is refused with %s', async (_, body) => {
    const before = refs()
    const answer = await push(Buffer.from(body))
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toMatch(/ok refs/)
    expect(refs()).toEqual(before)
    expect(logged).toEqual([])
  })

  it('is refused where the same ref is moved twice, with 100,000 refs, and with gzip that grows', async () => {
    const before = refs()
    const twice = pushBody(
      [
        [NO_ID, madeId, 'refs/heads/by-hand'],
        [NO_ID, before.get('refs/heads/master') ?? '', 'refs/heads/by-hand'],
      ],
      pack(good),
    )
    expect((await push(twice)).status).toBeLessThan(500)
    forge.reset()
    const many = Array.from({ length: 100_000 }, (_, number): [string, string, string] => [
      NO_ID,
      '4'.repeat(40),
      `refs/heads/many-${number}`,
    ])
    const begun = processorTime()
    expect((await push(pushBody(many, pack([])))).status).toBeLessThan(500)
    expect(processorTime() - begun).toBeLessThan(MOST_MILLISECONDS)
    const grows = gzipSync(Buffer.alloc(2 ** 28))
    const answer = await push(grows, { 'content-encoding': 'gzip' })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(refs()).toEqual(before)
    expect(logged).toEqual([])
  })
})
