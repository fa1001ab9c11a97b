import { byteText, decodeText } from '../../shared/text.ts'
import { pathFaultOf } from '../path.ts'
import type { RefusalKind } from '../refusal.ts'
import { compareEntries } from './byte-order.ts'
import type { EntryMode, GitTree, ObjectId, TreeEntry } from './objects.ts'
import { type ParsedObject, UnreadableObject } from './parsed-object.ts'
import { fileIn } from './tree.ts'

const SPACE = 32
const ID_BYTES = 20
const LONGEST_MODE = 7
const NO_ID = '0'.repeat(2 * ID_BYTES)

/** A tree from its body. A name that is no UTF-8 is read with U+FFFD, and a mode as git takes it. */
export function parseTree(id: ObjectId, body: Uint8Array): ParsedObject {
  const entries: TreeEntry[] = []
  let isAsWritten = true
  let fault: string | undefined
  let before: Named | undefined
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(SPACE, at)
    const end = space < 0 ? -1 : body.indexOf(0, space)
    const written = byteText(body.subarray(at, Math.min(space, at + LONGEST_MODE + 1)))
    if (
      end < 0 ||
      end === space + 1 ||
      end + ID_BYTES >= body.length ||
      !/^[0-7]{1,7}$/.test(written)
    ) {
      throw new UnreadableObject('badTree: cannot be parsed as a tree')
    }
    const known = MODES[written]
    const mode = known ?? modeOf(Number.parseInt(written, 8))
    const bytes = body.subarray(space + 1, end)
    const name = decodeText(bytes)
    const entry = { name, mode, id: idAt(body, end + 1) }
    entries.push(entry)
    // With one character a byte, names are in the order of git whether they are UTF-8 or not.
    const named = { name: byteText(bytes), mode }
    const order = before === undefined ? -1 : compareEntries(before, named)
    if (order > 0) fault ??= 'treeNotSorted: not properly sorted'
    if (order === 0) fault ??= DUPLICATE
    fault ??= entryFault(entry)
    isAsWritten &&= known !== undefined && order <= 0 && isWritten(name, named.name)
    before = named
    at = end + 1 + ID_BYTES
  }
  if (!isAsWritten) entries.sort(compareEntries)
  fault ??= duplicateFault(entries)
  const tree: GitTree = { type: 'tree', id, entries }
  return { object: isAsWritten ? tree : { ...tree, raw: body }, fault }
}

interface Named {
  readonly name: string
  readonly mode: EntryMode
}

const MODES: Readonly<Record<string, EntryMode>> = {
  '100644': '100644',
  '100755': '100755',
  '120000': '120000',
  '40000': '40000',
  '160000': '160000',
}

/** What a mode stands for that is written no more, such as 100664 or 040000. */
function modeOf(bits: number): EntryMode {
  switch (bits & 0o170000) {
    case 0o100000:
      return (bits & 0o100) === 0 ? '100644' : '100755'
    case 0o120000:
      return '120000'
    case 0o040000:
      return '40000'
    default:
      return '160000'
  }
}

const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function idAt(body: Uint8Array, start: number): ObjectId {
  let id = ''
  for (let at = start; at < start + ID_BYTES; at += 1) id += HEXADECIMAL[body[at] ?? 0]
  return id
}

/** Whether a name gives the bytes that it was read from. */
function isWritten(name: string, bytes: string): boolean {
  if (name === bytes || !name.includes('\ufffd')) return true
  return byteText(new TextEncoder().encode(name)) === bytes
}

const NAME_FAULTS: Partial<Record<RefusalKind, string>> = {
  'path-dot': "hasDot: contains '.'",
  'path-climbs': "hasDotdot: contains '..'",
  'path-git': "hasDotgit: contains '.git'",
  'path-too-long': 'largePathname: contains excessively large pathname',
}

function entryFault({ name, mode, id }: TreeEntry): string | undefined {
  if (id === NO_ID) return 'nullSha1: contains entries pointing to null sha1'
  if (name.includes('/')) return 'fullPathname: contains full pathnames'
  if (mode === '120000' && name.toLowerCase() === '.gitmodules') {
    return 'gitmodulesSymlink: .gitmodules is a symbolic link'
  }
  const [kind] = pathFaultOf(name) ?? []
  return kind && (NAME_FAULTS[kind] ?? 'badName: contains a bad name')
}

const DUPLICATE = 'duplicateEntries: contains duplicate file entries'

/** A file and a folder of one name need not stand side by side. Names that are no UTF-8 may look alike. */
function duplicateFault(entries: readonly TreeEntry[]): string | undefined {
  const isTwice = entries.some(
    ({ name, mode }) =>
      mode === '40000' && !name.includes('\ufffd') && fileIn(entries, name) !== undefined,
  )
  return isTwice ? DUPLICATE : undefined
}
