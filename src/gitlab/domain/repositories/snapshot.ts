import { reachableObjects } from '../../../git/objects/reachable.ts'
import type { Repository } from '../../../git/repository.ts'
import { headText, looseObject } from '../../../git/transfer.ts'
import type { Store } from '../../../store/store.ts'

const CONFIGURATION = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'

/** A bare repository as it would lie on a disk: its references packed, its objects loose. */
function* filesOf({ objects }: Store, repository: Repository): Generator<[string, Uint8Array]> {
  const text = (content: string) => new TextEncoder().encode(content)
  const refs = [...repository.refs].sort(([one], [other]) => (one < other ? -1 : 1))
  yield ['HEAD', text(headText(repository))]
  yield ['config', text(CONFIGURATION)]
  yield ['packed-refs', text(refs.map(([name, id]) => `${id} ${name}\n`).join(''))]
  const tips = refs.map(([, id]) => id)
  for (const { id } of reachableObjects(objects, tips)) {
    const bytes = looseObject(objects, id)
    if (bytes) yield [`objects/${id.slice(0, 2)}/${id.slice(2)}`, bytes]
  }
}

/** A tar of a bare repository, which git clones from as it is once it is unpacked. */
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
