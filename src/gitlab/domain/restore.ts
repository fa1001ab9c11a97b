import { openDraft, putFile, removeFile, writeDraft } from '../../git/draft.ts'
import { type ObjectDatabase, putObject, readCommit } from '../../git/objects/database.ts'
import {
  type FileMode,
  type GitCommit,
  type GitObject,
  type GitTag,
  identifyBody,
  makeBlob,
  makeCommit,
  makeTag,
  type ObjectId,
  type Raw,
} from '../../git/objects/objects.ts'
import { parseObject } from '../../git/objects/parse-object.ts'
import { EMPTY_TREE } from '../../git/objects/tree.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

/** A file of a commit; null for one that the commit removes. */
export type RestoredFile =
  | { readonly mode: FileMode; readonly bytes: Uint8Array }
  /** A submodule, at a commit of another repository. */
  | { readonly mode: '160000'; readonly id: ObjectId }
  | null

/** A commit with the files that it changes, by their paths. */
export interface RestoredCommit extends Omit<GitCommit, 'id' | 'type' | 'tree'> {
  readonly files: ReadonlyMap<string, RestoredFile>
}

/**
 * Writes a commit on top of its first parent, which must exist. Uses the original bytes where they name the same tree
 * and parents.
 */
export function restoreCommit(
  objects: ObjectDatabase,
  { files, ...commit }: RestoredCommit,
): ObjectId {
  const [first] = commit.parents
  const before = first === undefined ? undefined : readCommit(objects, first).tree
  const draft = openDraft(objects, before)
  for (const [path, file] of files) if (file === null) removeFile(draft, path)
  for (const [path, file] of files) {
    if (file === null) continue
    const id = file.mode === '160000' ? file.id : putObject(objects, makeBlob(file.bytes))
    putFile(draft, path, { mode: file.mode, id })
  }
  const tree = files.size === 0 && before === undefined ? EMPTY_TREE : writeDraft(draft)
  const raw = rawObject('commit', commit.raw)
  const isSame =
    raw?.type === 'commit' && raw.tree === tree && String(raw.parents) === String(commit.parents)
  return putObject(objects, isSame ? raw : makeCommit({ ...commit, tree }))
}

function rawObject(type: 'commit' | 'tag', raw: Raw): GitObject | undefined {
  return raw && parseObject(type, identifyBody(type, raw), raw).object
}

/** Writes an annotated tag. Uses the original bytes where they name the same object. */
export function restoreTag(objects: ObjectDatabase, tag: Omit<GitTag, 'id' | 'type'>): ObjectId {
  const raw = rawObject('tag', tag.raw)
  return putObject(objects, raw?.type === 'tag' && raw.target === tag.target ? raw : makeTag(tag))
}

/**
 * Inserts a record as it was exported, without validation by the domain and without consequences.
 * @throws ZodError where the values do not fit the model.
 * @throws Error where the id is taken.
 */
export function restoreRecord(
  store: Store,
  collection: TableName,
  values: Readonly<Record<string, unknown>>,
): void {
  store[collection].insertUnknown(values)
}
