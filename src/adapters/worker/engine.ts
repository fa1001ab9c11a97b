/**
 * What the module needs of the engine, Cloudflare Workers or workerd, by shape: no types of its
 * packages are needed. https://developers.cloudflare.com/durable-objects/api/ describes all of it.
 */

/** The bindings and secrets that a worker is deployed with. */
export interface WorkerEnvironment {
  /** The namespace of the class `ForgeWorld`. */
  readonly FORGE_WORLDS: ObjectNamespace
  /** The namespace of the class `ForgeRegistry`. */
  readonly FORGE_REGISTRY: ObjectNamespace
  /** What control calls must carry; without it nobody may control the worlds. */
  readonly FORGERY_CONTROL_TOKEN?: string
}

/** The Durable Objects of a class. */
export interface ObjectNamespace {
  idFromName(name: string): ObjectId
  get(id: ObjectId): FetchingObject
}

/** A Durable Object, for those who call it and as the engine calls it itself. */
export interface FetchingObject {
  fetch(request: Request): Promise<Response>
}

/** The id of a Durable Object. */
export interface ObjectId {
  toString(): string
}

/** What the engine makes a Durable Object with. */
export interface ObjectState {
  readonly id: ObjectId
  readonly storage: ObjectStorage
}

/** Reads and writes of a Durable Object's storage; at most 128 keys at once. */
export interface ObjectTransaction {
  get(key: string): Promise<unknown>
  get(keys: string[]): Promise<Map<string, unknown>>
  put(entries: Record<string, unknown>): Promise<void>
  delete(keys: string[]): Promise<number>
}

/** The storage of a Durable Object: keys and values that it alone sees. */
export interface ObjectStorage extends ObjectTransaction {
  /** All of the writes or none. */
  transaction<T>(step: (transaction: ObjectTransaction) => Promise<T>): Promise<T>
  list(options: { readonly prefix: string }): Promise<Map<string, unknown>>
  deleteAll(): Promise<void>
}
