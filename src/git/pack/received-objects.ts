import { pause } from '../../shared/pause.ts'
import { linksOf } from '../objects/check-objects.ts'
import {
  createObjectDatabase,
  getObject,
  type ObjectDatabase,
  putObject,
  typeOf,
} from '../objects/database.ts'
import { bodyOf, type GitObject, type GitTree, type ObjectId } from '../objects/objects.ts'
import { parseObject } from '../objects/parse-object.ts'
import { UnreadableObject } from '../objects/parsed-object.ts'
import { MAX_TREE_DEPTH, treeDepth } from '../objects/tree-depth.ts'
import { type PackLimits, PackRefusal, readPack } from './read-pack.ts'

/** The repository that receives a push. */
export interface PushedRepository {
  readonly objects: ObjectDatabase
  /** Whether an object is reachable in the repository; the database contains objects of other repositories too. */
  holds(id: ObjectId): boolean
}

/** The received objects in quarantine, which is discarded if the push is rejected. */
export interface ReceivedObjects {
  /** The received objects on top of the existing ones. */
  readonly objects: ObjectDatabase
  /** Whether an object and all objects reachable from it were received, or are in the repository. */
  isComplete(id: ObjectId): boolean
  /** Moves the complete objects out of quarantine. */
  keep(objects: ObjectDatabase): void
}

/** The amount of inflated bytes, or of objects, after which other work gets a turn: some milliseconds. */
const SLICE_BYTES = 1024 * 1024
const SLICE_OBJECTS = 250

/**
 * Reads a pack and checks its objects like a server with `receive.fsckObjects`.
 * @param tips - the ids that the push updates refs to.
 * @throws PackRefusal where the pack or one of its objects is rejected.
 */
export async function receiveObjects(
  pack: Uint8Array,
  repository: PushedRepository,
  limits: PackLimits,
  tips: readonly ObjectId[],
): Promise<ReceivedObjects> {
  const received = createObjectDatabase(repository.objects)
  const turns = createTurns()
  if (pack.length > 0) await readInto(received, pack, repository, limits, turns)
  for (const object of received.byId.values()) {
    if (object.type === 'tree') checkDepth(received, object)
    await turns.after(object.type === 'tree' ? object.entries.length * BYTES_OF_A_LINK : 0)
  }
  const kept = new KeptApart(received, repository)
  for (const tip of tips) await kept.complete(tip, turns)
  return kept
}

/** Following a reference takes as long as reading this many bytes. */
const BYTES_OF_A_LINK = 40

/** Makes a scheduler that lets other work run after a certain amount of work. */
function createTurns() {
  let bytes = 0
  let count = 0
  return {
    async after(size: number): Promise<void> {
      bytes += size
      count += 1
      if (bytes < SLICE_BYTES && count < SLICE_OBJECTS) return
      bytes = 0
      count = 0
      await pause()
    },
  }
}

type Turns = ReturnType<typeof createTurns>

async function readInto(
  received: ObjectDatabase,
  pack: Uint8Array,
  { objects, holds }: PushedRepository,
  limits: PackLimits,
  turns: Turns,
): Promise<void> {
  const findBase = (id: ObjectId) => {
    const base = holds(id) ? getObject(objects, id) : undefined
    return base && { type: base.type, body: bodyOf(base) }
  }
  for (const sent of readPack(pack, findBase, limits)) {
    if (sent) received.byId.set(sent.id, checkedObject(sent.type, sent.id, sent.body))
    await turns.after(sent ? sent.body.length : SLICE_BYTES)
  }
}

function checkedObject(type: GitObject['type'], id: ObjectId, body: Uint8Array): GitObject {
  try {
    const { object, fault } = parseObject(type, id, body)
    if (fault === undefined) return object
    throw new PackRefusal(`object ${id}: ${fault}`)
  } catch (error) {
    if (error instanceof UnreadableObject) throw new PackRefusal(`object ${id}: ${error.message}`)
    throw error
  }
}

function checkDepth(objects: ObjectDatabase, tree: GitTree): void {
  if (treeDepth(objects, tree) <= MAX_TREE_DEPTH) return
  throw new PackRefusal(`object ${tree.id}: exceeded maximum allowed tree depth`)
}

class KeptApart implements ReceivedObjects {
  readonly objects: ObjectDatabase
  readonly #repository: PushedRepository
  /** The received objects that are known to be complete. */
  readonly #complete = new Set<ObjectId>()

  constructor(objects: ObjectDatabase, repository: PushedRepository) {
    this.objects = objects
    this.#repository = repository
  }

  isComplete(id: ObjectId): boolean {
    return this.#complete.has(id) || (!this.objects.byId.has(id) && this.#repository.holds(id))
  }

  /** Determines whether an object is complete, including all objects reachable from it. */
  async complete(id: ObjectId, turns: Turns): Promise<void> {
    const met = new Set<ObjectId>()
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (met.has(next) || this.#complete.has(next)) continue
      const object = this.objects.byId.get(next)
      if (object === undefined) {
        if (!this.#repository.holds(next)) return
        continue
      }
      met.add(next)
      const links = linksOf(object)
      for (const [link, type] of links) {
        const sent = this.objects.byId.get(link)
        if ((sent?.type ?? typeOf(this.objects, link)) !== type) return
        // A received blob has no references.
        if (sent?.type === 'blob') met.add(link)
        else if (!met.has(link)) waiting.push(link)
      }
      await turns.after(links.length * BYTES_OF_A_LINK)
    }
    for (const each of met) this.#complete.add(each)
  }

  keep(objects: ObjectDatabase): void {
    for (const id of this.#complete) {
      const object = this.objects.byId.get(id)
      if (object) putObject(objects, object)
    }
  }
}
