import { bytesOf, byteText, decodeText } from '../../shared/text.ts'
import { bodyOf, commitContent, type GitObject, type ObjectId, tagContent } from './objects.ts'
import { parseTree } from './parse-tree.ts'
import { type ParsedObject, UnreadableObject } from './parsed-object.ts'
import { parseSignature } from './signature.ts'

/**
 * Parses an object from its body. The bytes are kept where the fields would not reproduce them; those of a blob are its
 * content. They must not be modified.
 * @throws UnreadableObject where the body does not match the type.
 */
export function parseObject(type: GitObject['type'], id: ObjectId, body: Uint8Array): ParsedObject {
  switch (type) {
    case 'blob':
      return { object: { type, id, bytes: body }, fault: undefined }
    case 'tree':
      return parseTree(id, body)
    case 'commit':
      return parseCommit(id, body)
    case 'tag':
      return parseTag(id, body)
  }
}

/** A cursor over the header lines before the message, decoded with one character per byte. */
class Headers {
  readonly message: Uint8Array
  fault: string | undefined
  readonly #lines: string[]
  #next = 0

  constructor(body: Uint8Array) {
    const end = endOfHeaders(body)
    const text = byteText(body, 0, end)
    this.message = body.subarray(Math.min(end + 1, body.length))
    this.#lines = text.split('\n').slice(0, -1)
    if (end === body.length && !text.endsWith('\n'))
      this.complain('unterminatedHeader', 'unterminated header')
    if (text.includes('\0')) this.complain('nulInHeader', 'unterminated header: NUL in the header')
  }

  complain(kind: string, words: string): void {
    this.fault ??= `${kind}: ${words}`
  }

  /** Returns the value of the next line, and advances, if the line begins with a word; otherwise returns undefined. */
  take(word: string): string | undefined {
    const line = this.#lines[this.#next]
    if (!line?.startsWith(`${word} `)) return undefined
    this.#next += 1
    return line.slice(word.length + 1)
  }

  /**
   * Does the same for a mandatory line.
   * @throws UnreadableObject where the line is missing.
   */
  need(word: string, kind: string): string {
    const value = this.take(word)
    if (value !== undefined) return value
    throw new UnreadableObject(`${kind}: invalid format - expected '${word}' line`)
  }

  needId(word: string, missing: string, kind: string): ObjectId {
    return checkedId(this.need(word, missing), word, kind)
  }

  /** Returns the value of a header at any position. */
  find(word: string): string | undefined {
    return this.#lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1)
  }
}

/** Finds the end of the last line before the message. */
function endOfHeaders(body: Uint8Array): number {
  for (let at = body.indexOf(LINE_FEED); at >= 0; at = body.indexOf(LINE_FEED, at + 1)) {
    if (body[at + 1] === LINE_FEED) return at + 1
  }
  return body.length
}

const LINE_FEED = 10

function checkedId(id: string, word: string, kind: string): ObjectId {
  if (/^[0-9a-f]{40}$/.test(id)) return id
  throw new UnreadableObject(`${kind}: invalid '${word}' line format - bad sha1`)
}

function parseCommit(id: ObjectId, body: Uint8Array): ParsedObject {
  const headers = new Headers(body)
  const tree = headers.needId('tree', 'missingTree', 'badTreeSha1')
  const parents: ObjectId[] = []
  for (let parent = headers.take('parent'); parent !== undefined; parent = headers.take('parent')) {
    parents.push(checkedId(parent, 'parent', 'badParentSha1'))
  }
  const read = readerOf(headers.find('encoding'))
  const author = signatureIn(headers, 'author', 'missingAuthor', read)
  while (headers.take('author') !== undefined) {
    headers.complain('multipleAuthors', "invalid format - multiple 'author' lines")
  }
  const committer = signatureIn(headers, 'committer', 'missingCommitter', read)
  if (headers.message.includes(0))
    headers.complain('nulInCommit', 'NUL byte in the commit object body')
  const fields = { tree, parents, author, committer, message: read(headers.message) }
  const commit = { type: 'commit', id, ...fields } as const
  const isAsWritten = isEqual(bodyOf(commitContent(fields)), body)
  return { object: isAsWritten ? commit : { ...commit, raw: body }, fault: headers.fault }
}

const TYPES: readonly GitObject['type'][] = ['blob', 'tree', 'commit', 'tag']

function parseTag(id: ObjectId, body: Uint8Array): ParsedObject {
  const headers = new Headers(body)
  const target = headers.needId('object', 'missingObject', 'badObjectSha1')
  const type = headers.need('type', 'missingTypeEntry')
  const targetType = TYPES.find((known) => known === type)
  if (targetType === undefined) throw new UnreadableObject("badType: invalid 'type' value")
  const name = decodeText(bytesOf(headers.need('tag', 'missingTagEntry')))
  const read = readerOf(headers.find('encoding'))
  const hasTagger = headers.find('tagger') !== undefined
  const tagger = hasTagger ? signatureIn(headers, 'tagger', 'missingTaggerEntry', read) : undefined
  const fields = { target, targetType, name, tagger, message: read(headers.message) }
  const tag = { type: 'tag', id, ...fields } as const
  const isAsWritten = isEqual(bodyOf(tagContent(fields)), body)
  return { object: isAsWritten ? tag : { ...tag, raw: body }, fault: headers.fault }
}

function signatureIn(
  headers: Headers,
  word: string,
  missing: string,
  read: (bytes: Uint8Array) => string,
) {
  const { signature, fault } = parseSignature(headers.need(word, missing))
  if (fault) headers.complain(fault[0], `invalid author/committer line - ${fault[1]}`)
  const { name, email } = signature
  return { ...signature, name: read(bytesOf(name)), email: read(bytesOf(email)) }
}

/** Returns a decoder for the encoding that a header names; for UTF-8 where there is none, or it is unknown. */
function readerOf(encoding: string | undefined): (bytes: Uint8Array) => string {
  if (encoding === undefined) return decodeText
  try {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true })
    return (bytes) => decoder.decode(bytes)
  } catch {
    return decodeText
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
