import { z } from 'zod'
import { decodeBase64 } from '../../base64.ts'
import { readTime } from '../../contract/time.ts'
import { type ObjectDatabase, putObject, readCommit } from '../../git/database.ts'
import { openDraft, putFile, removeFile, writeDraft } from '../../git/draft.ts'
import { type GitTag, makeBlob, makeCommit, makeTag } from '../../git/objects.ts'
import type { Signature } from '../../git/signature.ts'
import { EMPTY_TREE } from '../../git/tree.ts'
import type { Entry } from './schema.ts'

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

const commitModel = z.strictObject({
  id: z.string(),
  parents: z.array(z.string()).default([]),
  author: signature,
  committer: signature.optional(),
  message: z.string(),
  files: z.record(z.string(), file),
})

const tagModel = z.strictObject({
  id: z.string(),
  name: z.string(),
  target: z.string(),
  target_type: z.enum(['commit', 'tag', 'tree', 'blob']),
  message: z.string(),
  tagger: signature,
})

/** Writes a commit of an exported world; throws where it does not come to the id that it says. */
export function importCommit(objects: ObjectDatabase, entry: Entry): void {
  const { id, parents, author, committer, message, files } = commitModel.parse(entry)
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
  if (written !== id) throw new Error(`is the commit ${written}, not ${id}`)
}

export function importTag(objects: ObjectDatabase, entry: Entry): void {
  const { id, name, target, target_type, message, tagger } = tagModel.parse(entry)
  const fields: Omit<GitTag, 'id' | 'type'> = {
    name,
    target,
    targetType: target_type,
    message,
    tagger: signed(tagger),
  }
  const written = putObject(objects, makeTag(fields))
  if (written !== id) throw new Error(`is the tag ${written}, not ${id}`)
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
