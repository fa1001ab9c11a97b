import { serialize } from '../../../git/objects/objects.ts'
import { reachableObjects } from '../../../git/objects/reachable.ts'
import { storedLength, writeStored } from '../../../git/pack/stored-zlib.ts'
import { branchReference, type Repository } from '../../../git/repository.ts'
import type { Store } from '../../../store/store.ts'

const CONFIGURATION = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'

/** Yields the files of a bare repository, with packed refs and loose objects. */
function* filesOf({ objects }: Store, repository: Repository): Generator<[string, Uint8Array]> {
  const text = (content: string) => new TextEncoder().encode(content)
  const refs = [...repository.refs].sort(([one], [other]) => (one < other ? -1 : 1))
  yield ['HEAD', text(`ref: ${branchReference(repository.head)}\n`)]
  yield ['config', text(CONFIGURATION)]
  yield ['packed-refs', text(refs.map(([name, id]) => `${id} ${name}\n`).join(''))]
  const tips = refs.map(([, id]) => id)
  for (const object of reachableObjects(objects, tips)) {
    const { id } = object
    const content = serialize(object)
    const loose = new Uint8Array(storedLength(content.length))
    writeStored(loose, 0, content)
    yield [`objects/${id.slice(0, 2)}/${id.slice(2)}`, loose]
  }
}

/** Returns a tar of a bare repository, which git can clone from once it is unpacked. */
export async function snapshotOf(store: Store, repository: Repository): Promise<Uint8Array> {
  const { packTar } = await import('modern-tar')
  const folders = ['refs/', 'objects/'].map((name) => ({
    header: { name, size: 0, type: 'directory' as const, mode: 0o755, mtime: new Date(0) },
  }))
  const files = Array.from(filesOf(store, repository), ([name, body]) => ({
    header: { name, size: body.length, mode: 0o644, mtime: new Date(0) },
    body,
  }))
  return packTar([...folders, ...files])
}
