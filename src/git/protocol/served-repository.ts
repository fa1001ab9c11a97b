import { compareBytes } from '../objects/byte-order.ts'
import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'
import { branchReference } from '../repository.ts'

/** The state of a repository that one request is answered from. */
export interface ServedRepository {
  readonly objects: ObjectDatabase
  /** The branch that HEAD points to, which need not exist. */
  readonly head: string
  /** The advertised refs by full name. */
  readonly refs: ReadonlyMap<string, ObjectId>
  /** Whether an object is reachable in the repository; the database contains objects of other repositories too. */
  holds(id: ObjectId): boolean
}

/** An advertised ref. */
export interface ShownReference {
  readonly name: string
  readonly id: ObjectId
  /** The final target of an annotated tag. */
  readonly peeled: ObjectId | undefined
  /** The ref that a symbolic ref such as HEAD points to. */
  readonly target: string | undefined
}

/** Lists HEAD where its branch exists, then all refs by name. */
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

/** Returns the final target of a tag object; undefined for any other object. */
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
