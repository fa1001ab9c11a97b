import { type Ancestry, ancestryOf, isAncestor } from '../../../git/history/ancestry.ts'
import {
  getObject,
  idsWithPrefix,
  type ObjectDatabase,
  readCommit,
  SHORTEST_PREFIX,
} from '../../../git/objects/database.ts'
import {
  bodyOf,
  type GitBlob,
  type GitCommit,
  type GitObject,
  type ObjectId,
} from '../../../git/objects/objects.ts'
import { reachableObjects } from '../../../git/objects/reachable.ts'
import type { Repository } from '../../../git/repository.ts'
import { peelToCommit, referenceTarget, resolveRevision } from '../../../git/revision.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { RepositoryRecord } from '../../../store/models/repository.ts'
import type { Store } from '../../../store/store.ts'

const NO_REFS: ReadonlyMap<string, ObjectId> = new Map()

/** Returns the current repository of a project; an empty one before the first push. */
export function repositoryOf(store: Store, project: ProjectRecord): Repository {
  const { default_branch } = store.projects.get(project.id) ?? project
  return { head: default_branch, refs: store.repositories.get(project.id)?.refs ?? NO_REFS }
}

/** Moves or removes several refs (full names) in one write of the repository. */
export function moveReferences(
  store: Store,
  project: ProjectRecord,
  moves: readonly { readonly ref: string; readonly after: ObjectId | undefined }[],
): void {
  const record = store.repositories.get(project.id)
  const refs = new Map(record?.refs)
  const formerTips = new Set(record?.former_tips)
  for (const { ref, after } of moves) {
    const before = refs.get(ref)
    if (before !== undefined && !isForward(store.objects, before, after)) formerTips.add(before)
    if (after === undefined) refs.delete(ref)
    else refs.set(ref, after)
  }
  const moved = { refs, former_tips: [...formerTips] }
  if (record) store.repositories.replace(record, moved)
  else store.repositories.insert({ id: project.id, ...moved })
}

/** Whether an update is a fast-forward. `before` comes from the client and can name an unknown object. */
export function isForward(
  objects: ObjectDatabase,
  before: ObjectId,
  after: ObjectId | undefined,
): boolean {
  if (after === undefined || getObject(objects, after)?.type !== 'commit') return false
  return getObject(objects, before)?.type === 'commit' && isAncestor(objects, before, after)
}

/**
 * Finds the commit that a revision names: a branch, a tag, `HEAD`, a full id or an abbreviated one. All projects share
 * one object database, so an id counts only if it is reachable from the project's own refs.
 */
export function findCommit(
  store: Store,
  project: ProjectRecord,
  revision: string,
): GitCommit | undefined {
  const repository = repositoryOf(store, project)
  const id = resolveRevision(store.objects, repository, revision)
  if (id !== undefined) {
    // The tip of a branch or a tag needs no walk: the other refs, which can be thousands, are not read.
    const isTip = referenceTarget(repository, revision) === id
    return isTip || holdsCommit(store, project, id) ? readCommit(store.objects, id) : undefined
  }
  const [only, another] = abbreviated(store, project, revision.toLowerCase())
  return only !== undefined && another === undefined ? readCommit(store.objects, only) : undefined
}

/** Returns the commits of the project with an abbreviated id, which can also match commits of other projects. */
function abbreviated(store: Store, project: ProjectRecord, digits: string): ObjectId[] {
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < SHORTEST_PREFIX) return []
  return idsWithPrefix(store.objects, digits).filter(
    (id) => getObject(store.objects, id)?.type === 'commit' && holdsCommit(store, project, id),
  )
}

function tipsOf(record: RepositoryRecord | undefined): ObjectId[] {
  return record ? [...record.refs.values(), ...record.former_tips] : []
}

function holdsCommit(store: Store, { id }: ProjectRecord, sha: ObjectId) {
  const { objects, repositories } = store
  const record = repositories.get(id)
  if (!record) return false
  const isBelow = (tips: ObjectId[]) =>
    tips.includes(sha) || historyOf(objects, record, tips).has(sha)
  const own = tipsOf(record).flatMap((tip) => peelToCommit(objects, tip) ?? [])
  return isBelow(own) || isBelow(fetchedTips(store, id))
}

/** Returns the heads of merge requests from other projects: GitLab fetches them into the target project. */
function fetchedTips({ mergeRequests, repositories }: Store, id: number): ObjectId[] {
  return mergeRequests
    .by('target_project_id', id)
    .filter(({ source_project_id }) => source_project_id !== id)
    .flatMap(({ head_sha, source_project_id, source_branch }) => {
      const head = repositories.get(source_project_id)?.refs.get(`refs/heads/${source_branch}`)
      return head_sha ?? head ?? []
    })
}

/** Whether a commit is an ancestor of another one, which is the head of a branch. */
export function isInHistoryOf(
  { objects, repositories }: Store,
  { id }: ProjectRecord,
  head: ObjectId,
  sha: ObjectId,
): boolean {
  const record = repositories.get(id)
  // A commit of a push in progress does not belong to the repository yet.
  const isThere = record !== undefined && getObject(objects, sha) !== undefined
  return isThere && historyOf(objects, record, [head]).has(sha)
}

