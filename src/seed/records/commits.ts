import { changedFiles } from '../../git/diff/tree-difference.ts'
import { getObject, type ObjectDatabase, readCommit, readTree } from '../../git/objects/database.ts'
import type { GitCommit, GitObject, LeafMode, ObjectId } from '../../git/objects/objects.ts'
import type { Signature } from '../../git/objects/signature.ts'
import { contentOf } from '../../git/objects/tree.ts'
import { encodeBase64 } from '../../shared/base64.ts'
import { utf8Text } from '../../shared/text.ts'
import type { Position } from '../../store/models/position.ts'
import type { Store } from '../../store/store.ts'
import type { Entry } from '../schema/records.ts'

/** Returns the ids of commits and tags that records of the store refer to. */
function namedIds(store: Store): string[] {
  return [
    ...store.repositories
      .all()
      .flatMap(({ refs, former_tips }) => [...refs.values(), ...former_tips]),
    ...store.events
      .all()
      .flatMap(({ data }) => [data?.before, data?.after, ...(data?.commit_ids ?? [])]),
    ...store.mergeRequests
      .all()
      .flatMap((one) => [one.head_sha, one.base_sha, one.merge_commit_sha, one.squash_commit_sha]),
    ...store.mergeRequestVersions.all().flatMap((one) => [one.head_sha, one.start_sha]),
    ...store.notes
      .all()
      .flatMap(({ commit_id, position, original_position, change_position }) => [
        commit_id,
        ...[position, original_position, change_position].flatMap(shasOf),
      ]),
    ...store.draftNotes
      .all()
      .flatMap(({ commit_id, position }) => [commit_id, ...shasOf(position)]),
    ...store.suggestions.all().map(({ commit_id }) => commit_id),
    ...[store.pipelines, store.builds, store.commitStatuses, store.deployments].flatMap((records) =>
      records.all().map(({ sha }) => sha),
    ),
  ].flatMap((id) => id ?? [])
}

const shasOf = (position: Position | null) =>
  position ? [position.base_sha, position.start_sha, position.head_sha] : []

/** Exports all commits that records of the world refer to, parents first. */
export function exportCommits(store: Store): Entry[] {
  const { objects } = store
  const done = new Set<string>()
  const ordered: GitCommit[] = []
  const waiting = namedIds(store).reverse()
  while (waiting.length > 0) {
    const id = waiting.at(-1) ?? ''
    const object = getObject(objects, id)
    if (done.has(id) || !object || object.type === 'blob' || object.type === 'tree') {
      waiting.pop()
      continue
    }
    const before = object.type === 'tag' ? [object.target] : object.parents
    const missing = before.filter((parent) => !done.has(parent) && getObject(objects, parent))
    if (missing.length > 0) {
      waiting.push(...missing)
      continue
    }
    done.add(id)
    if (object.type === 'commit') ordered.push(object)
    waiting.pop()
  }
  const isRewritten = rewrittenCommits(objects)
  return ordered.map((commit) => ({
    ...commitEntry(objects, commit),
    ...(isRewritten(commit) ? { rewritten: true } : {}),
  }))
}

export function exportTags(store: Store): Entry[] {
  const ids = new Set(namedIds(store))
  return [...ids].flatMap((id) => {
    const tag = getObject(store.objects, id)
    if (tag?.type !== 'tag') return []
    const { name, target, targetType, message, tagger } = tag
    const signed = tagger === undefined ? {} : { tagger: signatureEntry(tagger) }
    return [{ id, name, target, target_type: targetType, message, ...signed, ...rawEntry(tag) }]
  })
}

function commitEntry(objects: ObjectDatabase, commit: GitCommit): Entry {
  const { id, parents, message, author, committer, tree } = commit
  const [first] = parents
  const before = first === undefined ? undefined : readCommit(objects, first).tree
  const files: Record<string, unknown> = {}
  for (const { before: old, after } of changedFiles(objects, before, tree)) {
    if (after) files[after.path] = fileEntry(objects, after)
    else if (old && !(old.path in files)) files[old.path] = null
  }
  const isSame = JSON.stringify(author) === JSON.stringify(committer)
  return {
    id,
    ...(parents.length === 0 ? {} : { parents }),
    author: signatureEntry(author),
    ...(isSame ? {} : { committer: signatureEntry(committer) }),
    message,
    files,
    ...rawEntry(commit),
  }
}

/** Returns the raw bytes of an object that another program wrote and its fields do not reproduce. */
function rawEntry(object: GitObject) {
  if (object.type === 'blob' || object.raw === undefined) return {}
  return { raw: encodeBase64(object.raw) }
}

/**
 * Creates a function that returns whether importing a commit gives it another id. Seeds name files only, so an id
 * changes where a tree holds something else, or where a parent has changed.
 */
function rewrittenCommits(objects: ObjectDatabase): (commit: GitCommit) => boolean {
  const rewritten = new Set<ObjectId>()
  const odd = new Map<ObjectId, boolean>()
  const isOdd = (id: ObjectId): boolean => {
    const tree = readTree(objects, id)
    const known =
      odd.get(id) ??
      (tree.raw !== undefined ||
        tree.entries.some((entry) => entry.mode === '40000' && isOdd(entry.id)))
    odd.set(id, known)
    return known
  }
  return ({ id, tree, parents }) => {
    if (!isOdd(tree) && !parents.some((parent) => rewritten.has(parent))) return false
    rewritten.add(id)
    return true
  }
}

function signatureEntry({ name, email, time, offset }: Signature) {
  const at = new Date(time * 1000).toISOString()
  return { name, email, at, ...(offset === 0 ? {} : { offset }) }
}

function fileEntry(objects: ObjectDatabase, file: { mode: LeafMode; id: ObjectId }) {
  const { mode, id } = file
  if (mode === '160000') return { mode, content: id }
  const bytes = contentOf(objects, file)
  const content = utf8Text(bytes)
  const isPlain = mode === '100644' && content !== undefined
  if (isPlain) return content
  return { mode, ...(content === undefined ? { base64: encodeBase64(bytes) } : { content }) }
}
