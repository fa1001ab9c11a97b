import type { NodeModules } from '../../shared/node-modules.ts'

/**
 * Replaces a file atomically: a temporary file beside it is written and synced before it is renamed. `check` is called
 * just before the rename and can prevent it.
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
    // As late as possible: a change by another process between this check and the rename is lost.
    await check()
    await promises.rename(temporary, target)
  } catch (error) {
    await promises.rm(temporary, { force: true })
    throw error
  }
  await syncFolder(node.paths.dirname(target), node)
}

/** Syncs the folder, which makes the rename durable; some systems cannot open a folder. */
async function syncFolder(folder: string, { fs }: NodeModules): Promise<void> {
  const opened = await fs.promises.open(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => {})
  await opened?.close()
}

/** Removes the temporary files of processes that were killed while writing. */
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

/** Returns a name that is unique among processes, and within this one. */
function temporaryName(path: string, { own }: NodeModules): string {
  return `${path}.${own.pid}-${Math.round(performance.now() * 1000)}.tmp`
}

/** Returns the code of an error of the file system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
