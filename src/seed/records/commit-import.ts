import { readTime } from '../../contract/time.ts'
import type { ObjectDatabase } from '../../git/objects/database.ts'
import type { Signature } from '../../git/objects/signature.ts'
import { restoreCommit, restoreTag } from '../../gitlab/domain/restore.ts'
import { decodeBase64 } from '../../shared/base64.ts'
import { z } from '../../shared/zod.ts'
import type { Entry } from '../schema/records.ts'

const signature = z.strictObject({
  name: z.string(),
  email: z.string(),
  at: z.string(),
  offset: z._default(z.int(), 0),
})

const file = z.union([
  z.null(),
  z.string(),
  z.strictObject({
    mode: z.enum(['100644', '100755', '120000', '160000']),
    content: z.optional(z.string()),
    base64: z.optional(z.string()),
  }),
])

/**
 * Set by `rewritten` where the computed id may differ from the one in the seed, as after names were replaced. All
 * references to the given id then mean the computed one.
 */
const rewritten = z._default(z.boolean(), false)

const commitModel = z.strictObject({
  id: z.string(),
  rewritten,
  parents: z._default(z.array(z.string()), []),
  author: signature,
  committer: z.optional(signature),
  message: z.string(),
  raw: z.optional(z.string()),
  files: z.record(z.string(), file),
})

const tagModel = z.strictObject({
  id: z.string(),
  rewritten,
  name: z.string(),
  target: z.string(),
  target_type: z.enum(['commit', 'tag', 'tree', 'blob']),
  message: z.string(),
  tagger: z.optional(signature),
  raw: z.optional(z.string()),
})

/**
 * Writes a commit of an exported world and returns its id. Throws where that differs from the given one, unless the
 * entry is marked as rewritten.
 */
export function importCommit(objects: ObjectDatabase, entry: Entry): string {
  const commit = commitModel.parse(entry)
  const { id, parents, author, committer = author, message } = commit
  const files = new Map(
    Object.entries(commit.files).map(([path, change]) => [
      path,
      change === null ? null : contentOf(change),
    ]),
  )
  const written = restoreCommit(objects, {
    parents,
    author: signed(author),
    committer: signed(committer),
    message,
    files,
    raw: rawOf(commit),
  })
  if (written !== id && !commit.rewritten) throw new Error(`is the commit ${written}, not ${id}`)
  return written
}

export function importTag(objects: ObjectDatabase, entry: Entry): string {
  const { id, name, target, target_type, message, tagger, ...tag } = tagModel.parse(entry)
  const written = restoreTag(objects, {
    name,
    target,
    targetType: target_type,
    message,
    tagger: tagger && signed(tagger),
    raw: rawOf(tag),
  })
  if (written !== id && !tag.rewritten) throw new Error(`is the tag ${written}, not ${id}`)
  return written
}

/** Decodes the raw body of a commit that another program wrote. */
const rawOf = ({ raw }: { readonly raw?: string | undefined }) =>
  raw === undefined ? undefined : decodeBase64(raw)

function signed({ at, ...rest }: z.output<typeof signature>): Signature {
  return { ...rest, time: Date.parse(readTime(at) ?? '') / 1000 }
}

function contentOf(change: Exclude<z.output<typeof file>, null>) {
  const {
    mode,
    content = '',
    base64,
  } = typeof change === 'string' ? { mode: '100644' as const, content: change } : { ...change }
  if (mode === '160000') return { mode, id: content }
  const bytes = base64 === undefined ? undefined : decodeBase64(base64)
  return { mode, bytes: new Uint8Array(bytes ?? new TextEncoder().encode(content)) }
}
