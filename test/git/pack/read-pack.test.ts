import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type FindBase, PackRefusal, readPack } from '../../../src/git/pack/read-pack.ts'
import { bytes } from '../samples.ts'

const limits = { objects: 10_000, inflated: 10_000_000 }
const none: FindBase = () => undefined
const read = (pack: Uint8Array, findBase = none) =>
  [...readPack(pack, findBase, limits)].flatMap((object) => object ?? [])

/** An entry of a pack: its number, the size that it states, what stands before its content, and that. */
function entry(
  kind: number,
  content: Uint8Array,
  { before = new Uint8Array(), size = content.length } = {},
) {
  const header = [(kind << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    header[header.length - 1] = (header.at(-1) ?? 0) | 0x80
    header.push(rest % 128)
  }
  return Buffer.concat([Buffer.from(header), before, deflateSync(content)])
}

function packOf(entries: readonly Uint8Array[], count = entries.length): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(count, 8)
  const content = Buffer.concat([header, ...entries])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

const BLOB = 3
const OFFSET = 6
const REFERENCE = 7
const first = bytes('one line\n'.repeat(20))
/** Copies all of a base of 180 bytes and adds two. */
const delta = Uint8Array.from([0xb4, 1, 0xb6, 1, 0x90, 180, 2, 33, 33])
const made = `${'one line\n'.repeat(20)}!!`
const idOf = (content: string) =>
  createHash('sha1').update(`blob ${content.length}\0${content}`).digest('hex')
const text = (content: Uint8Array) => new TextDecoder().decode(content)

describe('reading a pack', () => {
  it('gives what its entries hold', () => {
    const [one] = read(packOf([entry(BLOB, first)]))
    expect(one).toMatchObject({ type: 'blob', id: idOf(text(first)), body: first })
  })

  it('makes an object of a delta and a base before it, behind it, or outside of the pack', () => {
    const base = Buffer.from(idOf(text(first)), 'hex')
    const before = entry(BLOB, first)
    const offset = entry(OFFSET, delta, { before: Buffer.from([before.length]) })
    expect(read(packOf([before, offset])).map(({ body }) => text(body))).toEqual([
      text(first),
      made,
    ])
    const reference = entry(REFERENCE, delta, { before: base })
    expect(read(packOf([reference, before])).map(({ body }) => text(body))).toEqual([
      text(first),
      made,
    ])
    const outside: FindBase = (id) =>
      id === base.toString('hex') ? { type: 'blob', body: first } : undefined
    expect(read(packOf([reference]), outside).map(({ id }) => id)).toEqual([idOf(made)])
  })

  it('makes an object of a delta of many megabytes, as another version of a large file is', () => {
    const base = entry(BLOB, first)
    const count = 70_000
    const written = Buffer.alloc(count * 128, 127)
    const size = [0, 7, 14, 21].map((shift) => ((count * 127) >> shift) & 127)
    const sizes = Buffer.from([0xb4, 1, ...size.map((part, at) => (at < 3 ? part | 128 : part))])
    const long = Buffer.concat([sizes, written])
    const pack = packOf([base, entry(OFFSET, long, { before: Buffer.from([base.length]) })])
    const roomy = { objects: 10, inflated: 40_000_000 }
    const found = [...readPack(pack, none, roomy)].flatMap((object) => object ?? [])
    expect(Buffer.alloc(count * 127, 127).equals(found.at(-1)?.body ?? first)).toBe(true)
  })

  const damaged: Readonly<
    Record<string, () => readonly [pack: Uint8Array, words: string | RegExp]>
  > = {
    nothing: () => [new Uint8Array(), 'early EOF'],
    'no pack': () => [Buffer.alloc(40), 'pack signature mismatch'],
    'a version of the future': () => {
      const pack = packOf([])
      pack[7] = 4
      return [pack, 'pack version 4 unsupported']
    },
    'more objects than are allowed': () => [packOf([], 10_001), 'pack has more than 10000 objects'],
    'fewer objects than it says': () => [packOf([entry(BLOB, first)], 2), 'early EOF'],
    'more objects than it says': () => [
      packOf([entry(BLOB, first), entry(BLOB, first)], 1),
      'pack has junk at the end',
    ],
    'another checksum': () => {
      const pack = packOf([entry(BLOB, first)])
      pack[pack.length - 1] = (pack.at(-1) ?? 0) ^ 1
      return [pack, 'pack is corrupted (SHA1 mismatch)']
    },
    'a base that is not there': () => [
      packOf([entry(REFERENCE, delta, { before: Buffer.alloc(20, 7) })]),
      'pack has 1 unresolved deltas',
    ],
    'deltas that are made of each other': () => [
      packOf([
        entry(REFERENCE, delta, { before: Buffer.alloc(20, 7) }),
        entry(OFFSET, delta, { before: Buffer.from([37]) }),
      ]),
      'unresolved deltas',
    ],
    'a base before the first entry': () => [
      packOf([entry(OFFSET, delta, { before: Buffer.from([0x7f]) })]),
      'delta base offset is out of bound',
    ],
    'a base that is the delta itself': () => [
      packOf([entry(OFFSET, delta, { before: Buffer.from([0]) })]),
      'delta base offset is out of bound',
    ],
    'a delta of something else': () => [
      packOf([
        entry(BLOB, bytes('short')),
        entry(OFFSET, delta, { before: Buffer.from([entry(BLOB, bytes('short')).length]) }),
      ]),
      'a delta is not of its base',
    ],
    'a delta that copies from behind its base': () => [
      packOf([
        entry(BLOB, first),
        entry(OFFSET, Uint8Array.from([0xb4, 1, 4, 0x91, 180, 4]), {
          before: Buffer.from([entry(BLOB, first).length]),
        }),
      ]),
      'a delta copies what is not there',
    ],
    'a delta that makes less than it says': () => [
      packOf([
        entry(BLOB, first),
        entry(OFFSET, Uint8Array.from([0xb4, 1, 5, 1, 33]), {
          before: Buffer.from([entry(BLOB, first).length]),
        }),
      ]),
      'a delta makes less than it says',
    ],
    'an entry of no known kind': () => [packOf([entry(5, first)]), 'unknown object type 5'],
    'an entry that is longer than it says': () => [
      packOf([entry(BLOB, first, { size: 20 })]),
      'inflate: it is longer than it says',
    ],
    'an entry that is shorter than it says': () => [
      packOf([entry(BLOB, first, { size: 200 })]),
      'inflate: it is shorter than it says',
    ],
    'an entry that says it is endless': () => [
      packOf([entry(BLOB, first, { size: 2 ** 50 })]),
      'pack exceeds maximum allowed size',
    ],
    'what inflates to more than is allowed': () => [
      packOf([1, 2].map(() => entry(BLOB, new Uint8Array(6_000_000)))),
      'pack exceeds maximum allowed size',
    ],
    'deltas that make more of a small base than is allowed': () => {
      const base = entry(BLOB, new Uint8Array(2 ** 16))
      // A copy of 65,536 bytes takes one byte.
      const bomb = Uint8Array.from([
        0x80,
        0x80,
        4,
        ...[0x80, 0x80, 0x80, 0x20],
        ...new Array(1024).fill(0x80),
      ])
      return [
        packOf([base, entry(OFFSET, bomb, { before: Buffer.from([base.length]) })]),
        'pack exceeds maximum allowed size',
      ]
    },
  }
  it.each(Object.entries(damaged))('refuses %s', (_, make) => {
    const [pack, words] = make()
    expect(() => read(pack)).toThrow(PackRefusal)
    expect(() => read(pack)).toThrow(words)
  })

  it('refuses a pack that is cut off, wherever', () => {
    const pack = packOf([
      entry(BLOB, first),
      entry(OFFSET, delta, { before: Buffer.from([entry(BLOB, first).length]) }),
    ])
    for (let length = 0; length < pack.length; length += 1) {
      expect(() => read(pack.subarray(0, length)), `${length} bytes`).toThrow(PackRefusal)
    }
  })

  it('refuses a pack with one bit changed, wherever', () => {
    const pack = packOf([
      entry(BLOB, first),
      entry(OFFSET, delta, { before: Buffer.from([entry(BLOB, first).length]) }),
    ])
    for (let bit = 0; bit < 8 * pack.length; bit += 1) {
      const changed = Buffer.from(pack)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => read(changed), `bit ${bit}`).toThrow(PackRefusal)
    }
  })
})
