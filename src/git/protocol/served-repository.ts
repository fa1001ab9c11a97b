import { compareBytes } from '../objects/byte-order.ts'
import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'
import { branchReference } from '../repository.ts'

/** A repository as it is served to one request. */
export interface ServedRepository {
  readonly objects: ObjectDatabase
  /** The branch that HEAD points to; it need not exist. */
  readonly head: string
  /** The refs that are shown, by their full names. */
  readonly refs: ReadonlyMap<string, ObjectId>
  /** Whether an object is reached by what the repository has: others of the database are those of other ones. */
  holds(id: ObjectId): boolean
}

/** A ref as a client is shown it. */
export interface ShownReference {
  readonly name: string
  readonly id: ObjectId
  /** What an annotated tag stands for in the end. */
  readonly peeled: ObjectId | undefined
  /** The ref that it points to, as HEAD does. */
  readonly target: string | undefined
}

/** HEAD where its branch exists, then all refs in the order of their names. */
export function shownReferences({ objects, head, refs }: ServedRepository): ShownReference[] {
  const names = [...refs.keys()].sort(compareBytes)
  const shown = names.map((name): ShownReference => {
    const id = refs.get(name) ?? ''
    return { name, id, peeled: peeledTag(objects, id), target: undefined }
  })
  const target = branchReference(head)
  const id = refs.get(target)
  if (id === undefined) return shown
  return [{ name: 'HEAD', id, peeled: undefined, target }, ...shown]
}

/** What a tag object stands for in the end; undefined for what is none. */
export function peeledTag(objects: ObjectDatabase, id: ObjectId): ObjectId | undefined {
  let object = getObject(objects, id)
  if (object?.type !== 'tag') return undefined
  let target = object.target
  while (object?.type === 'tag') {
    target = object.target
    object = getObject(objects, target)
  }
  return target
}
