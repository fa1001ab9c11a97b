import { type NodeModules, nodeModules } from '../node-modules.ts'
import type { WorldStorage } from './storage.ts'

/**
 * Keeps a world in a file, which is replaced as a whole: whenever the computer stops, it holds the
 * world of one moment. It may hold passwords and tokens, so nobody but its owner reads it. Only in
 * Node: its file system is asked for at run time, so that a browser can load the module.
 * @throws Error where files cannot be used.
 * @example
 * const storage = fileStorage('world.forgery')
 * const forge = await createForge({ seed: 'demo', from: await storage.load() })
 * const kept = keepWorld(forge, storage)
 */
export function fileStorage(file: string | URL): WorldStorage {
  const node = modulesFor(file)
  const path = pathOf(file, node)
  let isClean = false
  return {
    async load() {
      try {
        return new Uint8Array(await node.fs.promises.readFile(path))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw explained(`The saved world ${path} cannot be read`, error)
      }
    },
    async save(bytes) {
      try {
        if (!isClean) removeLeftovers(path, node)
        isClean = true
        await replaceFile(path, bytes, node)
      } catch (error) {
        throw explained(`The world cannot be saved to ${path}`, error)
      }
    },
  }
}

/** A name that no other process uses, nor this one at the same time. */
function temporaryName(path: string, { own }: NodeModules): string {
  return `${path}.${own.pid}-${Math.round(performance.now() * 1000)}.tmp`
}

/** Written beside the file and brought to the disk before it takes its name. */
async function replaceFile(path: string, bytes: Uint8Array, node: NodeModules): Promise<void> {
  const { promises } = node.fs
  const target = await promises.realpath(path).catch(() => path)
  const temporary = temporaryName(target, node)
  try {
    const file = await promises.open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await promises.rename(temporary, target)
  } catch (error) {
    await promises.rm(temporary, { force: true })
    throw error
  }
  await syncFolder(node.paths.dirname(target), node)
}

/** The new name is on the disk once its folder is; some systems do not let a folder be opened. */
async function syncFolder(folder: string, { fs }: NodeModules): Promise<void> {
  const opened = await fs.promises.open(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => {})
  await opened?.close()
}

/** A process that was killed while it wrote left its file behind. */
function removeLeftovers(path: string, node: NodeModules): void {
  const { fs, paths, own } = node
  const [folder, prefix] = [paths.dirname(path), `${paths.basename(path)}.`]
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  for (const name of names) {
    const writer = name.startsWith(prefix)
      ? /^(\d+)-\d+\.tmp$/.exec(name.slice(prefix.length))?.[1]
      : undefined
    if (writer === undefined || isRunning(Number(writer), own)) continue
    fs.rmSync(paths.join(folder, name), { force: true })
  }
}

function isRunning(id: number, own: NodeModules['own']): boolean {
  try {
    return own.kill(id, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
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
