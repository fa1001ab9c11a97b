import { decodeText, isBinary } from '../../shared/text.ts'
import type { ObjectDatabase } from '../objects/database.ts'
import type { LeafMode, ObjectId } from '../objects/objects.ts'
import { contentsOf, type Difference } from './difference.ts'
import {
  type FileLines,
  LINE_FEED,
  linesBetween,
  lineText,
  sizeOf,
  splitLines,
} from './file-lines.ts'
import { type LineChange, lineChanges } from './line-changes.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

const CONTEXT = 3
const MAX_HEADING = 80
const NO_OBJECT = '0'.repeat(40)

/** Groups changes whose context lines touch or overlap. */
function groupChanges(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = []
  let end = -Infinity
  for (const change of changes) {
    if (change.oldStart - end > 2 * CONTEXT) groups.push([])
    groups.at(-1)?.push(change)
    end = change.oldStart + change.oldCount
  }
  return groups
}

/** Formats a range: `12,5`; a count of one is omitted, and an empty range names the line before it. */
function range(start: number, count: number): string {
  const first = count === 0 ? start : start + 1
  return count === 1 ? String(first) : `${first},${count}`
}

const HEADING_START = /[A-Za-z$_]/
const SPACES = ' \t\n\v\f\r'

/**
 * Formats the function heading after the second @@ of a hunk as in git: the first 80 bytes, without trailing spaces.
 */
function headingText(line: string): string {
  let end = Math.min(line.length, MAX_HEADING)
  while (end > 0 && SPACES.includes(line.charAt(end - 1))) end -= 1
  return ` ${line.slice(0, end)}`
}

/**
 * Finds the heading of each hunk: the last line above it that begins like a definition. It must be called for hunks in
 * order, and only searches the lines since the previous hunk.
 */
function createHeadings(file: FileLines): (start: number) => string {
  let heading = ''
  let searched = 0
  return (start) => {
    for (let line = start - 1; line >= searched; line -= 1) {
      const first = String.fromCharCode(file.bytes[file.starts[line] ?? 0] ?? 0)
      if (!HEADING_START.test(first)) continue
      heading = headingText(lineText(file, line))
      break
    }
    searched = start
    return heading
  }
}

/** Collects texts and lines as bytes, which are decoded as UTF-8 once. */
class PatchWriter {
  #bytes: Uint8Array
  #length = 0

  /** `size` is the estimated number of bytes. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
  }

  /** Writes a text with one character per byte. */
  writeText(text: string): void {
    this.#reserve(text.length)
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[this.#length++] = text.charCodeAt(index)
    }
  }

  /** Writes lines, each with a prefix. */
  writeLines(mark: string, file: FileLines, start: number, end: number): void {
    if (start >= end) return
    const { bytes, starts } = file
    const last = starts[end] ?? 0
    const code = mark.charCodeAt(0)
    this.#reserve(last - (starts[start] ?? 0) + end - start)
    const target = this.#bytes
    let length = this.#length
    for (let line = start; line < end; line += 1) {
      target[length++] = code
      const next = starts[line + 1] ?? 0
      for (let index = starts[line] ?? 0; index < next; index += 1) {
        target[length++] = bytes[index] ?? 0
      }
    }
    this.#length = length
    if (bytes[last - 1] !== LINE_FEED) this.writeText('\n\\ No newline at end of file\n')
  }

