import { concatBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { ObjectTransaction } from './engine.ts'

/**
 * A value may have 128 KiB in the older storage of Durable Objects, with what the engine adds to it,
 * and 2 MB in the newer one: chunks fit both.
 */
const chunkSize = 120 * 1024

/** So many keys may be named in one call. */
const MAX_KEYS = 128

/** What stands under the key itself: the first chunk, with how many there are. */
const head = z.object({ chunks: z.int().min(1), bytes: z.instanceof(Uint8Array) })
const chunk = z.instanceof(Uint8Array)

/** Other chunks begin with their number, so that no key of a caller is one of them. */
const keyOf = (key: string, number: number) => `chunk:${number}:${key}`

/**
 * Reads bytes that `writeChunks` wrote; undefined where there are none.
 * @throws Error where a chunk is missing.
 */
export async function readChunks(
  storage: Pick<ObjectTransaction, 'get'>,
  key: string,
): Promise<Uint8Array | undefined> {
  const first = head.optional().parse(await storage.get(key))
  if (!first) return undefined
  const keys = laterKeys(key, 1, first.chunks)
  const parts = [first.bytes]
  for (const some of groupsOf(keys)) {
    const found = await storage.get(some)
    for (const one of some) {
      const part = chunk.safeParse(found.get(one))
      if (!part.success) throw new Error(`The storage of the world has lost ${one}`)
      parts.push(part.data)
    }
  }
  return concatBytes(...parts)
}

/**
 * Writes bytes under a key, in the place of those before. To be called in a transaction: so what was
 * there stays until all of it is written.
 */
export async function writeChunks(
  transaction: ObjectTransaction,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const former = await chunkCount(transaction, key)
  const chunks = Math.max(1, Math.ceil(bytes.length / chunkSize))
  const part = (number: number) => bytes.slice(number * chunkSize, (number + 1) * chunkSize)
  await transaction.put({ [key]: { chunks, bytes: part(0) } })
  const numbers = Array.from({ length: chunks - 1 }, (_, index) => index + 1)
  for (const some of groupsOf(numbers)) {
    await transaction.put(
      Object.fromEntries(some.map((number) => [keyOf(key, number), part(number)])),
    )
  }
  await deleteKeys(transaction, laterKeys(key, chunks, former))
}

/** Removes what `writeChunks` wrote under a key. */
export async function removeChunks(transaction: ObjectTransaction, key: string): Promise<void> {
  const former = await chunkCount(transaction, key)
  await deleteKeys(transaction, [key, ...laterKeys(key, 1, former)])
}

async function chunkCount(transaction: ObjectTransaction, key: string): Promise<number> {
  return head.optional().parse(await transaction.get(key))?.chunks ?? 0
}

async function deleteKeys(transaction: ObjectTransaction, keys: string[]): Promise<void> {
  for (const some of groupsOf(keys)) await transaction.delete(some)
}

/** The keys of the chunks from a number on, below a count. */
function laterKeys(key: string, from: number, count: number): string[] {
  return Array.from({ length: Math.max(0, count - from) }, (_, index) => keyOf(key, from + index))
}

function groupsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_KEYS)
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * MAX_KEYS, (index + 1) * MAX_KEYS),
  )
}
