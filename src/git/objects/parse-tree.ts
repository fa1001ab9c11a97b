import { byteText, decodeText } from '../../shared/text.ts'
import { pathFaultOf } from '../path.ts'
import type { RefusalKind } from '../refusal.ts'
import { compareEntries } from './byte-order.ts'
import type { EntryMode, GitTree, ObjectId, TreeEntry } from './objects.ts'
import { type ParsedObject, UnreadableObject } from './parsed-object.ts'
import { fileIn } from './tree.ts'

const SPACE = 32
const ZERO = 48
const ID_BYTES = 20
const LONGEST_MODE = 7
const NO_ID = '0'.repeat(2 * ID_BYTES)

/**
 * Parses the body of a tree. A name that is not UTF-8 is decoded with U+FFFD, and an obsolete mode is mapped as git
 * does.
 */
export function parseTree(id: ObjectId, body: Uint8Array): ParsedObject {
  const entries: TreeEntry[] = []
  let isAsWritten = true
  let fault: string | undefined
  let before: Named | undefined
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(SPACE, at)
    const end = space < 0 ? -1 : body.indexOf(0, space)
    const bits = modeBits(body, at, space)
    if (end <= space + 1 || end + ID_BYTES >= body.length || bits === undefined) {
      throw new UnreadableObject('badTree: cannot be parsed as a tree')
    }
    const known = MODES.get(bits)
    const mode = known ?? modeOf(bits)
    // Decoded with one character per byte, names compare in the order of git even where they are not UTF-8.
    const named = { name: byteText(body, space + 1, end), mode }
    const isPlain = PLAIN_NAME.test(named.name)
    const name = isPlain ? named.name : decodeText(body.subarray(space + 1, end))
    const entry = { name, mode, id: idAt(body, end + 1) }
    entries.push(entry)
    const order = before === undefined ? -1 : compareEntries(before, named)
    if (order > 0) fault ??= 'treeNotSorted: not properly sorted'
    if (order === 0) fault ??= DUPLICATE
    fault ??= entryFault(entry, isPlain)
    const isPadded = body[at] === ZERO
    isAsWritten &&= known !== undefined && !isPadded && order <= 0 && isWritten(name, named.name)
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

/** Common names, for which only the length has to be checked. */
const PLAIN_NAME = /^[\w-][\w.-]{0,254}$/

/** Parses a mode of octal digits; undefined where it is malformed. */
function modeBits(body: Uint8Array, start: number, end: number): number | undefined {
  if (end <= start || end - start > LONGEST_MODE) return undefined
  let bits = 0
  for (let at = start; at < end; at += 1) {
    const digit = (body[at] ?? 0) - ZERO
    if (digit < 0 || digit > 7) return undefined
    bits = 8 * bits + digit
  }
  return bits
}

const MODES: ReadonlyMap<number, EntryMode> = new Map(
  (['100644', '100755', '120000', '40000', '160000'] as const).map((mode) => [
    Number.parseInt(mode, 8),
    mode,
  ]),
)

/** Maps obsolete modes such as 100664 to the present ones. */
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

const DIGITS = [...'0123456789abcdef'].map((digit) => digit.charCodeAt(0))

function idAt(body: Uint8Array, start: number): ObjectId {
  const codes: number[] = []
  for (let at = start; at < start + ID_BYTES; at += 1) {
    const byte = body[at] ?? 0
    codes.push(DIGITS[byte >> 4] ?? ZERO, DIGITS[byte & 15] ?? ZERO)
  }
  return String.fromCharCode(...codes)
}

/** Whether encoding a name reproduces its bytes. */
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

function entryFault({ name, mode, id }: TreeEntry, isPlain: boolean): string | undefined {
  if (id === NO_ID) return 'nullSha1: contains entries pointing to null sha1'
  if (isPlain) return undefined
  if (name.includes('/')) return 'fullPathname: contains full pathnames'
  if (mode === '120000' && name.toLowerCase() === '.gitmodules') {
    return 'gitmodulesSymlink: .gitmodules is a symbolic link'
  }
  const [kind] = pathFaultOf(name) ?? []
  return kind && (NAME_FAULTS[kind] ?? 'badName: contains a bad name')
}

const DUPLICATE = 'duplicateEntries: contains duplicate file entries'

/**
 * Finds a file and a folder with the same name, which need not be adjacent. Distinct names that are not UTF-8 can
 * decode to the same text, so these are ignored.
 */
function duplicateFault(entries: readonly TreeEntry[]): string | undefined {
  const isTwice = entries.some(
    ({ name, mode }) =>
      mode === '40000' && !name.includes('\ufffd') && fileIn(entries, name) !== undefined,
  )
  return isTwice ? DUPLICATE : undefined
}
