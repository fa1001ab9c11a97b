import type {
  FetchingObject,
  ObjectNamespace,
  ObjectStorage,
  ObjectTransaction,
  WorkerEnvironment,
} from '../../../src/adapters/worker/engine.ts'
import { createWorker, type WorkerOptions } from '../../../src/adapters/worker/index.ts'

/** What the older of the two storages of Durable Objects allows. */
const largestValue = 128 * 1024
const MAX_KEYS = 128

/** The storage of one object in memory, which holds its user to the limits of the engine. */
export interface FakeStorage extends ObjectStorage {
  readonly values: ReadonlyMap<string, unknown>
  /** So many values may be put, in all, before the storage fails; Infinity by default. */
  putsLeft: number
  /** How often a transaction was carried out. */
  transactions: number
}

export function createFakeStorage(): FakeStorage {
  let values = new Map<string, unknown>()

  function checkCount(count: number): void {
    if (count > MAX_KEYS) throw new Error(`${count} keys in one call`)
  }
  function put(key: string, value: unknown): void {
    const bytes = sizeOf(value)
    if (bytes > largestValue) throw new Error(`The value of ${key} has ${bytes} bytes`)
    if (storage.putsLeft-- <= 0) throw new Error('The disk is on fire')
    values.set(key, structuredClone(value))
  }
  function get(key: string): Promise<unknown>
  function get(keys: string[]): Promise<Map<string, unknown>>
  async function get(keys: string | string[]): Promise<unknown> {
    if (typeof keys === 'string') return structuredClone(values.get(keys))
    checkCount(keys.length)
    const found = keys.filter((key) => values.has(key))
    return new Map(found.map((key) => [key, structuredClone(values.get(key))]))
  }
  const writes: ObjectTransaction = {
    get,
    async put(entries) {
      checkCount(Object.keys(entries).length)
      for (const [key, value] of Object.entries(entries)) put(key, value)
    },
    async delete(keys) {
      checkCount(keys.length)
      return keys.filter((key) => values.delete(key)).length
    },
  }
  const storage: FakeStorage = {
    ...writes,
    get values() {
      return values
    },
    putsLeft: Number.POSITIVE_INFINITY,
    transactions: 0,
    async transaction(step) {
      const before = new Map(values)
      storage.transactions++
      try {
        return await step(writes)
      } catch (error) {
        values = before
        throw error
      }
    },
    list: async ({ prefix }) => new Map([...values].filter(([key]) => key.startsWith(prefix))),
    async deleteAll() {
      values.clear()
    },
  }
  return storage
}

/** Roughly what a value takes when it is written. */
function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.length
  if (typeof value !== 'object' || value === null) return String(value).length
  return Object.values(value).reduce((sum, one) => sum + sizeOf(one), 0)
}

interface Objects extends ObjectNamespace {
  storageOf(name: string): FakeStorage
  /** Lets what is in memory go, and keeps what is stored. */
  evict(): void
  /** The names of those that were asked. */
  readonly names: readonly string[]
}

function createObjects(create: (name: string, storage: FakeStorage) => FetchingObject): Objects {
  const storages = new Map<string, FakeStorage>()
  let objects = new Map<string, FetchingObject>()
  function storageOf(name: string): FakeStorage {
    const storage = storages.get(name) ?? createFakeStorage()
    storages.set(name, storage)
    return storage
  }
  return {
    idFromName: (name) => ({ toString: () => name }),
    get: (id) => ({
      // The engine hands a copy of the request over.
      async fetch(request) {
        const name = id.toString()
        const object = objects.get(name) ?? create(name, storageOf(name))
        objects.set(name, object)
        return object.fetch(new Request(request))
      },
    }),
    storageOf,
    evict() {
      objects = new Map()
    },
    get names() {
      return [...storages.keys()]
    },
  }
}

export const controlToken = 'let me in'

/** A worker with the objects of its two classes in memory. */
export function runWorker(options: WorkerOptions = {}, token: string | undefined = controlToken) {
  const { fetch, ForgeWorld, ForgeRegistry } = createWorker(options)
  const idOf = (name: string) => ({ toString: () => name })
  const worlds = createObjects(
    (name, storage) => new ForgeWorld({ id: idOf(name), storage }, environment),
  )
  const registry = createObjects(
    (name, storage) => new ForgeRegistry({ id: idOf(name), storage }, environment),
  )
  const environment: WorkerEnvironment = {
    FORGE_WORLDS: worlds,
    FORGE_REGISTRY: registry,
    ...(token === undefined ? {} : { FORGERY_CONTROL_TOKEN: token }),
  }
  return {
    worlds,
    registry,
    fetch: (request: Request) => fetch(request, environment),
    /** The engine lets everything in memory go. */
    evict() {
      worlds.evict()
      registry.evict()
    },
  }
}
