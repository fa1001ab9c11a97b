import type { NodeModules } from '../../../shared/node-modules.ts'

/** An entry of a folder. Both methods return false for a link. */
interface FolderEntry {
  readonly name: string
  isDirectory(): boolean
  isFile(): boolean
}

/** The git directory of a repository, as far as it is read. */
export interface RepositoryFolder {
  /** Reads a file of the given worktree, such as HEAD; undefined where it is missing. */
  readOwn(name: string): Uint8Array | undefined
  /** Reads a file that all worktrees share, such as `packed-refs`; undefined where it is missing. */
  read(name: string): Uint8Array | undefined
  /** Lists a shared folder; empty where it is missing. */
  list(name: string): readonly FolderEntry[]
  /** Every file that was read or looked for. */
  readonly files: readonly string[]
}

/**
 * Finds the git directory at a path: of a worktree (`.git`, a folder or a file that names one) or bare. Links are
 * followed where their target is inside of it. The directory and its files must be inside the folder `within`.
 * @throws Error that says why there is no readable repository.
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

  /** Whether a file is in a folder or is the folder itself, for two paths without links. */
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
