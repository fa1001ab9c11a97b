/**
 * The API of the engine, Cloudflare Workers or workerd, that the module uses, declared structurally to avoid their type
 * packages. https://developers.cloudflare.com/durable-objects/api/ documents it.
 */

/** The bindings and secrets of a deployed worker. */
export interface WorkerEnvironment {
  /** The namespace of the class `ForgeWorld`. */
  readonly FORGE_WORLDS: ObjectNamespace
  /** The namespace of the class `ForgeRegistry`. */
  readonly FORGE_REGISTRY: ObjectNamespace
  /** The token that control calls must send; without it, all of them are refused. */
  readonly FORGERY_CONTROL_TOKEN?: string
}

/** The Durable Objects of a class. */
export interface ObjectNamespace {
  idFromName(name: string): ObjectId
  get(id: ObjectId): FetchingObject
}

/** A Durable Object, as its callers and the engine call it. */
export interface FetchingObject {
  fetch(request: Request): Promise<Response>
}

/** The id of a Durable Object. */
export interface ObjectId {
  toString(): string
}

/** The constructor argument of a Durable Object. */
export interface ObjectState {
  readonly id: ObjectId
  readonly storage: ObjectStorage
}

/** Reads and writes of the storage of a Durable Object; at most 128 keys at once. */
export interface ObjectTransaction {
  get(key: string): Promise<unknown>
  get(keys: string[]): Promise<Map<string, unknown>>
  put(entries: Record<string, unknown>): Promise<void>
  delete(keys: string[]): Promise<number>
}

/** The storage of a Durable Object: private keys and values. */
export interface ObjectStorage extends ObjectTransaction {
  /** Commits all writes or none. */
  transaction<T>(step: (transaction: ObjectTransaction) => Promise<T>): Promise<T>
  list(options: { readonly prefix: string }): Promise<Map<string, unknown>>
  deleteAll(): Promise<void>
}
