import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { compareEntries } from './byte-order.ts'
import { cleanSignature, cleanText, type Signature, signatureText } from './signature.ts'

/** The SHA-1 of an object in 40 lower-case hexadecimal digits. */
export type ObjectId = string

/** A regular file, an executable file or a symbolic link. */
export type FileMode = '100644' | '100755' | '120000'
/** A file, or a submodule, whose id is that of a commit in another repository. */
export type LeafMode = FileMode | '160000'
export type EntryMode = LeafMode | '40000'

export interface TreeEntry {
  readonly name: string
  readonly mode: EntryMode
  readonly id: ObjectId
}

/**
 * The body of an object of another program whose fields alone do not reproduce it: a signed commit, a message that is
 * not UTF-8, a tree with obsolete modes. The id is computed from these bytes.
 */
export type Raw = Uint8Array | undefined

export interface GitBlob {
  readonly type: 'blob'
  readonly id: ObjectId
  /** Must not be modified, since the id is computed from it. */
  readonly bytes: Uint8Array
}

export interface GitTree {
  readonly type: 'tree'
  readonly id: ObjectId
  /** In the order of git. */
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
  /** Missing in tags that git wrote before 2005. */
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

/** Returns the value of a lower-case hexadecimal digit. */
function digitAt(id: ObjectId, index: number): number {
  const code = id.charCodeAt(index)
  return code < 58 ? code - 48 : code - 87
}

/** Serializes into a single buffer, since a wide folder is serialized again for every commit that changes it. */
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

/** Returns the body of an object: its content after the header, before compression. */
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

/** Serializes a loose object before compression: `type size\0` and the body. */
export function serialize(object: Content): Uint8Array {
  const body = bodyOf(object)
  return concatBytes(encoder.encode(`${object.type} ${body.length}\0`), body)
}

const identify = (object: Content): ObjectId => identifyBody(object.type, bodyOf(object))

/** Computes the id of an object from its body. */
export function identifyBody(type: GitObject['type'], body: Uint8Array): ObjectId {
  const header = encoder.encode(`${type} ${body.length}\0`)
  return bytesToHex(sha1.create().update(header).update(body).digest())
}

/** Makes a blob from a copy of the bytes, so that the caller can reuse the buffer. */
export function makeBlob(bytes: Uint8Array): GitBlob {
  const content = { type: 'blob', bytes: bytes.slice() } as const
  return { id: identify(content), ...content }
}

/** Makes a tree from entries in any order, with unique names. */
export function makeTree(entries: Iterable<TreeEntry>): GitTree {
  const content = { type: 'tree', entries: [...entries].sort(compareEntries) } as const
  return { id: identify(content), ...content }
}

export type CommitFields = Omit<GitCommit, 'id' | 'type' | 'raw'>

/** Makes a commit. Names and the message are cleaned like in git, so that `git fsck --strict` accepts the object. */
export function makeCommit(fields: CommitFields): GitCommit {
  const content = commitContent(fields)
  return { id: identify(content), ...content }
}

/** Returns a commit in the form of `makeCommit`, without its id. */
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

/** Makes an annotated tag; the name is short (`v1.0`). */
export function makeTag(fields: TagFields): GitTag {
  const content = tagContent(fields)
  return { id: identify(content), ...content }
}

/** Returns a tag in the form of `makeTag`, without its id. */
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
