/**
 * Where a world is kept: a file, a row of a database, an entry of a key-value store. Both methods may
 * reject; what `save` was given whole is what `load` gives, or what was there before.
 * @example
 * const storage: WorldStorage = {
 *   load: async () => (await store.get('world', { type: 'bytes' })) ?? undefined,
 *   save: (bytes) => store.put('world', bytes),
 * }
 */
export interface WorldStorage {
  /** The bytes that were saved last; undefined where none were. */
  load(): Promise<Uint8Array | undefined>
  /** Keeps bytes in the place of those before. */
  save(bytes: Uint8Array): Promise<void>
}

/** Keeps a world in memory: for tests, and where a worker is asked again and again. */
export function memoryStorage(bytes?: Uint8Array): WorldStorage {
  let kept = bytes?.slice()
  return {
    load: async () => kept?.slice(),
    async save(next) {
      kept = next.slice()
    },
  }
}
