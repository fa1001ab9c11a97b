import { readdirSync, statSync } from 'node:fs'
import type { Forge } from '../forge.ts'
import { readSeedFile } from '../seed/file.ts'

/** Who is told of what becomes of a seed. */
export interface SeedListener {
  /** The forge has started again from the changed seed. */
  onReload(): void
  /** The changed seed is wrong; the message says where. The forge has the world that it had. */
  onProblem(message: string): void
}

/** How often the files are looked at, in milliseconds. */
const interval = 300

/**
 * Starts a forge again from its seed whenever a file of it changes: the file or the files of the folder
 * at `path`, and those that they name. Files are looked at again and again, which notices editors that
 * replace a file, and shared folders. Returns the function that ends it.
 */
export function watchSeed(
  forge: Pick<Forge, 'reseed'>,
  path: string,
  { onReload, onProblem }: SeedListener,
): () => void {
  let files = filesOf(path, [path])
  let known = stateOf(path, files)
  let isLoading = false
  async function look(): Promise<void> {
    if (isLoading || stateOf(path, files) === known) return
    isLoading = true
    // First what the files are, then what they hold: a change in between is seen the next time.
    files = filesOf(path, files)
    known = stateOf(path, files)
    try {
      await forge.reseed(path)
      onReload()
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    }
    isLoading = false
  }
  const timer = setInterval(look, interval)
  timer.unref()
  return () => clearInterval(timer)
}

/** The files of a seed; those that were known where it cannot be read. */
function filesOf(path: string, known: readonly string[]): readonly string[] {
  try {
    return readSeedFile(path).files
  } catch {
    return known
  }
}

/** A text that is another one when a file was changed, came or went. */
function stateOf(path: string, files: readonly string[]): string {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path) : []
  const states = files.map((file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return `${file} ${found?.mtimeMs} ${found?.size} ${found?.ino}`
  })
  return [...folder.sort(), ...states].join('\n')
}
