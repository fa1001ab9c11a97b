import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { GitCommit, ObjectId } from '../objects/objects.ts'
import { peelToCommit, referenceTarget } from '../revision.ts'
import { ALL_COMMITS, type FetchRequest } from './fetch-request.ts'
import { ProtocolError } from './pkt-line.ts'
import type { ServedRepository } from './served-repository.ts'

/** The change of the shallow boundary of a client (gitprotocol-pack(5), "shallow-update"). */
export interface ShallowChange {
  /** Commits that have no parents in the client from now on. */
  readonly shallow: readonly ObjectId[]
  /** Commits whose parents the client gets. */
  readonly unshallow: readonly ObjectId[]
}

/** Whether a client requests a different depth of its history. */
export function changesDepth({ depth, since, excluded }: FetchRequest): boolean {
  return depth !== undefined || since !== undefined || excluded.length > 0
}

/**
 * Computes the shallow boundary of a client.
 * @throws ProtocolError where the requested limits are contradictory, or exclude everything.
 */
export function shallowChange(repository: ServedRepository, request: FetchRequest): ShallowChange {
  const { depth } = request
  const isLimited = request.since !== undefined || request.excluded.length > 0
  if (depth !== undefined && isLimited) {
    throw new ProtocolError('deepen and deepen-since (or deepen-not) cannot be used together')
  }
  const { inside, ends } =
    depth === undefined ? limitedHistory(repository, request) : deepHistory(repository, request)
  return {
    shallow: [...ends].filter((id) => !request.shallows.has(id)),
    unshallow: [...request.shallows].filter((id) => inside.has(id)),
  }
}

/** The commits with their parents, and the commits at the boundary. */
interface BoundedHistory {
  readonly inside: ReadonlySet<ObjectId>
  readonly ends: ReadonlySet<ObjectId>
}

/** Limits the history by depth: the depth of a commit is counted from the nearest start. */
function deepHistory(
  { objects }: ServedRepository,
  { wants, shallows, depth = ALL_COMMITS, isRelative }: FetchRequest,
): BoundedHistory {
  if (depth === ALL_COMMITS) return { inside: shallows, ends: new Set() }
  const starts = commitsOf(objects, wants)
  const [from, most] = isRelative
    ? [[...reached(objects, starts)].filter(({ id }) => shallows.has(id)), depth + 1]
    : [starts, depth]
  const inside = new Set<ObjectId>()
  const ends = new Set<ObjectId>()
  let level: GitCommit[] = from
  for (let count = 1; level.length > 0; count++) {
    const next: GitCommit[] = []
    for (const { id, parents } of level) {
      if (inside.has(id) || ends.has(id)) continue
      if (count >= most) {
        ends.add(id)
        continue
      }
      inside.add(id)
      next.push(...commitsOf(objects, parents))
    }
    level = next
  }
  return { inside, ends }
}

/** Limits the history by date and by excluded histories; commits with an excluded parent form the boundary. */
function limitedHistory(
  repository: ServedRepository,
  { wants, since = Number.NEGATIVE_INFINITY, excluded }: FetchRequest,
): BoundedHistory {
  const { objects } = repository
  const left = new Set<GitCommit>(
    excluded.length === 0 ? [] : reached(objects, excludedTips(repository, excluded)),
  )
  const isIn = (commit: GitCommit) => !left.has(commit) && commit.committer.time >= since
  const starts = commitsOf(objects, wants).filter(isIn)
  const commits = [...reached(objects, starts, isIn)]
  if (commits.length === 0) {
    throw new ProtocolError('no commits selected for shallow requests')
  }
  const all = new Set(commits.map(({ id }) => id))
  const inside = new Set<ObjectId>()
  const ends = new Set<ObjectId>()
  for (const { id, parents } of commits) {
    const isEnd = parents.some((parent) => !all.has(parent))
    if (isEnd) ends.add(id)
    else inside.add(id)
  }
  return { inside, ends }
}

function excludedTips(
  { objects, head, refs }: ServedRepository,
  names: readonly string[],
): GitCommit[] {
  return names.flatMap((name) => {
    const id = referenceTarget({ head, refs }, name)
    if (id === undefined) throw new ProtocolError(`ambiguous deepen-not: ${name}`)
    return commitsOf(objects, [id])
  })
}

/** Returns the commits of ids after peeling tags; other objects have no history. */
export function commitsOf(objects: ObjectDatabase, ids: Iterable<ObjectId>): GitCommit[] {
  const commits: GitCommit[] = []
  for (const id of ids) {
    const peeled = peelToCommit(objects, id)
    const commit = peeled === undefined ? undefined : getObject(objects, peeled)
    if (commit?.type === 'commit') commits.push(commit)
  }
  return commits
}

/** Returns the commits that are reachable as long as a condition holds. */
function reached(
  objects: ObjectDatabase,
  starts: readonly GitCommit[],
  isIn: (commit: GitCommit) => boolean = () => true,
): Set<GitCommit> {
  const met = new Set<GitCommit>(starts)
  for (const commit of met) {
    for (const parent of commitsOf(objects, commit.parents)) if (isIn(parent)) met.add(parent)
  }
  return met
}
