import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { GitObject, GitTag, ObjectId } from '../objects/objects.ts'
import { noFilter } from '../pack/object-filter.ts'
import { selectObjects } from '../pack/select-objects.ts'
import { type PackEntry, writePack } from '../pack/write-pack.ts'
import type { FetchRequest } from './fetch-request.ts'
import { missingCommits } from './missing-commits.ts'
import { peeledTag, type ServedRepository } from './served-repository.ts'
import type { ShallowChange } from './shallow.ts'
import { wholePack } from './whole-pack.ts'

/** The content of a pack to send, with the number of its objects. */
export interface PackContent {
  readonly count: number
  readonly pieces: Iterable<Uint8Array>
}

/** Larger packs are not cached; in bytes. */
const MAX_KEPT = 16 * 2 ** 20

/**
 * Determines the content of the pack. For a full clone, imported packs are reused as they are. The latest packs of
 * clones are cached, since suites clone the same repository again and again.
 */
export function contentOf(
  repository: ServedRepository,
  request: FetchRequest,
  common: ReadonlySet<ObjectId>,
  change: ShallowChange | undefined,
): PackContent {
  const { wants, shallows, filter, abilities } = request
  const { objects } = repository
  const hasOffsets = abilities.has('ofs-delta')
  const isFirst = common.size + shallows.size === 0 && !change && filter === noFilter
  const whole = isFirst && hasOffsets ? wholePack(objects, wants) : undefined
  if (whole) {
    const { met, source } = whole
    const isSent = (id: ObjectId) => source.typeOf(id) !== undefined
    const hasRest = [...wants].some((id) => !isSent(id))
    const rest = hasRest ? entriesOf(repository, request, new Set(met), change, isSent) : []
    const { size } = source
    const pieces = writePack(rest, { hasOffsets, whole: { bytes: source.pack.bytes, size } })
    return { count: rest.length + size, pieces }
  }
  const key = isFirst ? keyOf(repository, request) : undefined
  const known = key === undefined ? undefined : objects.findings.packs.get(key)
  if (known) return known
  const entries = entriesOf(repository, request, common, change, () => false)
  const pieces = writePack(entries, { hasOffsets })
  const count = entries.length
  return { count, pieces: key === undefined ? pieces : kept(objects, key, { count, pieces }) }
}

/** Returns the cache key of a clone. */
function keyOf({ refs }: ServedRepository, { wants, abilities }: FetchRequest): string {
  const tagged = abilities.has('include-tag') ? [...refs.values()] : []
  return [abilities.has('ofs-delta'), ...wants, '', ...tagged].join()
}

/** Caches a pack once it was sent completely. */
function* kept(
  objects: ObjectDatabase,
  key: string,
  { count, pieces }: PackContent,
): Iterable<Uint8Array> {
  const gathered: Uint8Array[] = []
  let length = 0
  for (const piece of pieces) {
    length += piece.length
    if (length <= MAX_KEPT) gathered.push(piece)
    yield piece
  }
  if (length <= MAX_KEPT) objects.findings.packs.set(key, { count, pieces: gathered })
}

function entriesOf(
  repository: ServedRepository,
  { wants, shallows, filter, abilities }: FetchRequest,
  common: ReadonlySet<ObjectId>,
  change: ShallowChange | undefined,
  isSent: (id: ObjectId) => boolean,
): PackEntry[] {
  const { objects } = repository
  const ends = new Set(shallows)
  for (const id of change?.shallow ?? []) ends.add(id)
  for (const id of change?.unshallow ?? []) ends.delete(id)
  // The parents of unshallowed commits need not be reachable from the wants.
  const starts = [...wants, ...(change?.unshallow ?? [])]
  const missing = missingCommits(objects, { wants: starts, common, formerEnds: shallows, ends })
  const others = [...wants].flatMap((id) => besideHistory(repository, id))
  if (abilities.has('include-tag')) {
    const sent = new Set(missing.commits.map(({ id }) => id))
    others.push(...tagsOf(repository, sent))
  }
  const isThin = abilities.has('thin-pack')
  return selectObjects({ ...missing, objects, others, filter, wanted: wants, isSent, isThin })
}

/** Returns a wanted tag with its targets, a tree, or a blob; commits are part of the history. */
function besideHistory({ objects }: ServedRepository, id: ObjectId): GitObject[] {
  const found: GitObject[] = []
  let object = getObject(objects, id)
  while (object?.type === 'tag') {
    found.push(object)
    object = getObject(objects, object.target)
  }
  return object && object.type !== 'commit' ? [...found, object] : found
}

/** Returns the annotated tags of objects that are sent. */
function tagsOf(repository: ServedRepository, sent: ReadonlySet<ObjectId>): GitTag[] {
  const { objects, refs } = repository
  return [...refs.values()].flatMap((id) => {
    const target = peeledTag(objects, id)
    if (target === undefined || !sent.has(target)) return []
    return besideHistory(repository, id).filter((object) => object.type === 'tag')
  })
}
