import { mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStorage, fileStorage } from '../worlds/saved/file-storage.ts'

/**
 * A folder with up to two files for each world: its present state, and its starting point where that is not the default
 * one.
 */
export interface WorldFolder {
  readonly path: string
  /** Returns the names of the saved worlds, the least recently saved first. */
  names(): Promise<string[]>
  /** Returns the file of a world; the folder is created where it does not exist. */
  world(name: string): FileStorage
  /** Returns the file of the starting point; empty for a world that starts where the default one does. */
  start(name: string): FileStorage
}

const fileName = (kind: 'world' | 'start', name: string) =>
  `${kind}-${name.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)}.forgery`

/**
 * Returns the name of the world of a file; undefined for any other file. Names are case-sensitive, but file names may
 * not be.
 */
function nameOf(file: string): string | undefined {
  const written = /^world-([a-z0-9+._-]+)\.forgery$/.exec(file)?.[1]
  return written?.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Makes the storage of a folder, which need not exist. */
export function worldFolder(folder: string): WorldFolder {
  function storage(kind: 'world' | 'start', name: string): FileStorage {
    const file = fileStorage(join(folder, fileName(kind, name)))
    return {
      ...file,
      async save(bytes) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        await file.save(bytes)
      },
    }
  }
  return {
    path: folder,
    async names() {
      const files = await readdir(folder).catch(noFolder)
      const named = files.flatMap((file) => nameOf(file) ?? [])
      const savedAt = async (name: string) =>
        (await stat(join(folder, fileName('world', name)))).mtimeMs
      const dated = await Promise.all(
        named.map(async (name) => ({ name, at: await savedAt(name) })),
      )
      return dated.sort((one, other) => one.at - other.at).map(({ name }) => name)
    },
    world: (name) => storage('world', name),
    start: (name) => storage('start', name),
  }
}

function noFolder(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
