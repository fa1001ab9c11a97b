import { type NodeModules, nodeModules } from '../../shared/node-modules.ts'
import { createWorkQueue } from '../../shared/work-queue.ts'
import { codeOf, removeLeftovers, replaceFile } from './replaced-file.ts'
import type { WorldStorage } from './storage.ts'

/** A world in a file. */
export interface FileStorage extends WorldStorage {
  /** Expects no file, and treats one that appears later as another process's; rejects where a file exists already. */
  expectNone(): Promise<void>
  /** Removes the file if it exists; rejects where another process has written to it since. */
  remove(): Promise<void>
}

/**
 * Keeps a world in a file, which is replaced atomically: after a crash it holds the world of one point in time. The
 * file can contain passwords and tokens, so only its owner can read it. If another process wrote to the file since this
 * one loaded or saved it, `save` rejects and keeps the file. Works in Node only: the file system is loaded at run time,
 * so that browsers can load the module.
 * @throws Error where the platform has no files.
 * @example
 * const storage = fileStorage('world.forgery')
 * const forge = await createForge({ seed: 'demo', from: await storage.load() })
 * const saving = autosave(forge, storage)
 */
export function fileStorage(file: string | URL): FileStorage {
  const node = modulesFor(file)
  const path = pathOf(file, node)
  const cannotSave = `The world cannot be saved to ${path}`
  let isClean = false
  /** The mark of the file that was loaded or saved last; while it is undefined, any existing file is replaced. */
  let known: string | undefined
  /** One error until the next successful save, so that listeners can report a repeated failure once. */
  let refusal: Error | undefined

  async function isForeign(): Promise<boolean> {
    const present = known === undefined ? noFile : await markOfFile(path, node)
    return present !== noFile && present !== known
  }

  async function check(): Promise<void> {
    if (!(await isForeign())) return
    refusal ??= new Error(
      `${cannotSave}: ${foreign}, or move the file away to have this world there`,
    )
    throw refusal
  }

  // Saves are queued, since a save that another overtook would take its file for a foreign one.
  const runAfterLast = createWorkQueue()

  async function load(): Promise<Uint8Array | undefined> {
    try {
      const bytes = new Uint8Array(await node.fs.promises.readFile(path))
      known = markOf(bytes)
      return bytes
    } catch (error) {
      if (codeOf(error) === 'ENOENT') known = noFile
      else throw explained(`The saved world ${path} cannot be read`, error)
      return undefined
    }
  }

  async function save(bytes: Uint8Array): Promise<void> {
    try {
      if (!isClean) removeLeftovers(path, node)
      isClean = true
      await replaceFile(path, bytes, node, check)
      known = markOf(bytes)
      refusal = undefined
    } catch (error) {
      throw error === refusal ? error : explained(cannotSave, error)
    }
  }

  async function remove(): Promise<void> {
    if (await isForeign()) throw new Error(`The world ${path} cannot be removed: ${foreign}`)
    await node.fs.promises.rm(path, { force: true })
  }
  return {
    expectNone() {
      known = noFile
      return runAfterLast(check)
    },
    load: () => runAfterLast(load),
    save: (bytes) => runAfterLast(() => save(bytes)),
    remove: () => runAfterLast(remove),
  }
}

const foreign =
  'another program has written to it since, and what that wrote would be lost. Let one server write to one file'

const noFile = ''
const lengthOfMark = 100

/**
 * Identifies a saved world by its length and its first line, which has the checksum of all the rest. Inodes and times
 * do not identify it: on network drives they change by themselves, or are too coarse.
 */
function markOf(bytes: Uint8Array, length = bytes.length): string {
  return `${length} ${new TextDecoder('latin1').decode(bytes.subarray(0, lengthOfMark))}`
}

async function markOfFile(path: string, { fs }: NodeModules): Promise<string> {
  if (!fs.existsSync(path)) return noFile
  const file = await fs.promises.open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(lengthOfMark), 0)
    return markOf(buffer.subarray(0, bytesRead), (await file.stat()).size)
  } finally {
    await file.close()
  }
}

function explained(what: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`${what}: ${reason}`, { cause: error })
}

function pathOf(file: string | URL, { paths, urls }: NodeModules): string {
  const isUrl = file instanceof URL || file.startsWith('file:')
  return isUrl ? urls.fileURLToPath(file) : paths.resolve(file)
}

function modulesFor(file: string | URL): NodeModules {
  const node = nodeModules()
  if (node) return node
  throw new Error(
    `A world cannot be saved to the file ${file} or read from it outside of Node: take the bytes of forge.toBytes() and give them to createForge as \`from\`.`,
  )
}
