import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Forge } from '../../forge/forge.ts'
import { readSeedFile } from '../../seed/files/read.ts'

/** The callbacks for changes of a seed. */
export interface SeedListener {
  /** Called after the forge restarted from the changed seed. */
  onReload(): void
  /** Called where the changed seed is wrong; the message has the place. The forge keeps its world. */
  onProblem(message: string): void
}

/** The polling interval, in milliseconds. */
const interval = 300

/**
 * Restarts a forge from its seed whenever one of its files changes: the file or the files of the folder at `place`, a
 * path or a file: URL, and the files that they refer to. The files are polled, which also notices editors that replace
 * a file, and changes on network drives. Returns a function that stops watching.
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
      // The list of files is read before their content, so a change in between is noticed at the next poll.
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

/** Returns the files of a seed, or the known ones where it cannot be read. */
function filesOf(path: string, known: readonly string[]): readonly string[] {
  try {
    return readSeedFile(path).files
  } catch {
    return known
  }
}

/** Returns a text that differs whenever a file was changed, added or removed. */
function stateOf(path: string, files: readonly string[]): string {
  const states = files.map((file) => {
    const state = textOrCode(() => {
      const { mtimeMs, size, ino } = statSync(file)
      return `${mtimeMs} ${size} ${ino}`
    })
    return `${file} ${state}`
  })
  // ENOTDIR where the seed is a single file.
  return [textOrCode(() => readdirSync(path).sort().join('\n')), ...states].join('\n')
}

/** Returns the result of an access to the file system, or the code of its error, such as `EACCES`. */
function textOrCode(look: () => string): string {
  try {
    return look()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
