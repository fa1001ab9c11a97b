import { checkObjects, removeBroken } from '../../../git/objects/check-objects.ts'
import { createObjectDatabase, type ObjectDatabase, typeOf } from '../../../git/objects/database.ts'
import { addLooseObject } from '../../../git/objects/loose-object.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { addPack, openPack } from '../../../git/pack/packed-objects.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { ImportedRepository } from '../../../gitlab/domain/repositories/bring-in.ts'
import type { NodeModules } from '../../../shared/node-modules.ts'
import { readReferences } from './references.ts'
import { openRepositoryFolder, type RepositoryFolder } from './repository-folder.ts'

/** A repository of the file system, with the files that hold its refs: one of them changes with every commit. */
interface RepositoryOfFiles {
  readonly repository: ImportedRepository
  readonly files: readonly string[]
}

/**
 * Reads a git repository: its branches and tags, and all objects. Packs are kept in memory as they are. All files must
 * be inside the folder `within`.
 * @throws Error that says why it cannot be read: it is missing, uses SHA-256 or is incomplete.
 */
export function readRepository(
  node: NodeModules,
  path: string,
  within?: string,
): RepositoryOfFiles {
  const folder = openRepositoryFolder(node, path, within)
  checkFormat(folder)
  const { head, refs } = readReferences(folder)
  const files = [...folder.files]
  const objects = createObjectDatabase()
  addPacks(folder, objects)
  addLooseObjects(folder, objects)
  const broken = removeBroken(objects)
  checkObjects(objects)
  return { repository: { objects, head, refs: refsToCommits(objects, refs, broken) }, files }
}

/** Drops the tags of blobs and trees, which a project cannot have. */
function refsToCommits(
  objects: ObjectDatabase,
  refs: ReadonlyMap<string, ObjectId>,
  broken: ReadonlyMap<ObjectId, string>,
) {
  const kept = [...refs].filter(([name, id]) => {
    if (typeOf(objects, id) === undefined) {
      throw new Error(broken.get(id) ?? `${name} names ${id}, which is not there`)
    }
    if (name.startsWith('refs/tags/')) return peelToCommit(objects, id) !== undefined
    if (typeOf(objects, id) === 'commit') return true
    throw new Error(`${name} is no commit`)
  })
  return new Map(kept)
}

const decoder = new TextDecoder()

/** Throws where the repository uses a format of git that is not supported, or is incomplete. */
function checkFormat(folder: RepositoryFolder): void {
  const settings = extensionsOf(decoder.decode(folder.read('config')))
  const format = settings.get('objectformat') ?? 'sha1'
  if (format !== 'sha1') {
    const name = format.toUpperCase().replace(/^SHA(?=\d)/, 'SHA-')
    throw new Error(`it is a repository of ${name}: objects have ids of SHA-1 here`)
  }
  if ((settings.get('refstorage') ?? 'files') !== 'files') {
    throw new Error(
      'its branches are kept in another form than files: `git refs migrate --ref-format=files` changes it',
    )
  }
  if (hasLines(folder, 'shallow')) {
    throw new Error('it is a shallow clone: `git fetch --unshallow` gets the rest of its history')
  }
  if (hasLines(folder, 'objects/info/alternates')) {
    throw new Error(
      'it borrows objects of another repository (objects/info/alternates): `git repack -a -d` copies them, and then remove that file',
    )
  }
}

const hasLines = (folder: RepositoryFolder, name: string) =>
  decoder.decode(folder.read(name)).trim() !== ''

/** Parses the settings below `[extensions]` of a git configuration, by their names in lower case. */
function extensionsOf(configuration: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  let section = ''
  for (const line of configuration.split('\n')) {
    const [, title] = /^\s*\[([^\]]*)\]/.exec(line) ?? []
    if (title !== undefined) section = title.trim().toLowerCase()
    const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*"?(\w*)/.exec(line) ?? []
    if (section === 'extensions' && name !== '') {
      settings.set(name.toLowerCase(), value.toLowerCase())
    }
  }
  return settings
}

function addPacks(folder: RepositoryFolder, objects: ObjectDatabase): void {
  for (const { name } of folder.list('objects/pack')) {
    if (!name.endsWith('.pack')) continue
    const path = `objects/pack/${name}`
    const pack = folder.read(path)
    const indexPath = path.replace(/\.pack$/, '.idx')
    const index = folder.read(indexPath)
    if (pack && index) explained(indexPath, () => objects.sources.push(openPack(pack, index)))
    else if (pack) explained(path, () => addPack(objects, pack))
  }
}

function addLooseObjects(folder: RepositoryFolder, objects: ObjectDatabase): void {
  for (const { name: first } of folder.list('objects')) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue
    for (const { name } of folder.list(`objects/${first}`)) {
      if (!/^[0-9a-f]{38}$/.test(name)) continue
      const path = `objects/${first}/${name}`
      const bytes = folder.read(path)
      if (bytes) explained(path, () => addLooseObject(objects, `${first}${name}`, bytes))
    }
  }
}

/** Prefixes the message of an error with the name of the file. */
function explained<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Error(`${path} ${error instanceof Error ? error.message : String(error)}`)
  }
}
