import { fileStorage } from './file-storage.ts'
import { readWorld, type SavedWorld } from './world-file.ts'

/**
 * Opens a saved world: its bytes, or in Node the path or the file: URL of its file.
 * @throws Error where there is no such file, and where it cannot be read, saying why.
 */
export async function openWorld(from: string | URL | Uint8Array): Promise<SavedWorld> {
  if (from instanceof Uint8Array) return readWorld(from, 'given to createForge')
  const bytes = await fileStorage(from).load()
  if (bytes) return readWorld(bytes, String(from))
  throw new Error(`createForge: there is no saved world ${from}, as \`forge.save\` writes one.`)
}
