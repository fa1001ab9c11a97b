import { mkdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStorage, fileStorage } from '../worlds/saved/file-storage.ts'

/** A folder with two files for a world: how it is, and what a reset leads to where that is its own. */
export interface WorldFolder {
  readonly path: string
  /** The names of the worlds that were saved, the one that was saved longest ago first. */
  names(): Promise<string[]>
  /** The world as it is; the folder is made where it is not there. */
  world(name: string): FileStorage
  /** What a reset of it leads to; nothing for a world that starts where the default one does. */
  start(name: string): FileStorage
}

const fileName = (kind: 'world' | 'start', name: string) =>
  `${kind}-${name.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`)}.forgery`

/**
 * The name of the world that a file is of; undefined for another file. Names differ by case, files
 * may not.
 */
function nameOf(file: string): string | undefined {
  const written = /^world-([a-z0-9+._-]+)\.forgery$/.exec(file)?.[1]
  return written?.replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The folder at a path, which need not be there. */
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
