import { bytesOfLines, type FileLines, splitLines } from '../../../git/diff/file-lines.ts'
import { readCommit } from '../../../git/objects/database.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { decodeText } from '../../../shared/text.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { SuggestionRecord } from '../../../store/models/suggestion.ts'
import type { Store } from '../../../store/store.ts'
import { headOf, sourceHead } from '../merge-requests/range.ts'
import { isOpen } from '../merge-requests/states.ts'

/** A suggestion block of a note, for its line and a number of lines above and below it. */
interface Block {
  readonly above: number
  readonly below: number
  readonly content: string
}

/** The maximum number of lines above the line of a note, and below it, as in GitLab. */
const MAX_LINES = 100
/** The maximum number of suggestions in a note; further ones are ignored. */
const MAX_SUGGESTIONS = 20
/** The size of the largest file that suggestions can be for. */
const MAX_FILE_BYTES = 1024 * 1024

const opening = /^(`{3,})suggestion(?::-(\d{1,4})\+(\d{1,4}))?[ \t]*$/

/** Parses the suggestions of a text: fenced blocks such as ```` ```suggestion:-1+0 ````. */
function blocksIn(text: string): Block[] {
  const blocks: Block[] = []
  let fence: string | undefined
  let lines: string[] = []
  let range = { above: 0, below: 0 }
  for (const line of text.split('\n').map((each) => each.replace(/\r$/, ''))) {
    if (fence === undefined) {
      const [, marks, above = '0', below = '0'] = opening.exec(line) ?? []
      fence = marks
      lines = []
      range = { above: limitedLines(above), below: limitedLines(below) }
    } else if (line.trimEnd() === fence) {
      blocks.push({ ...range, content: lines.map((each) => `${each}\n`).join('') })
      fence = undefined
    } else lines.push(line)
  }
  return blocks.slice(0, MAX_SUGGESTIONS)
}

const limitedLines = (lines: string) => Math.min(Number(lines), MAX_LINES)

/** Stores the suggestions of a new or changed note, which replace those of its former text. */
export function noteSuggestions(store: Store, note: NoteRecord): void {
  store.suggestions.removeAll(store.suggestions.by('note_id', note.id))
  const { position, noteable_type, system } = note
  if (noteable_type !== 'MergeRequest' || system || !position?.new_line || !position.new_path)
    return
  const blocks = blocksIn(note.body)
  const file = blocks.length > 0 && fileAt(store, position.head_sha, position.new_path)
  if (!file) return
  for (const { above, below, content } of blocks) {
    const first = Math.max(1, position.new_line - above)
    const last = Math.min(file.count, position.new_line + below)
    store.suggestions.insert({
      note_id: note.id,
      lines_above: position.new_line - first,
      lines_below: last - position.new_line,
      from_content: textOf(file, first, last),
      to_content: content,
    })
  }
}

/** Returns the lines of a file; undefined where it is missing or too large. */
export function fileAt({ objects }: Store, commit: string, path: string): FileLines | undefined {
  const blob = blobAt(objects, readCommit(objects, commit).tree, path)
  if (!blob || blob.bytes.length > MAX_FILE_BYTES) return undefined
  const { lines } = objects.findings
  const file = lines.get(blob.id) ?? splitLines(blob.bytes)
  lines.set(blob.id, file)
  return file
}

/** Returns a range of lines, counted from 1. */
export function textOf(file: FileLines, first: number, last: number): string {
  return decodeText(bytesOfLines(file, first - 1, Math.min(last, file.count)))
}

/** Returns the current range of lines that a suggestion replaces. */
export function rangeOf(
  { lines_above, lines_below }: SuggestionRecord,
  { position }: NoteRecord,
): { readonly from: number; readonly to: number } {
  const line = position?.new_line ?? 0
  return { from: line - lines_above, to: line + lines_below }
}

/**
 * Returns why a suggestion is not applicable (`inapplicable_reason` in app/models/suggestion.rb); undefined where it
 * is.
 */
export function whyNotApplicable(
  store: Store,
  mergeRequest: MergeRequestRecord,
  note: NoteRecord,
  suggestion: SuggestionRecord,
): string | undefined {
  if (suggestion.applied) return "Can't apply this suggestion."
  if (!isOpen(mergeRequest)) {
    return mergeRequest.state === 'merged'
      ? 'This merge request was merged. To apply this suggestion, edit this file directly.'
      : 'This merge request is closed. To apply this suggestion, edit this file directly.'
  }
  if (sourceHead(store, mergeRequest) === undefined) {
    return "Can't apply as the source branch was deleted."
  }
  const { from, to } = rangeOf(suggestion, note)
  if (
    note.change_position ||
    contentNow(store, mergeRequest, note, from, to) !== suggestion.from_content
  ) {
    const lines = from === to ? 'this line was' : 'these lines were'
    return `Can't apply as ${lines} changed in a more recent version.`
  }
  if (suggestion.from_content === suggestion.to_content) {
    return 'This suggestion already matches its content.'
  }
  return undefined
}

function contentNow(
  store: Store,
  mergeRequest: MergeRequestRecord,
  { position }: NoteRecord,
  from: number,
  to: number,
): string {
  const head = headOf(store, mergeRequest)
  const file = head && position?.new_path && fileAt(store, head, position.new_path)
  return file ? textOf(file, from, to) : ''
}
