import { createHash } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import {
  bodyOf,
  type GitObject,
  makeBlob,
  makeCommit,
  makeTree,
  type ObjectId,
} from '../../src/git/objects/objects.ts'
import { createTestForge } from '../harness.ts'

const address = 'http://forge.test/jane/site.git/git-receive-pack'
const none = '0'.repeat(40)
const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
const who = { name: 'Jane', email: 'jane@example.com', time: 1_600_000_000, offset: 0 }
const numbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const

function entry(kind: number, content: Uint8Array, before = Buffer.alloc(0), size = content.length) {
  const header = [(kind << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    header[header.length - 1] = (header.at(-1) ?? 0) | 0x80
    header.push(rest % 128)
  }
  return Buffer.concat([Buffer.from(header), before, deflateSync(content)])
}

const entryOf = (object: GitObject) => entry(numbers[object.type], bodyOf(object))

function packOf(entries: readonly Uint8Array[]): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(entries.length, 8)
  const content = Buffer.concat([header, ...entries])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

const blob = makeBlob(Buffer.from('hello\n'))
const tree = makeTree([{ name: 'a', mode: '100644', id: blob.id }])
const commit = makeCommit({ tree: tree.id, parents: [], author: who, committer: who, message: 'A' })

describe('POST git-receive-pack', () => {
  let forge: Forge
  beforeEach(async () => {
    forge = await createTestForge({
      seed: {
        users: [{ username: 'jane' }, { username: 'bob' }],
        projects: [
          { path: 'jane/site' },
          {
            path: 'bob/secret',
            repository: {
              commits: [
                {
                  message: 'A secret',
                  author: 'bob',
                  actions: [{ action: 'create', file_path: 'secret', content: 'xyzzy\n' }],
                },
              ],
            },
          },
        ],
      },
    })
  })

  const authorization = `Basic ${btoa('jane:jane-token')}`
  async function post(body: Uint8Array, headers: Record<string, string> = {}) {
    const sent = {
      method: 'POST',
      headers: { authorization, ...headers },
      body: new Uint8Array(body),
    }
    const response = await forge.fetch(new Request(address, sent))
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const request = (updates: readonly string[], pack: Uint8Array = Buffer.alloc(0)) =>
    Buffer.concat([
      Buffer.from(
        updates
          .map((text, place) => line(place === 0 ? `${text}\0report-status` : text))
          .join('')
          .concat('0000'),
        'latin1',
      ),
      pack,
    ])
  const push = (pack: Uint8Array, id: ObjectId = commit.id, ref = 'refs/heads/main') =>
    post(request([`${none} ${id} ${ref}`], pack))
  const refs = () => forge.db.repositories.get(1)?.refs ?? new Map()
  const whole = packOf([commit, tree, blob].map(entryOf))
  const refused = (text: string, reason: string) =>
    line(`unpack index-pack abnormal exit\n`) +
    (text === '' ? '' : line(`ng ${text} ${reason}\n`)) +
    '0000'

  it('takes a pack, and reports', async () => {
    const { status, text, headers } = await push(whole)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/x-git-receive-pack-result')
    expect(headers.get('cache-control')).toMatch(/^no-cache/)
    expect(text).toBe(`${line('unpack ok\n')}${line('ok refs/heads/main\n')}0000`)
    expect(refs().get('refs/heads/main')).toBe(commit.id)
  })

  it('takes a body that is compressed', async () => {
    const body = gzipSync(request([`${none} ${commit.id} refs/heads/main`], whole))
    const { text } = await post(body, { 'content-encoding': 'gzip' })
    expect(text).toContain('ok refs/heads/main')
  })

  it('answers the probe of a large push with nothing', async () => {
    expect(await post(Buffer.from('0000'))).toMatchObject({ status: 200, text: '' })
  })

  it.each([
    ['no lines', 'xyz'],
    ['an update that is none', `${line('hello')}0000`],
    ['no end', line(`${none} ${commit.id} refs/heads/main`)],
    ['too many updates', `${line(`${none} ${commit.id} refs/heads/main`).repeat(10_001)}0000`],
  ])('refuses %s with 400', async (_, body) => {
    expect((await post(Buffer.from(body))).status).toBe(400)
  })

  const reference = (base: ObjectId, delta: Uint8Array) => entry(7, delta, Buffer.from(base, 'hex'))
  const hostile: Readonly<Record<string, () => Uint8Array>> = {
    'a pack that is cut off': () => whole.subarray(0, whole.length - 30),
    'a pack with a wrong checksum': () => Buffer.concat([whole.subarray(0, -1), Buffer.from([0])]),
    'no pack at all': () => Buffer.from('hello'),
    'a file of 600 MiB': () => packOf([entry(3, Buffer.alloc(0), Buffer.alloc(0), 600 * 2 ** 20)]),
    'a file of more than 100 MiB': () =>
      packOf([entry(3, Buffer.alloc(0), Buffer.alloc(0), 101 * 2 ** 20)]),
    'a tree of more than 8 MiB': () =>
      packOf([entry(2, Buffer.alloc(0), Buffer.alloc(0), 9 * 2 ** 20)]),
    'deltas in a circle': () =>
      packOf([
        reference('1'.repeat(40), Buffer.from([1, 1, 1, 33])),
        reference('2'.repeat(40), Buffer.from([1, 1, 1, 34])),
      ]),
    'millions of empty blocks': () => {
      const blocks = Buffer.alloc(100_000)
      // A block with the fixed codes that ends at once is ten bits: 0 10 0000000.
      for (let bit = 1; bit < 800_000; bit += 10)
        blocks[bit >> 3] = (blocks[bit >> 3] ?? 0) | (1 << (bit & 7))
      const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), blocks, Buffer.alloc(10)])
      return packOf([Buffer.concat([Buffer.from([0x35]), stream])])
    },
    'an object that is none': () => packOf([entry(1, Buffer.from('hello'))]),
    'folders in each other, too many of them': () => {
      const all: GitObject[] = [tree]
      for (let depth = 1; depth <= 2050; depth += 1) {
        all.push(makeTree([{ name: 'd', mode: '40000', id: all.at(-1)?.id ?? '' }]))
      }
      return packOf([...all, blob, commit].map(entryOf))
    },
  }
  it.each(Object.entries(hostile))('refuses %s, and keeps nothing', async (_, make) => {
    const { text } = await push(make())
    expect(text).toBe(refused('refs/heads/main', 'unpacker error'))
    expect(refs().size).toBe(0)
  })

  it('refuses what is not there, and what only another repository has', async () => {
    const incomplete = await push(packOf([commit, tree].map(entryOf)))
    expect(incomplete.text).toContain('ng refs/heads/main missing necessary objects')
    const secret =
      forge.db.repositories.get(2)?.refs.get('refs/heads/master') ??
      [...(forge.db.repositories.get(2)?.refs.values() ?? [])][0] ??
      ''
    expect(secret).toMatch(/^[0-9a-f]{40}$/)
    const taken = await push(Buffer.alloc(0), secret)
    expect(taken.text).toContain('ng refs/heads/main missing necessary objects')
    const hidden = makeBlob(Buffer.from('xyzzy\n'))
    const linked = makeTree([{ name: 'a', mode: '100644', id: hidden.id }])
    const made = makeCommit({
      tree: linked.id,
      parents: [],
      author: who,
      committer: who,
      message: '',
    })
    const named = await push(packOf([linked, made].map(entryOf)), made.id)
    expect(named.text).toContain('ng refs/heads/main missing necessary objects')
    const delta = Buffer.from([6, 6, 0x90, 6])
    const based = await push(packOf([reference(hidden.id, delta)]), hidden.id)
    expect(based.text).toBe(refused('refs/heads/main', 'unpacker error'))
  })

  it.each([
    ['refs/heads/../x', 'funny refname'],
    ['refs/heads/a b', 'funny refname'],
    ['HEAD', 'funny refname'],
    // What bytes that are no UTF-8 are read as.
    ['refs/heads/\uFFFD', 'funny refname'],
    ['refs/heads/x.lock', 'funny refname'],
    ['refs/merge-requests/1/head', 'deny updating a hidden ref'],
  ])('refuses the name %s', async (ref, reason) => {
    expect((await push(whole, commit.id, ref)).text).toContain(`ng ${ref} ${reason}`)
    expect(refs().size).toBe(0)
  })

  it('refuses a branch of what is no commit, a ref of no commit, and one in the way of another', async () => {
    const reason = 'failed to update ref'
    expect((await push(whole, tree.id)).text).toContain(`ng refs/heads/main ${reason}`)
    expect((await push(whole, blob.id, 'refs/tags/x')).text).toContain(`ng refs/tags/x ${reason}`)
    await push(whole)
    const under = await push(Buffer.alloc(0), commit.id, 'refs/heads/main/under')
    expect(under.text).toContain(`ng refs/heads/main/under ${reason}`)
    expect([...refs().keys()]).toEqual(['refs/heads/main'])
  })

  it('moves refs one after the other: a folder may take the place of a branch in one push', async () => {
    await push(whole)
    await push(Buffer.alloc(0), commit.id, 'refs/heads/top')
    const gone = `${commit.id} ${none} refs/heads/top`
    const below = (name: string) => `${none} ${commit.id} refs/heads/top${name}`
    const { text } = await post(request([below('/a'), gone, below('/b'), below(''), below('/c')]))
    expect(text.match(/(?:ok|ng) refs\/heads\/.*/g)).toEqual([
      'ng refs/heads/top/a failed to update ref',
      'ok refs/heads/top',
      'ok refs/heads/top/b',
      'ng refs/heads/top failed to update ref',
      'ok refs/heads/top/c',
    ])
    expect([...refs().keys()]).toEqual(['refs/heads/main', 'refs/heads/top/b', 'refs/heads/top/c'])
  })

  it('takes six thousand refs at once', async () => {
    const names = Array.from({ length: 3000 }, (_, place) => [
      `refs/heads/branch-${place}`,
      `refs/tags/folder/tag-${place}`,
    ]).flat()
    const { text } = await post(
      request(
        names.map((name) => `${none} ${commit.id} ${name}`),
        whole,
      ),
    )
    expect(text.match(/ok refs/g)).toHaveLength(names.length)
    expect(new Set(refs().keys())).toEqual(new Set(names))
  })

  it.each([
    ['that nobody knows', '1'.repeat(40)],
    ['that is of no commit', tree.id],
  ])('lets the ref alone fail whose former place is said to be one %s', async (_, before) => {
    await push(whole)
    await push(Buffer.alloc(0), commit.id, 'refs/heads/other')
    const updates = [
      `${before} ${commit.id} refs/heads/other`,
      `${none} ${commit.id} refs/heads/third`,
    ]
    const { status, text } = await post(request(updates))
    expect(status).toBe(200)
    expect(text).toContain('ng refs/heads/other failed to update ref')
    expect(text).toContain('ok refs/heads/third')
  })

  it('reports a name of bytes that take more as text than a line holds', async () => {
    const { status, text } = await push(whole, commit.id, `refs/heads/${'\uFFFD'.repeat(40_000)}`)
    expect(status).toBe(200)
    expect(text).toContain('funny refname')
  })

  it('is in the journal, and struck by faults', async () => {
    await push(whole)
    const [last] = forge.requests.slice(-1)
    expect(last).toMatchObject({
      method: 'POST',
      path: '/jane/site.git/git-receive-pack',
      status: 200,
    })
    forge.faults.add({ path: '/jane/site.git/git-receive-pack', status: 503 })
    expect((await push(whole)).status).toBe(503)
  })
})
