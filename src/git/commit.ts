import {
  type Draft,
  type DraftFile,
  draftEntry,
  openDraft,
  putFile,
  removeFile,
  writeDraft,
} from './draft.ts'
import { type ObjectDatabase, putObject, readCommit } from './objects/database.ts'
import {
  type FileMode,
  type GitBlob,
  type GitCommit,
  makeBlob,
  makeCommit,
  type ObjectId,
} from './objects/objects.ts'
import type { Signature } from './objects/signature.ts'
import { EMPTY_TREE } from './objects/tree.ts'
import { checkPath } from './path.ts'
import { GitRefusal } from './refusal.ts'

interface NewContent {
  readonly path: string
  readonly content: Uint8Array
  /** Defaults to the previous mode of the file, or that of a regular file. */
  readonly mode?: FileMode
}

export type CommitAction =
  | ({ readonly action: 'create' } & NewContent)
  | ({ readonly action: 'update' } & NewContent)
  | ({ readonly action: 'move'; readonly previousPath: string } & Omit<NewContent, 'content'> & {
        /** Defaults to the previous content of the file. */
        readonly content?: Uint8Array
      })
  | { readonly action: 'delete'; readonly path: string }
  | { readonly action: 'chmod'; readonly path: string; readonly mode: FileMode }

export interface CommitRequest {
  /** Undefined for a root commit. */
  readonly parent: ObjectId | undefined
  /** Applied in order: a later action sees the result of earlier ones. */
  readonly actions: readonly CommitAction[]
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
  /** Whether to create a commit even where nothing changes. */
  readonly mayBeEmpty?: boolean
}

function existingFile(draft: Draft, path: string): DraftFile {
  checkPath(path)
  const entry = draftEntry(draft, path)
  if (entry === 'directory') {
    throw new GitRefusal('path-is-directory', `The path '${path}' is a directory.`, path)
  }
  if (entry === undefined) {
    throw new GitRefusal('file-missing', `There is no file '${path}'.`, path)
  }
  return entry
}

function checkPathIsFree(draft: Draft, path: string): void {
  checkPath(path)
  const entry = draftEntry(draft, path)
  if (entry !== undefined && entry !== 'directory') {
    throw new GitRefusal('file-exists', `A file '${path}' exists already.`, path)
  }
}

function applyAction(draft: Draft, blobs: GitBlob[], action: CommitAction): void {
  const write = (content: Uint8Array, mode: FileMode) => {
    const blob = makeBlob(content)
    blobs.push(blob)
    putFile(draft, action.path, { mode, id: blob.id })
  }
  switch (action.action) {
    case 'create':
      checkPathIsFree(draft, action.path)
      write(action.content, action.mode ?? '100644')
      break
    case 'update': {
      const before = existingFile(draft, action.path)
      write(action.content, action.mode ?? fileMode(before))
      break
    }
    case 'move': {
      const before = existingFile(draft, action.previousPath)
      checkPathIsFree(draft, action.path)
      removeFile(draft, action.previousPath)
      if (action.content !== undefined) write(action.content, action.mode ?? fileMode(before))
      else putFile(draft, action.path, withMode(before, action.mode))
      break
    }
    case 'delete':
      existingFile(draft, action.path)
      removeFile(draft, action.path)
      break
    case 'chmod':
      putFile(draft, action.path, withMode(existingFile(draft, action.path), action.mode))
  }
}

/** Returns the mode of a file that is written over another one, or over a submodule. */
const fileMode = ({ mode }: DraftFile): FileMode => (mode === '160000' ? '100644' : mode)

/** Returns a file with another mode; a submodule keeps its own. */
function withMode(file: DraftFile, mode: FileMode | undefined): DraftFile {
  return mode === undefined || file.mode === '160000' ? file : { mode, id: file.id }
}

/**
 * The maximum number of components of all paths of a commit: each is looked up, and a path of 4,096 characters has
 * 2,048.
 */
const MAX_PATH_COMPONENTS = 100_000

/** @throws GitRefusal where the paths of the actions have too many components in total. */
export function checkPathComponents(actions: readonly CommitAction[]): void {
  let count = 0
  for (const action of actions) {
    count += componentsIn(action.path)
    if (action.action === 'move') count += componentsIn(action.previousPath)
  }
  if (count <= MAX_PATH_COMPONENTS) return
  throw new GitRefusal(
    'too-many-folders',
    `The paths of a commit have at most ${MAX_PATH_COMPONENTS} components.`,
  )
}

function componentsIn(path: string): number {
  let count = 1
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1
  return count
}

/**
 * Writes the commit that a list of actions makes on top of its parent. Refs are not changed: the caller moves the
 * branch.
 * @throws GitRefusal that names the path, where an action is impossible or, unless it may be empty, nothing would
 * change; no action is applied then.
 */
export function commitActions(objects: ObjectDatabase, request: CommitRequest): GitCommit {
  const { parent, actions, message, author, committer, mayBeEmpty = false } = request
  const before = parent === undefined ? undefined : readCommit(objects, parent).tree
  checkPathComponents(actions)
  const draft = openDraft(objects, before)
  const blobs: GitBlob[] = []
  for (const action of actions) applyAction(draft, blobs, action)
  const tree = writeDraft(draft)
  if (tree === (before ?? EMPTY_TREE) && !mayBeEmpty) {
    throw new GitRefusal('empty-commit', 'The commit would change nothing.')
  }
  for (const blob of blobs) putObject(objects, blob)
  const parents = parent === undefined ? [] : [parent]
  const commit = makeCommit({ tree, parents, message, author, committer })
  putObject(objects, commit)
  return commit
}
