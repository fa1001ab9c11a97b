import { z } from 'zod'
import { decodeBase64, encodeBase64 } from '../../base64.ts'
import { readTime } from '../../contract/time.ts'
import {
  getObject,
  type ObjectDatabase,
  putObject,
  readBlob,
  readCommit,
} from '../../git/database.ts'
import { openDraft, putFile, removeFile, writeDraft } from '../../git/draft.ts'
import {
  type FileMode,
  type GitCommit,
  type GitTag,
  makeBlob,
  makeCommit,
  makeTag,
} from '../../git/objects.ts'
import type { Signature } from '../../git/signature.ts'
import { EMPTY_TREE } from '../../git/tree.ts'
import { changedFiles } from '../../git/tree-difference.ts'
import type { Store } from '../../store/store.ts'
import type { Entry } from './schema.ts'

/** The ids of commits and tags that anything in the store names. */
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
      .flatMap((one) => [one.head_sha, one.base_sha, one.merge_commit_sha]),
    ...store.notes.all().map(({ commit_id }) => commit_id),
    ...[store.pipelines, store.builds, store.commitStatuses, store.deployments].flatMap((records) =>
      records.all().map(({ sha }) => sha),
    ),
  ].flatMap((id) => id ?? [])
}

/** All commits that the world knows, parents first. */
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
  return ordered.map((commit) => commitEntry(objects, commit))
}

export function exportTags(store: Store): Entry[] {
  const ids = new Set(namedIds(store))
  return [...ids].flatMap((id) => {
    const tag = getObject(store.objects, id)
    if (tag?.type !== 'tag') return []
    const { name, target, targetType, message, tagger } = tag
    return [{ id, name, target, target_type: targetType, message, tagger: signatureEntry(tagger) }]
  })
}

function commitEntry(objects: ObjectDatabase, commit: GitCommit): Entry {
  const { id, parents, message, author, committer, tree } = commit
  const [first] = parents
  const before = first === undefined ? undefined : readCommit(objects, first).tree
  const files: Record<string, unknown> = {}
  for (const { before: old, after } of changedFiles(objects, before, tree)) {
    if (after) files[after.path] = fileEntry(after.mode, readBlob(objects, after.id).bytes)
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
  }
}

function signatureEntry({ name, email, time, offset }: Signature) {
  const at = new Date(time * 1000).toISOString()
  return { name, email, at, ...(offset === 0 ? {} : { offset }) }
}

function fileEntry(mode: FileMode, bytes: Uint8Array) {
  const content = textOf(bytes)
  const isPlain = mode === '100644' && content !== undefined
  if (isPlain) return content
  return { mode, ...(content === undefined ? { base64: encodeBase64(bytes) } : { content }) }
}

/** The text of bytes in UTF-8; undefined where they are none. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const signature = z.strictObject({
  name: z.string(),
  email: z.string(),
  at: z.string(),
  offset: z.int().default(0),
})

const file = z.union([
  z.null(),
  z.string(),
  z.strictObject({
    mode: z.enum(['100644', '100755', '120000']),
    content: z.string().optional(),
    base64: z.string().optional(),
  }),
])

/**
 * `rewritten`: the id is what the seed calls it. What it comes to may be another, as where names were
 * replaced, and everything that names the one then means the other.
 */
const rewritten = z.boolean().default(false)

const commitModel = z.strictObject({
  id: z.string(),
  rewritten,
  parents: z.array(z.string()).default([]),
  author: signature,
  committer: signature.optional(),
  message: z.string(),
  files: z.record(z.string(), file),
})

const tagModel = z.strictObject({
  id: z.string(),
  rewritten,
  name: z.string(),
  target: z.string(),
  target_type: z.enum(['commit', 'tag', 'tree', 'blob']),
  message: z.string(),
  tagger: signature,
})

/**
 * Writes a commit of an exported world and returns its id; throws where that is not the one that it
 * says, unless it is rewritten.
 */
export function importCommit(objects: ObjectDatabase, entry: Entry): string {
  const commit = commitModel.parse(entry)
  const { id, parents, author, committer, message, files } = commit
  const [first] = parents
  const draft = openDraft(
    objects,
    first === undefined ? undefined : readCommit(objects, first).tree,
  )
  const changes = Object.entries(files)
  for (const [path, change] of changes) if (change === null) removeFile(draft, path)
  for (const [path, change] of changes) {
    if (change === null) continue
    const { mode, bytes } = contentOf(change)
    putFile(draft, path, { mode, id: putObject(objects, makeBlob(bytes)) })
  }
  const tree = changes.length === 0 && first === undefined ? EMPTY_TREE : writeDraft(draft)
  const written = putObject(
    objects,
    makeCommit({
      tree,
      parents,
      author: signed(author),
      committer: signed(committer ?? author),
      message,
    }),
  )
  if (written !== id && !commit.rewritten) throw new Error(`is the commit ${written}, not ${id}`)
  return written
}

export function importTag(objects: ObjectDatabase, entry: Entry): string {
  const { id, name, target, target_type, message, tagger, ...tag } = tagModel.parse(entry)
  const fields: Omit<GitTag, 'id' | 'type'> = {
    name,
    target,
    targetType: target_type,
    message,
    tagger: signed(tagger),
  }
  const written = putObject(objects, makeTag(fields))
  if (written !== id && !tag.rewritten) throw new Error(`is the tag ${written}, not ${id}`)
  return written
}

function signed({ at, ...rest }: z.output<typeof signature>): Signature {
  return { ...rest, time: Date.parse(readTime(at) ?? '') / 1000 }
}

function contentOf(change: Exclude<z.output<typeof file>, null>) {
  const {
    mode,
    content = '',
    base64,
  } = typeof change === 'string' ? { mode: '100644' as const, content: change } : { ...change }
  const bytes = base64 === undefined ? undefined : decodeBase64(base64)
  return { mode, bytes: new Uint8Array(bytes ?? new TextEncoder().encode(content)) }
}