/** A cache by object database and repository record, which lives as long as both. */
type FoundOf<T> = WeakMap<ObjectDatabase, WeakMap<RepositoryRecord, T>>

/**
 * Returns the cache of an object database. Forges share records but not objects, so both are part of the key. A record
 * is replaced when a ref moves, so entries never become stale.
 */
function foundOf<T>(found: FoundOf<T>, objects: ObjectDatabase): WeakMap<RepositoryRecord, T> {
  const known = found.get(objects) ?? new WeakMap<RepositoryRecord, T>()
  found.set(objects, known)
  return known
}

const histories: FoundOf<Map<string, Ancestry>> = new WeakMap()

/** Returns the ancestry of some tips of a repository. It is cached, so that later calls continue the same walk. */
function historyOf(
  objects: ObjectDatabase,
  record: RepositoryRecord,
  tips: readonly ObjectId[],
): Ancestry {
  const ofRecord = foundOf(histories, objects)
  const known = ofRecord.get(record) ?? new Map<string, Ancestry>()
  ofRecord.set(record, known)
  const key = tips.join()
  const history = known.get(key) ?? ancestryOf(objects, tips)
  known.set(key, history)
  return history
}

const reachableFrom: FoundOf<ReadonlySet<ObjectId>> = new WeakMap()

/** Finds an object of a project's repository by its full id. */
function findObject(
  { objects, repositories }: Store,
  project: ProjectRecord,
  id: ObjectId,
): GitObject | undefined {
  const object = getObject(objects, id)
  const record = repositories.get(project.id)
  if (!object || !record) return undefined
  // Most requested objects are in the current files, and are found without a walk through the whole history.
  const isKnown = foundOf(reachableFrom, objects).has(record)
  if (!isKnown && isInUse(objects, record, id)) return object
  return allObjects(objects, record).has(id) ? object : undefined
}

/** Returns the ids of all objects of a repository. */
function allObjects(objects: ObjectDatabase, record: RepositoryRecord): ReadonlySet<ObjectId> {
  const ofRecords = foundOf(reachableFrom, objects)
  const known = ofRecords.get(record)
  if (known) return known
  const reachable = idsOf(reachableObjects(objects, tipsOf(record)))
  ofRecords.set(record, reachable)
  return reachable
}

/**
 * Returns a function that checks whether an object of the database belongs to the repository; `others` are further
 * tips. Commits are looked up in the history. The first other object needs a walk through the files at all tips, or
 * through all objects.
 */
export function objectsOf(
  { objects, repositories }: Store,
  { id: projectId }: ProjectRecord,
  others: readonly ObjectId[],
): (id: ObjectId) => boolean {
  const record = repositories.get(projectId)
  if (!record) return () => false
  const tips = [...new Set([...tipsOf(record), ...others])]
  const known = new Set(tips)
  const commits = tips.flatMap((tip) => peelToCommit(objects, tip) ?? [])
  let history: Ancestry | undefined
  let inUse: ReadonlySet<ObjectId> | undefined
  let beside: ReadonlySet<ObjectId> | undefined
  return (id) => {
    const object = getObject(objects, id)
    if (!object) return false
    if (known.has(id)) return true
    if (object.type === 'commit') {
      history ??= historyOf(objects, record, commits)
      return history.has(id)
    }
    inUse ??= idsOf(reachableObjects(objects, treesAt(objects, tips)))
    if (inUse.has(id) || allObjects(objects, record).has(id)) return true
    beside ??= idsOf(reachableObjects(objects, others))
    return beside.has(id)
  }
}

/** Whether an object is part of the current files of a branch or a tag. */
function isInUse(objects: ObjectDatabase, { refs }: RepositoryRecord, id: ObjectId): boolean {
  const trees = treesAt(objects, [...refs.values()])
  for (const each of reachableObjects(objects, trees)) if (each.id === id) return true
  return false
}

function treesAt(objects: ObjectDatabase, tips: readonly ObjectId[]): ObjectId[] {
  return tips.flatMap((tip) => {
    const commit = peelToCommit(objects, tip)
    return commit === undefined ? [] : readCommit(objects, commit).tree
  })
}

function idsOf(found: Iterable<GitObject>): ReadonlySet<ObjectId> {
  const ids = new Set<ObjectId>()
  for (const { id } of found) ids.add(id)
  return ids
}

const sizes: FoundOf<number> = new WeakMap()

/**
 * Returns the size of a repository in bytes: the uncompressed size of its objects. GitLab measures the disk, where git
 * compresses them.
 */
export function repositorySize({ objects, repositories }: Store, { id }: ProjectRecord): number {
  const record = repositories.get(id)
  if (!record) return 0
  const ofRecords = foundOf(sizes, objects)
  const known = ofRecords.get(record)
  if (known !== undefined) return known
  let size = 0
  for (const object of reachableObjects(objects, tipsOf(record))) size += bodyOf(object).length
  ofRecords.set(record, size)
  return size
}

/** Finds a blob of a project's repository by its full id. */
export function findBlob(store: Store, project: ProjectRecord, id: ObjectId): GitBlob | undefined {
  const object = findObject(store, project, id.toLowerCase())
  return object?.type === 'blob' ? object : undefined
}
