import { type ObjectDatabase, putObject, readTree } from './objects/database.ts'
import {
  type GitTree,
  type LeafMode,
  makeTree,
  type ObjectId,
  type TreeEntry,
} from './objects/objects.ts'
import { GitRefusal } from './refusal.ts'

export interface DraftFile {
  readonly mode: LeafMode
  readonly id: ObjectId
}

/** A folder opened for changes. Sub-trees are opened when a change passes through them; the others stay shared. */
interface Folder {
  readonly origin: GitTree | undefined
  readonly children: Map<string, TreeEntry | Folder>
  hasChanged: boolean
}

/** A tree that is being changed; nothing is written before `writeDraft`. */
export interface Draft {
  readonly objects: ObjectDatabase
  readonly root: Folder
  /** The number of folders made so far. */
  made: number
}

/** The maximum number of new folders in a commit: each is hashed, and a path of 4,096 characters has 2,048. */
const MAX_NEW_FOLDERS = 5000

function openFolder(objects: ObjectDatabase, treeId: ObjectId): Folder {
  const origin = readTree(objects, treeId)
  const children = new Map<string, TreeEntry | Folder>()
  for (const entry of origin.entries) children.set(entry.name, entry)
  return { origin, children, hasChanged: false }
}

const emptyFolder = (): Folder => ({ origin: undefined, children: new Map(), hasChanged: true })

/** Opens a draft from a tree, or an empty one. */
export function openDraft(objects: ObjectDatabase, treeId: ObjectId | undefined): Draft {
  const root = treeId === undefined ? emptyFolder() : openFolder(objects, treeId)
  return { objects, root, made: 0 }
}

function newFolder(draft: Draft): Folder {
  draft.made += 1
  if (draft.made <= MAX_NEW_FOLDERS) return emptyFolder()
  throw new GitRefusal('too-many-folders', `A commit makes at most ${MAX_NEW_FOLDERS} folders.`)
}

function isFolder(child: TreeEntry | Folder): child is Folder {
  return 'children' in child
}

/** Opens the sub-folder with a name; returns undefined where there is none, or the entry where it is a file. */
function step(draft: Draft, folder: Folder, name: string): Folder | TreeEntry | undefined {
  const child = folder.children.get(name)
  if (child === undefined || isFolder(child) || child.mode !== '40000') return child
  const opened = openFolder(draft.objects, child.id)
  folder.children.set(name, opened)
  return opened
}

/** Returns the file at a path of the draft; 'directory' for a folder; undefined where there is neither. */
export function draftEntry(draft: Draft, path: string): DraftFile | 'directory' | undefined {
  let child: Folder | TreeEntry | undefined = draft.root
  for (const name of path.split('/')) {
    if (child === undefined || !isFolder(child)) return undefined
    child = step(draft, child, name)
  }
  if (child === undefined) return undefined
  return isFolder(child) || child.mode === '40000'
    ? 'directory'
    : { mode: child.mode, id: child.id }
}

/**
 * Writes a file to a path, replacing an existing one; folders are made as needed.
 * @throws GitRefusal `path-is-directory`, or `parent-is-file`.
 */
export function putFile(draft: Draft, path: string, file: DraftFile): void {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  let folder = draft.root
  folder.hasChanged = true
  for (const component of folders) {
    const child: Folder | TreeEntry = step(draft, folder, component) ?? newFolder(draft)
    if (!isFolder(child)) {
      throw new GitRefusal('parent-is-file', `A parent of the path '${path}' is a file.`, path)
    }
    folder.children.set(component, child)
    child.hasChanged = true
    folder = child
  }
  const present = step(draft, folder, name)
  if (present !== undefined && isFolder(present)) {
    throw new GitRefusal('path-is-directory', `The path '${path}' is a directory.`, path)
  }
  folder.children.set(name, { name, mode: file.mode, id: file.id })
}

/** Removes a file or a folder, and folders that become empty, since git does not store those. */
export function removeFile(draft: Draft, path: string): void {
  const names = path.split('/')
  const folders: Folder[] = [draft.root]
  for (const name of names.slice(0, -1)) {
    const child = step(draft, folders.at(-1) ?? draft.root, name)
    if (child === undefined || !isFolder(child)) return
    folders.push(child)
  }
  for (const [index, folder] of [...folders.entries()].reverse()) {
    folder.hasChanged = true
    if (index === folders.length - 1 || folders[index + 1]?.children.size === 0) {
      folder.children.delete(names[index] ?? '')
    }
  }
}

function writeFolder(objects: ObjectDatabase, folder: Folder): ObjectId {
  if (!folder.hasChanged && folder.origin !== undefined) return folder.origin.id
  const entries: TreeEntry[] = []
  for (const [name, child] of folder.children) {
    const isOpened = isFolder(child)
    entries.push(isOpened ? { name, mode: '40000', id: writeFolder(objects, child) } : child)
  }
  return putObject(objects, makeTree(entries))
}

/** Writes the changed trees and returns the id of the root. */
export function writeDraft(draft: Draft): ObjectId {
  return writeFolder(draft.objects, draft.root)
}
