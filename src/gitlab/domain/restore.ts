import { openDraft, putFile, removeFile, writeDraft } from '../../git/draft.ts'
import { type ObjectDatabase, putObject, readCommit } from '../../git/objects/database.ts'
import {
  type GitCommit,
  type GitTag,
  makeBlob,
  makeCommit,
  makeTag,
  type ObjectId,
} from '../../git/objects/objects.ts'
import { EMPTY_TREE } from '../../git/objects/tree.ts'
import type { Store } from '../../store/store.ts'
import type { TableName } from '../../store/tables.ts'

/** A file of a commit; null for one that the commit removes. */
export type RestoredFile = {
  readonly mode: '100644' | '100755' | '120000'
  readonly bytes: Uint8Array
} | null

/** A commit with the files that it changes, by their paths. */
export interface RestoredCommit extends Omit<GitCommit, 'id' | 'type' | 'tree'> {
  readonly files: ReadonlyMap<string, RestoredFile>
}

/** Writes a commit on top of its first parent, which is there already. */
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
    putFile(draft, path, { mode: file.mode, id: putObject(objects, makeBlob(file.bytes)) })
  }
  const tree = files.size === 0 && before === undefined ? EMPTY_TREE : writeDraft(draft)
  return putObject(objects, makeCommit({ ...commit, tree }))
}

/** Writes an annotated tag. */
export function restoreTag(objects: ObjectDatabase, tag: Omit<GitTag, 'id' | 'type'>): ObjectId {
  return putObject(objects, makeTag(tag))
}

/**
 * Writes a record as it was when it was exported: no rule is asked, and nothing follows.
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
