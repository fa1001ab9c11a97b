import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { compareEntries } from './byte-order.ts'
import { cleanSignature, cleanText, type Signature, signatureText } from './signature.ts'

/** Forty lower-case hexadecimal digits: the SHA-1 that git gives the object. */
export type ObjectId = string

/** A file, an executable file, a symbolic link. */
export type FileMode = '100644' | '100755' | '120000'
/** A file, or a submodule: its id is that of a commit of another repository. */
export type LeafMode = FileMode | '160000'
export type EntryMode = LeafMode | '40000'

export interface TreeEntry {
  readonly name: string
  readonly mode: EntryMode
  readonly id: ObjectId
}

/**
 * The body of an object that another program wrote, where the fields alone would not give the same bytes: a signed
 * commit, a message that is no UTF-8, a tree with modes that are written no more. Its id is computed from them.
 */
export type Raw = Uint8Array | undefined

export interface GitBlob {
  readonly type: 'blob'
  readonly id: ObjectId
  /** Must not be changed: the id is computed from it. */
  readonly bytes: Uint8Array
}

export interface GitTree {
  readonly type: 'tree'
  readonly id: ObjectId
  /** In git's own order. */
  readonly entries: readonly TreeEntry[]
  readonly raw?: Raw
}

export interface GitCommit {
  readonly type: 'commit'
  readonly id: ObjectId
  readonly tree: ObjectId
  readonly parents: readonly ObjectId[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
  readonly raw?: Raw
}

export interface GitTag {
  readonly type: 'tag'
  readonly id: ObjectId
  readonly target: ObjectId
  readonly targetType: GitObject['type']
  readonly name: string
  /** Git did not write it before 2005. */
  readonly tagger: Signature | undefined
  readonly message: string
  readonly raw?: Raw
}

export type GitObject = GitBlob | GitTree | GitCommit | GitTag
type WithoutId<Kind> = Kind extends GitObject ? Omit<Kind, 'id'> : never
type Content = WithoutId<GitObject>

const encoder = new TextEncoder()

const ID_BYTES = 20
const MAX_BYTES_OF_A_UNIT = 3

/** The value of a lower-case hexadecimal digit. */
function digitAt(id: ObjectId, index: number): number {
  const code = id.charCodeAt(index)
  return code < 58 ? code - 48 : code - 87
}

/** Written in one piece: a wide folder is serialized anew for every commit below it. */
function treeBody(tree: Omit<GitTree, 'id'>): Uint8Array {
  const longest = (entry: TreeEntry) =>
    entry.mode.length + 2 + entry.name.length * MAX_BYTES_OF_A_UNIT + ID_BYTES
  const body = new Uint8Array(tree.entries.reduce((sum, entry) => sum + longest(entry), 0))
  let end = 0
  for (const { mode, name, id } of tree.entries) {
    end += encoder.encodeInto(`${mode} ${name}\0`, body.subarray(end)).written
    for (let digit = 0; digit < 2 * ID_BYTES; digit += 2) {
      body[end++] = 16 * digitAt(id, digit) + digitAt(id, digit + 1)
    }
  }
  return body.subarray(0, end)
}

function commitBody(commit: Omit<GitCommit, 'id'>): string {
  const parents = commit.parents.map((parent) => `parent ${parent}\n`).join('')
  const author = signatureText(commit.author)
  const committer = signatureText(commit.committer)
  return `tree ${commit.tree}\n${parents}author ${author}\ncommitter ${committer}\n\n${commit.message}`
}

function tagBody(tag: Omit<GitTag, 'id'>): string {
  const { target, targetType, name, message } = tag
  const tagger = tag.tagger === undefined ? '' : `tagger ${signatureText(tag.tagger)}\n`
  return `object ${target}\ntype ${targetType}\ntag ${name}\n${tagger}\n${message}`
}

/** What stands behind the header of an object, before compression. */
export function bodyOf(object: Content): Uint8Array {
  if (object.type !== 'blob' && object.raw !== undefined) return object.raw
  switch (object.type) {
    case 'blob':
      return object.bytes
    case 'tree':
      return treeBody(object)
    case 'commit':
      return encoder.encode(commitBody(object))
    case 'tag':
      return encoder.encode(tagBody(object))
  }
}

/** The content of the loose object before compression: `type size\0` and the body. */
export function serialize(object: Content): Uint8Array {
  const body = bodyOf(object)
  return concatBytes(encoder.encode(`${object.type} ${body.length}\0`), body)
}

const identify = (object: Content): ObjectId => identifyBody(object.type, bodyOf(object))

/** The id of an object by what stands behind its header. */
export function identifyBody(type: GitObject['type'], body: Uint8Array): ObjectId {
  const header = encoder.encode(`${type} ${body.length}\0`)
  return bytesToHex(sha1.create().update(header).update(body).digest())
}

/** Keeps a copy of the bytes, so that the caller may reuse the buffer. */
export function makeBlob(bytes: Uint8Array): GitBlob {
  const content = { type: 'blob', bytes: bytes.slice() } as const
  return { id: identify(content), ...content }
}

/** The entries may come in any order; no two may have the same name. */
export function makeTree(entries: Iterable<TreeEntry>): GitTree {
  const content = { type: 'tree', entries: [...entries].sort(compareEntries) } as const
  return { id: identify(content), ...content }
}

export type CommitFields = Omit<GitCommit, 'id' | 'type' | 'raw'>

/** Names and message are cleaned as git cleans them, so that `git fsck --strict` accepts the object. */
export function makeCommit(fields: CommitFields): GitCommit {
  const content = commitContent(fields)
  return { id: identify(content), ...content }
}

/** A commit as `makeCommit` makes it, but for its id. */
export function commitContent(fields: CommitFields): Omit<GitCommit, 'id'> {
  return {
    type: 'commit',
    tree: fields.tree,
    parents: [...fields.parents],
    author: cleanSignature(fields.author),
    committer: cleanSignature(fields.committer),
    message: cleanText(fields.message),
  }
}

export type TagFields = Omit<GitTag, 'id' | 'type' | 'raw'>

/** An annotated tag. The name is the short one (`v1.0`). */
export function makeTag(fields: TagFields): GitTag {
  const content = tagContent(fields)
  return { id: identify(content), ...content }
}

/** A tag as `makeTag` makes it, but for its id. */
export function tagContent(fields: TagFields): Omit<GitTag, 'id'> {
  return {
    type: 'tag',
    target: fields.target,
    targetType: fields.targetType,
    name: fields.name,
    tagger: fields.tagger && cleanSignature(fields.tagger),
    message: cleanText(fields.message),
  }
}
