import type { NodeModules } from '../../../shared/node-modules.ts'

/** What is in a folder: neither of both where it is a link. */
interface FolderEntry {
  readonly name: string
  isDirectory(): boolean
  isFile(): boolean
}

/** The folder that git keeps a repository in, as far as it is read. */
export interface RepositoryFolder {
  /** A file of the worktree that was named, such as HEAD; undefined where there is none. */
  readOwn(name: string): Uint8Array | undefined
  /** A file of those that all worktrees share, such as `packed-refs`; undefined where there is none. */
  read(name: string): Uint8Array | undefined
  /** What a folder of those has; nothing where it is not there. */
  list(name: string): readonly FolderEntry[]
  /** Every file that was read, and those that could have been there. */
  readonly files: readonly string[]
}

/**
 * Finds the folder of a repository at a path: of a worktree (`.git`, a folder or a file that names one) or bare. Links
 * are followed where they lead to something inside of it. `within` is a folder that nothing of it may lie outside of.
 * @throws Error that says why there is no repository that can be read.
 */
export function openRepositoryFolder(
  node: NodeModules,
  path: string,
  within?: string,
): RepositoryFolder {
  const { fs, paths } = node
  const isFolder = (place: string) =>
    fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder(path)) throw new Error(`there is no folder ${path}`)
  const own = fs.realpathSync(ownFolder())
  const shared = textOf(own, 'commondir')
  const common = shared === undefined ? own : fs.realpathSync(paths.resolve(own, shared))
  for (const folder of [own, common]) {
    if (within !== undefined && !isIn(fs.realpathSync(within), folder)) {
      throw new Error(`the repository is not in the folder of the seed: it is in ${folder}`)
    }
  }
  if (!isFolder(paths.join(common, 'objects'))) {
    throw new Error(`there is no git repository at ${path}`)
  }
  const files: string[] = []

  function ownFolder(): string {
    const inner = paths.join(path, '.git')
    if (isFolder(inner)) return inner
    if (!fs.existsSync(inner)) return path
    const [, named] = /^gitdir: (.+)/.exec(textOf(path, '.git') ?? '') ?? []
    const folder = named === undefined ? inner : paths.resolve(path, named)
    if (isFolder(folder)) return folder
    throw new Error(`the file ${inner} names no folder of a repository`)
  }

  function textOf(folder: string, name: string): string | undefined {
    const file = paths.join(folder, name)
    if (!fs.existsSync(file)) return undefined
    return fs.readFileSync(file, 'utf8').trimEnd()
  }

  /** Whether a file is in a folder or is that itself; both without links. */
  function isIn(folder: string, file: string): boolean {
    return `${file}${paths.sep}`.startsWith(`${folder}${paths.sep}`)
  }

  function readFrom(folder: string, name: string): Uint8Array | undefined {
    const file = paths.join(folder, name)
    files.push(file)
    const state = fs.statSync(file, { throwIfNoEntry: false })
    if (!state?.isFile()) return undefined
    checkPlace(folder, file)
    return new Uint8Array(fs.readFileSync(file))
  }

  function checkPlace(folder: string, file: string): void {
    if (isIn(folder, fs.realpathSync(file))) return
    throw new Error(`${file} is a link that leads out of the repository`)
  }

  return {
    readOwn: (name) => readFrom(own, name),
    read: (name) => readFrom(common, name),
    list(name) {
      const folder = paths.join(common, name)
      if (!isFolder(folder)) return []
      checkPlace(common, folder)
      return fs.readdirSync(folder, { withFileTypes: true })
    },
    files,
  }
}
