import type { SavedWorld } from './world-file.ts'

/** How a forge gives its world away. */
interface Saving {
  save(file: string | URL): Promise<void>
  toBytes(): Promise<Uint8Array<ArrayBuffer>>
}

/** Saves what `present` gives at the call. What writes it is loaded then: most forges never need it. */
export function createSaving(present: () => SavedWorld): Saving {
  async function toBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const world = present()
    const { writeWorld } = await import('./world-file.ts')
    return writeWorld(world)
  }
  return {
    toBytes,
    async save(file) {
      const [bytes, { fileStorage }] = await Promise.all([toBytes(), import('./file-storage.ts')])
      await fileStorage(file).save(bytes)
    },
  }
}
