import type { SavedWorld } from './world-file.ts'

/** The ways to export the world of a forge. */
interface Saving {
  save(file: string | URL): Promise<void>
  toBytes(): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Saves what `present` returns at the time of the call. The code that writes it is loaded on demand, since most forges
 * never need it.
 */
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

/**
 * Opens a saved world from its bytes, or in Node from the path or the file: URL of its file.
 * @throws Error where there is no such file, or where it cannot be read, with the reason.
 */
export async function openWorld(from: string | URL | Uint8Array): Promise<SavedWorld> {
  const { readWorld } = await import('./world-file.ts')
  if (from instanceof Uint8Array) return readWorld(from, 'given to createForge')
  const { fileStorage } = await import('./file-storage.ts')
  const bytes = await fileStorage(from).load()
  if (bytes) return readWorld(bytes, String(from))
  throw new Error(`createForge: there is no saved world ${from}, as \`forge.save\` writes one.`)
}
