import type { GitTree, TreeEntry } from '../objects/objects.ts'

/**
 * Makes deltas of a pack (gitformat-pack(5), "Deltified representation"): the common prefix and suffix of two bodies
 * are copied, and the middle is inserted. Successive versions of a folder or a file mostly differ in a single place; a
 * more thorough search would take the server, which runs in this process, longer than it saves the client.
 */

/** The maximum length of an insert instruction. */
const MAX_INSERT = 127
/** The maximum length of a copy instruction. */
const MAX_COPY = 0xffffff
/** The overhead of a delta beside insertions, maximum and typical: two lengths, and copies of up to eight bytes. */
const MOST_OVERHEAD = 64
const USUAL_OVERHEAD = 16
/** The bytes of an id, and the space and the NUL around the name. */
const BESIDE_NAME = 22

/** The common prefix and suffix of two bodies. */
interface Likeness {
  readonly baseSize: number
  readonly size: number
  /** The length of the common prefix in bytes; `end` is that of the common suffix. */
  readonly start: number
  readonly end: number
}

/**
 * Makes deltas in reused memory, since a history has tens of thousands, mostly of some fifty bytes. A result is valid
 * until the next call.
 */
export class DeltaMaker {
  #delta = new Uint8Array(4096)
  /** A buffer for inserted bytes that do not exist elsewhere. */
  #inserted = new Uint8Array(4096)

  /** Returns the delta from `base` to `target`; undefined where it would not save a third of the bytes. */
  ofBytes(base: Uint8Array, target: Uint8Array): Uint8Array | undefined {
    const start = commonStart(base, target)
    const end = commonEnd(base, target, start)
    const likeness = { baseSize: base.length, size: target.length, start, end }
    return pays(likeness) ? this.#write(likeness, target, start) : undefined
  }

  /**
   * Returns the delta between two folders by their entries, without serializing the common entries at both ends. Most
   * objects of a history are folders with a single changed entry.
   */
  ofTrees(base: GitTree, target: GitTree): Uint8Array | undefined {
    if (base.raw !== undefined || target.raw !== undefined) return undefined
    const [before, after] = [base.entries, target.entries]
    const most = Math.min(before.length, after.length)
    let first = 0
    while (first < most && isSame(before[first], after[first])) first++
    let last = 0
    while (last < most - first && isSame(before.at(-1 - last), after.at(-1 - last))) last++
    const start = sizeOf(after, 0, first)
    const end = sizeOf(after, after.length - last, after.length)
    const baseSize = start + sizeOf(before, first, before.length - last) + end
    const length = sizeOf(after, first, after.length - last)
    const likeness = { baseSize, size: start + length + end, start, end }
    if (!pays(likeness)) return undefined
    if (this.#inserted.length < length) this.#inserted = new Uint8Array(2 * length)
    writeEntries(this.#inserted, after, first, after.length - last)
    return this.#write(likeness, this.#inserted, 0)
  }

  /** `from` is the offset of the inserted bytes. */
  #write({ baseSize, size, start, end }: Likeness, bytes: Uint8Array, from: number): Uint8Array {
    const length = size - start - end
    const most = length + Math.ceil(length / MAX_INSERT) + MOST_OVERHEAD
    if (this.#delta.length < most) this.#delta = new Uint8Array(2 * most)
    const delta = this.#delta
    let at = writeLength(delta, 0, baseSize)
    at = writeLength(delta, at, size)
    at = writeCopies(delta, at, 0, start)
    for (let done = 0; done < length; done += MAX_INSERT) {
      const count = Math.min(MAX_INSERT, length - done)
      delta[at++] = count
      for (let index = 0; index < count; index++) delta[at++] = bytes[from + done + index] ?? 0
    }
    at = writeCopies(delta, at, baseSize - end, end)
    return delta.subarray(0, at)
  }
}

function pays({ size, start, end }: Likeness): boolean {
  const inserted = size - start - end
  return (inserted + USUAL_OVERHEAD) * 3 <= size * 2 && Math.max(start, end) <= 2 * MAX_COPY
}

function commonStart(base: Uint8Array, target: Uint8Array): number {
  const most = Math.min(base.length, target.length)
  let length = 0
  while (length < most && base[length] === target[length]) length++
  return length
}

/** Returns the length of the common suffix that does not overlap with the prefix. */
function commonEnd(base: Uint8Array, target: Uint8Array, start: number): number {
  const most = Math.min(base.length, target.length) - start
  let length = 0
  while (length < most && base[base.length - 1 - length] === target[target.length - 1 - length]) {
    length++
  }
  return length
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return (
    one === other ||
    (one?.id === other?.id && one?.name === other?.name && one?.mode === other?.mode)
  )
}

/** Returns the size of some entries of a folder in bytes: mode, name and id. */
function sizeOf(entries: readonly TreeEntry[], from: number, to: number): number {
  let size = 0
  for (let index = from; index < to; index++) {
    const entry = entries[index]
    if (entry) size += entry.mode.length + bytesOfName(entry.name) + BESIDE_NAME
  }
  return size
}

const encoder = new TextEncoder()

function bytesOfName(name: string): number {
  for (let index = 0; index < name.length; index++) {
    if (name.charCodeAt(index) > 0x7f) return encoder.encode(name).length
  }
  return name.length
}

function writeEntries(
  bytes: Uint8Array,
  entries: readonly TreeEntry[],
  from: number,
  to: number,
): void {
  let at = 0
  for (let index = from; index < to; index++) {
    const { mode, name, id } = entries[index] ?? noEntry
    at += encoder.encodeInto(`${mode} ${name}\0`, bytes.subarray(at)).written
    for (let digit = 0; digit < id.length; digit += 2) {
      bytes[at++] = 16 * digitAt(id, digit) + digitAt(id, digit + 1)
    }
  }
}

const noEntry = { mode: '', name: '', id: '' }

/** Returns the value of a lower-case hexadecimal digit. */
function digitAt(id: string, index: number): number {
  const code = id.charCodeAt(index)
  return code < 58 ? code - 48 : code - 87
}

/** Writes a number in groups of seven bits, lowest first. */
function writeLength(delta: Uint8Array, start: number, length: number): number {
  let at = start
  let rest = length
  while (rest > 0x7f) {
    delta[at++] = 0x80 | (rest & 0x7f)
    rest = Math.floor(rest / 128)
  }
  delta[at++] = rest
  return at
}

function writeCopies(delta: Uint8Array, start: number, offset: number, length: number): number {
  let at = start
  for (let done = 0; done < length; done += MAX_COPY) {
    at = writeCopy(delta, at, offset + done, Math.min(MAX_COPY, length - done))
  }
  return at
}

/** Writes a copy instruction, whose first byte states which bytes of the offset and the size follow. */
function writeCopy(delta: Uint8Array, start: number, offset: number, size: number): number {
  let at = start + 1
  let which = 0x80
  for (let place = 0; place < 4; place++) {
    const byte = (offset >>> (8 * place)) & 0xff
    if (byte === 0) continue
    which |= 1 << place
    delta[at++] = byte
  }
  for (let place = 0; place < 3; place++) {
    const byte = (size >>> (8 * place)) & 0xff
    if (byte === 0) continue
    which |= 0x10 << place
    delta[at++] = byte
  }
  delta[start] = which
  return at
}
