import type { NoteRecord } from '../../../store/models/note.ts'
import type { Page } from '../../../store/page.ts'
import { noteableKey } from '../../../store/record-keys.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { Presentation } from '../context.ts'
import { seesNote } from '../tracker/cross-references.ts'
import { type Discussed, keyOf } from '../tracker/noteable.ts'
import { isAboutEvent } from '../tracker/system-notes.ts'

/** A thread of notes, oldest first, or an individual note. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly [NoteRecord, ...NoteRecord[]]
}

const idLength = 40

/** Returns the id of the discussion that a note starts. */
export const discussionIdAfter = (noteId: number) => noteId.toString(16).padStart(idLength, '0')

/** Returns the id of a note's discussion; an individual note is a discussion of its own. */
export function discussionIdOf({ id, discussion_id }: NoteRecord): string {
  return discussion_id ?? discussionIdAfter(id)
}

/** Returns the type of a note; null for an individual one. */
export function typeOfNote({
  discussion_id,
  resolvable,
  position,
  path,
}: NoteRecord): 'DiffNote' | 'DiscussionNote' | null {
  if (position !== null || path !== null) return 'DiffNote'
  return discussion_id !== null || resolvable ? 'DiscussionNote' : null
}

/** Whether a discussion is an individual note. */
export function isIndividual({ notes: [first] }: Discussion): boolean {
  return typeOfNote(first) === null
}

/**
 * Returns the discussions on a record that the caller can see, in the order of their first notes. Only the discussions
 * of the requested page are assembled.
 */
export function discussionsOn(context: Presentation, discussed: Discussed): Page<Discussion> {
  const found = context.store.notes.by('noteable', keyOf(discussed), 'created_at')
  const begun = new Set<string>()
  const firsts = shown(context, discussed, found).filter(({ discussion_id }) => {
    const isFirst = discussion_id === null || !begun.has(discussion_id)
    if (discussion_id !== null) begun.add(discussion_id)
    return isFirst
  })
  const beginningWith = (note: NoteRecord) => discussionOf(context, discussed, discussionIdOf(note))
  return {
    total: firsts.length,
    page: (from, to) => firsts.slice(from, to).flatMap((first) => beginningWith(first) ?? []),
  }
}

/** Finds a discussion by id; undefined where it is missing or the caller cannot see it. */
export function discussionOf(
  context: Presentation,
  discussed: Discussed,
  id: string,
): Discussion | undefined {
  const { notes } = context.store
  const alone = notes.get(Number.parseInt(id, 16))
  const found = [...notes.by('discussion_id', id), ...(alone ? [alone] : [])]
  const key = keyOf(discussed)
  const own = found.filter((note) => noteableKey(note) === key && discussionIdOf(note) === id)
  return discussionOfNotes([...new Set(shown(context, discussed, own))].sort(byCreation))
}

function discussionOfNotes([first, ...replies]: readonly NoteRecord[]): Discussion | undefined {
  return first && { id: discussionIdOf(first), notes: [first, ...replies] }
}

/** Returns the notes that the caller can see, without those that are resource events in this release. */
function shown(
  context: Presentation,
  { project }: Discussed,
  notes: readonly NoteRecord[],
): NoteRecord[] {
  return notes.filter((note) => !isAboutEvent(note) && seesNote(context, project, note))
}

/** Whether a discussion is resolved: it has resolvable notes, and all of them are resolved. */
export function isResolved({ notes }: Discussion): boolean {
  return notes.some(isResolvable) && notes.every((note) => !isOpen(note))
}

export const isResolvable = ({ resolvable }: NoteRecord) => resolvable

/** Whether a note is resolvable but not resolved. */
export const isOpen = ({ resolvable, resolved }: NoteRecord) => resolvable && !resolved
