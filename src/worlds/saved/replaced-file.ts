import type { NodeModules } from '../../shared/node-modules.ts'

/**
 * Replaces a file as a whole: what is written is beside it and on the disk before it takes its name. `check` is
 * called just before that, and may refuse it.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  node: NodeModules,
  check: () => Promise<void>,
): Promise<void> {
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
    // As late as can be: what is written after it and before the new name is lost.
    await check()
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

/** Removes what processes that were killed while they wrote left beside a file. */
export function removeLeftovers(path: string, node: NodeModules): void {
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

/** A name that no other process uses, nor this one at the same time. */
function temporaryName(path: string, { own }: NodeModules): string {
  return `${path}.${own.pid}-${Math.round(performance.now() * 1000)}.tmp`
}

/** What an error of the file system is called, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
