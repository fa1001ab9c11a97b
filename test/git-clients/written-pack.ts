import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/**
 * Packs and requests written by hand, from gitformat-pack(5) and gitprotocol-pack(5) alone: what is wrong in them is
 * written as well as what is right.
 */
const TYPES = { commit: 1, tree: 2, blob: 3, tag: 4 } as const
export type Type = keyof typeof TYPES

export const idOf = (type: Type, body: Uint8Array | string) =>
  createHash('sha1')
    .update(`${type} ${Buffer.byteLength(body)}\0`)
    .update(body)
    .digest('hex')

/** The type and the size of an entry: four bits of it, and then seven a byte, the lowest first. */
export function header(type: number, size: number): Buffer {
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  bytes.push((rest > 0 ? 0x80 : 0) | (type << 4) | (size % 16))
  for (; rest > 0; rest = Math.floor(rest / 128))
    bytes.push((rest >= 128 ? 0x80 : 0) | (rest % 128))
  return Buffer.from(bytes)
}

/** An entry that is whole. */
export const whole = (type: Type, body: Uint8Array | string) =>
  Buffer.concat([header(TYPES[type], Buffer.byteLength(body)), deflateSync(body)])

/** An entry that is made of an object elsewhere, by its id. */
export const onId = (base: string, delta: Uint8Array) =>
  Buffer.concat([header(7, delta.length), Buffer.from(base, 'hex'), deflateSync(delta)])

/** An entry that is made of an object so many bytes before, fewer than 128. */
export const onEarlier = (distance: number, delta: Uint8Array) =>
  Buffer.concat([header(6, delta.length), Buffer.from([distance]), deflateSync(delta)])

/** A number of a delta. */
export function size(number: number): Buffer {
  const bytes: number[] = []
  let rest = number
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(0x80 | (rest % 128))
  return Buffer.from([...bytes, rest])
}

/** An instruction that copies bytes of the base from its beginning. */
export const copyOf = (count: number) =>
  Buffer.from([0xf0, count & 0xff, (count >> 8) & 0xff, (count >> 16) & 0xff])

/** A pack of entries; it may say that there are more, or fewer. */
export function pack(entries: readonly Uint8Array[], count = entries.length, version = 2): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(version, 4)
  head.writeUInt32BE(count, 8)
  const content = Buffer.concat([head, ...entries])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}

export const NO_ID = '0'.repeat(40)

export function line(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`
}

/** The body of a push: what is to become of refs, and a pack. */
export function pushBody(
  commands: readonly (readonly [before: string, after: string, ref: string])[],
  packBytes: Uint8Array,
  capabilities = 'report-status side-band-64k',
): Buffer {
  const lines = commands.map(([before, after, ref], index) =>
    line(`${before} ${after} ${ref}${index === 0 ? `\0 ${capabilities}` : ''}\n`),
  )
  return Buffer.concat([Buffer.from(`${lines.join('')}0000`), packBytes])
}

/** A tree with one entry. */
export const tree = (mode: string, name: string | Uint8Array, id: string) =>
  Buffer.concat([
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(id, 'hex'),
  ])

export const commit = (treeId: string, parents: readonly string[] = []) =>
  [
    `tree ${treeId}\n`,
    ...parents.map((parent) => `parent ${parent}\n`),
    'author J <j@example.com> 1700000000 +0000\n',
    'committer J <j@example.com> 1700000000 +0000\n\nBy hand\n',
  ].join('')
