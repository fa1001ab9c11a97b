/**
 * The storage of a world: a file, a row of a database, an entry of a key-value store. Both methods may reject. `load`
 * returns exactly what `save` got last, even if a later `save` failed.
 * @example
 * const storage: WorldStorage = {
 *   load: async () => (await store.get('world', { type: 'bytes' })) ?? undefined,
 *   save: (bytes) => store.put('world', bytes),
 * }
 */
export interface WorldStorage {
  /** Returns the bytes that were saved last; undefined where there are none. */
  load(): Promise<Uint8Array | undefined>
  /** Stores bytes in place of the previous ones. */
  save(bytes: Uint8Array): Promise<void>
}

/** Keeps a world in memory, for tests and for a worker that handles several requests. */
export function memoryStorage(bytes?: Uint8Array): WorldStorage {
  let kept = bytes?.slice()
  return {
    load: async () => kept?.slice(),
    async save(next) {
      kept = next.slice()
    },
  }
}