  /** Returns the written text; invalid UTF-8 becomes U+FFFD. */
  read(): string {
    return decodeText(this.#bytes.subarray(0, this.#length))
  }

  #reserve(size: number): void {
    const needed = this.#length + size
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(2 * needed)
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

function writeHunk(
  patch: PatchWriter,
  old: FileLines,
  now: FileLines,
  group: readonly LineChange[],
  headingAbove: (start: number) => string,
): void {
  const extent = extentOf(old, now, group)
  if (extent === undefined) return
  const { oldStart, newStart, oldEnd, newEnd } = extent
  const ranges = `-${range(oldStart, oldEnd - oldStart)} +${range(newStart, newEnd - newStart)}`
  patch.writeText(`@@ ${ranges} @@${headingAbove(oldStart)}\n`)
  let unchanged = oldStart
  for (const { oldStart, oldCount, newStart, newCount } of group) {
    patch.writeLines(' ', old, unchanged, oldStart)
    patch.writeLines('-', old, oldStart, oldStart + oldCount)
    patch.writeLines('+', now, newStart, newStart + newCount)
    unchanged = oldStart + oldCount
  }
  patch.writeLines(' ', old, unchanged, oldEnd)
}

const encoder = new TextEncoder()
const ESCAPES: ReadonlyMap<number, string> = new Map(
  [...'abtnvfr'].map((letter, index) => [index + 7, `\\${letter}`]),
)

/** Quotes a path with unusual characters, like git with `core.quotePath`. */
function quoted(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what has to be quoted
  if (!/[\0-\x1f\x7f-\u{10ffff}"\\]/u.test(path)) return path
  const characters = [...encoder.encode(path)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte)
    return ESCAPES.get(byte) ?? `\\${byte.toString(8).padStart(3, '0')}`
  })
  return `"${characters.join('')}"`
}

const oldLabel = (each: Difference) => (each.newFile ? '/dev/null' : quoted(`a/${each.oldPath}`))
const newLabel = (each: Difference) =>
  each.deletedFile ? '/dev/null' : quoted(`b/${each.newPath}`)

/** Appends a tab to a name with a space, which marks its end. */
const ended = (label: string) => (label.includes(' ') ? `${label}\t` : label)

/** Returns the lines of a group of changes, including their context. */
function extentOf(old: FileLines, now: FileLines, group: readonly LineChange[]) {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const above = Math.min(CONTEXT, first.oldStart)
  return {
    oldStart: first.oldStart - above,
    newStart: first.newStart - above,
    oldEnd: Math.min(old.count, last.oldStart + last.oldCount + CONTEXT),
    newEnd: Math.min(now.count, last.newStart + last.newCount + CONTEXT),
  }
}

/** Estimates the number of bytes of all hunks. */
function sizeOfHunks(old: FileLines, now: FileLines, groups: readonly LineChange[][]): number {
  let size = 0
  for (const group of groups) {
    const extent = extentOf(old, now, group)
    if (extent) size += sizeOf(linesBetween(old, extent.oldStart, extent.oldEnd))
    for (const { newStart, newCount } of group) {
      size += sizeOf(linesBetween(now, newStart, newStart + newCount))
    }
  }
  return size
}

/** The size from which a diff is not shown (GitLab 8.15: `Gitlab::Git::Diff::DIFF_SIZE_LIMIT`). */
export const MAX_PATCH_BYTES = 100 * 1024

/**
 * Formats a difference as the `diff` of the v3 API, without git's header lines: `--- a/…`, `+++ b/…` and the hunks, or
 * a line for binary files that differ, or nothing for equal content. Undefined where it is too large to show, or
 * exceeds the budget.
 */
export function boundedPatch(
  objects: ObjectDatabase,
  difference: Difference,
  budget: WorkBudget = createWorkBudget(),
): string | undefined {
  return patchOf(objects, difference, budget, MAX_PATCH_BYTES)
}

/** Formats a difference like `boundedPatch`, whatever its size. */
export function patchText(objects: ObjectDatabase, difference: Difference): string {
  const budget = { ...createWorkBudget(), textBytes: Infinity }
  return patchOf(objects, difference, budget, Infinity) ?? ''
}

function patchOf(
  objects: ObjectDatabase,
  difference: Difference,
  budget: WorkBudget,
  limit: number,
): string | undefined {
  if (difference.oldBlob === difference.newBlob) return ''
  const [before, after] = contentsOf(objects, difference)
  const labels = [oldLabel(difference), newLabel(difference)] as const
  if (isBinary(before) || isBinary(after)) {
    return `Binary files ${labels[0]} and ${labels[1]} differ\n`
  }
  const old = splitLines(before)
  const now = splitLines(after)
  const headingAbove = createHeadings(old)
  const groups = groupChanges(lineChanges(old, now, budget))
  const size = sizeOfHunks(old, now, groups)
  if (size >= limit || size > budget.textBytes) return undefined
  budget.textBytes -= size
  if (groups.length === 0) return ''
  const patch = new PatchWriter(size + size / 8)
  for (const group of groups) writeHunk(patch, old, now, group, headingAbove)
  return `--- ${ended(labels[0])}\n+++ ${ended(labels[1])}\n${patch.read()}`
}

function modeLines({ oldMode, newMode }: Difference): string {
  if (oldMode === undefined) return `new file mode ${newMode}\n`
  if (newMode === undefined) return `deleted file mode ${oldMode}\n`
  return oldMode === newMode ? '' : `old mode ${oldMode}\nnew mode ${newMode}\n`
}

function renameLines({ similarity, oldPath, newPath }: Difference): string {
  if (similarity === undefined) return ''
  const names = `rename from ${quoted(oldPath)}\nrename to ${quoted(newPath)}\n`
  return `similarity index ${similarity}%\n${names}`
}

function indexLine({ oldBlob, newBlob, oldMode, newMode }: Difference): string {
  if (oldBlob === newBlob) return ''
  const mode = oldMode === newMode ? ` ${oldMode}` : ''
  const name = (id: ObjectId | undefined) => id ?? NO_OBJECT
  return `index ${name(oldBlob)}..${name(newBlob)}${mode}\n`
}

const kindOf = (mode: LeafMode) => (mode === '100755' ? '100644' : mode)

/** Splits a change between a file and a symbolic link or submodule into a deletion and an addition. */
function withoutTypeChange(difference: Difference): readonly Difference[] {
  const { oldMode, newMode } = difference
  if (oldMode === undefined || newMode === undefined || kindOf(oldMode) === kindOf(newMode)) {
    return [difference]
  }
  return [
    { ...difference, newMode: undefined, newBlob: undefined, deletedFile: true },
    { ...difference, oldMode: undefined, oldBlob: undefined, newFile: true },
  ]
}

/** Returns the output of `git diff --full-index -M` for some differences. */
export function gitDiff(objects: ObjectDatabase, differences: readonly Difference[]): string {
  return differences
    .flatMap(withoutTypeChange)
    .map((each) => {
      const title = `diff --git ${quoted(`a/${each.oldPath}`)} ${quoted(`b/${each.newPath}`)}\n`
      const header = `${title}${modeLines(each)}${renameLines(each)}${indexLine(each)}`
      return header + patchText(objects, each)
    })
    .join('')
}
