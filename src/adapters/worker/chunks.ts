import { concatBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { ObjectTransaction } from './engine.ts'

/**
 * The older storage of Durable Objects limits a value to 128 KiB including overhead, the newer one to 2 MB: chunks fit
 * both.
 */
const chunkSize = 120 * 1024

/** The maximum number of keys in one call. */
const MAX_KEYS = 128

/** The value under the key itself: the first chunk, with the number of chunks. */
const head = z.object({ chunks: z.int().min(1), bytes: z.instanceof(Uint8Array) })
const chunk = z.instanceof(Uint8Array)

/** The keys of further chunks begin with their number, so that they never equal a key of a caller. */
const keyOf = (key: string, number: number) => `chunk:${number}:${key}`

/**
 * Reads the bytes that `writeChunks` wrote; undefined where there are none.
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

/** Replaces the bytes under a key. Must run in a transaction, which keeps the previous bytes until all are written. */
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

/** Removes the bytes that `writeChunks` wrote under a key. */
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

/** Returns the keys of the chunks from one number up to a count. */
function laterKeys(key: string, from: number, count: number): string[] {
  return Array.from({ length: Math.max(0, count - from) }, (_, index) => keyOf(key, from + index))
}

function groupsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / MAX_KEYS)
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * MAX_KEYS, (index + 1) * MAX_KEYS),
  )
}
