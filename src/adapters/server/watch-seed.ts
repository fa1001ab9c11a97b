import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Forge } from '../../forge/forge.ts'
import { readSeedFile } from '../../seed/files/read.ts'

/** What is called with what becomes of a seed. */
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
 * at `place`, a path or a file: URL, and those that they name. Files are looked at again and again, which
 * notices editors that replace a file, and shared folders. Returns the function that ends it.
 */
export function watchSeed(
  forge: Pick<Forge, 'reseed'>,
  place: string | URL,
  { onReload, onProblem }: SeedListener,
): () => void {
  const isUrl = place instanceof URL || /^file:/i.test(place)
  const path = isUrl ? fileURLToPath(place) : place
  let files = filesOf(path, [path])
  let known = stateOf(path, files)
  let isLoading = false
  async function look(): Promise<void> {
    if (isLoading || stateOf(path, files) === known) return
    isLoading = true
    try {
      // First what the files are, then what they hold: a change in between is seen the next time.
      files = filesOf(path, files)
      known = stateOf(path, files)
      await forge.reseed(path)
      onReload()
    } catch (error) {
      onProblem(error instanceof Error ? error.message : String(error))
    } finally {
      isLoading = false
    }
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
  const states = files.map((file) => {
    const state = textOrCode(() => {
      const { mtimeMs, size, ino } = statSync(file)
      return `${mtimeMs} ${size} ${ino}`
    })
    return `${file} ${state}`
  })
  // ENOTDIR where the seed is one file.
  return [textOrCode(() => readdirSync(path).sort().join('\n')), ...states].join('\n')
}

/** What a look at the file system gives; where it fails, the code of its error, such as `EACCES`. */
function textOrCode(look: () => string): string {
  try {
    return look()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
