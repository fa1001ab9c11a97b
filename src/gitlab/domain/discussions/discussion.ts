import type { NoteRecord } from '../../../store/models/note.ts'
import type { Page } from '../../../store/page.ts'
import { noteableKey } from '../../../store/record-keys.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { Presentation } from '../context.ts'
import { seesNote } from '../tracker/cross-references.ts'
import { type Discussed, keyOf } from '../tracker/noteable.ts'
import { isAboutEvent } from '../tracker/system-notes.ts'

/** Notes that answer each other, oldest first, or one that stands alone. */
export interface Discussion {
  readonly id: string
  readonly notes: readonly [NoteRecord, ...NoteRecord[]]
}

const idLength = 40

/** The id of a discussion that a note begins. */
export const discussionIdAfter = (noteId: number) => noteId.toString(16).padStart(idLength, '0')

/** The id of the discussion that a note is of; one that stands alone is a discussion of its own. */
export function discussionIdOf({ id, discussion_id }: NoteRecord): string {
  return discussion_id ?? discussionIdAfter(id)
}

/** How a note takes part: null where it stands alone. */
export function typeOfNote({
  discussion_id,
  resolvable,
  position,
  path,
}: NoteRecord): 'DiffNote' | 'DiscussionNote' | null {
  if (position !== null || path !== null) return 'DiffNote'
  return discussion_id !== null || resolvable ? 'DiscussionNote' : null
}

/** Whether a discussion is a note that stands alone. */
export function isIndividual({ notes: [first] }: Discussion): boolean {
  return typeOfNote(first) === null
}

/**
 * The discussions of something that the caller sees, in the order in which they began. Those of a page alone are put
 * together.
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

/** A discussion of something by its id; undefined where there is none, or the caller sees nothing of it. */
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

/** Those that the caller sees; what is an event in this release is no note. */
function shown(
  context: Presentation,
  { project }: Discussed,
  notes: readonly NoteRecord[],
): NoteRecord[] {
  return notes.filter((note) => !isAboutEvent(note) && seesNote(context, project, note))
}

/** Whether all is resolved of it that can be. */
export function isResolved({ notes }: Discussion): boolean {
  return notes.some(isResolvable) && notes.every((note) => !isOpen(note))
}

export const isResolvable = ({ resolvable }: NoteRecord) => resolvable

/** Whether a note waits to be resolved. */
export const isOpen = ({ resolvable, resolved }: NoteRecord) => resolvable && !resolved
