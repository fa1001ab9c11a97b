import { blankNote, forbidden, noInternalNote } from '../../../contract/errors.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { level } from '../../access/abilities.ts'
import { readsInternalNotes } from '../../access/tracker-visibility.ts'
import { type Context, fireHooks } from '../context.ts'
import { noteSuggestions } from '../discussions/suggestions.ts'
import { recordEvent } from '../events.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { awardEmoji, checkAward, emojiAlone, mayAward } from '../tracker/award-emoji.ts'
import { aboutNote } from '../tracker/events.ts'
import { type Discussed, type Noteable, touch } from '../tracker/noteable.ts'
import { applyCommands } from '../tracker/slash-commands/apply.ts'
import {
  type CommandTarget,
  type CommandUpdates,
  type Interpretation,
  mayChange,
} from '../tracker/slash-commands/command.ts'
import { interpretCommands } from '../tracker/slash-commands/interpret.ts'
import { followComment } from '../tracker/text-consequences.ts'

/** The attributes of a new comment in a request. */
export interface NewNoteRequest {
  readonly body: string
  readonly created_at?: string | undefined
  readonly internal?: boolean | undefined
}

/** The attributes of a new note after validation. */
export interface NewNote
  extends Partial<
    Pick<
      NoteRecord,
      | 'id'
      | 'discussion_id'
      | 'resolvable'
      | 'resolved'
      | 'resolved_by_id'
      | 'resolved_at'
      | 'position'
      | 'original_position'
      | 'commit_id'
      | 'path'
      | 'line'
      | 'line_type'
    >
  > {
  readonly body: string
  /** Whether the note is internal, visible to members only. */
  readonly internal?: boolean | undefined
  /** ISO 8601; defaults to the time of the context. */
  readonly created_at?: string | undefined
}

/** The result of parsing a comment: a note with quick actions, or an award where the body is a single emoji. */
export type Comment =
  | {
      readonly kind: 'note'
      /** The note; undefined where the comment has quick actions only. */
      readonly note: NewNote | undefined
      readonly commands: CommandUpdates
    }
  | { readonly kind: 'award'; readonly awarded: Noteable; readonly emoji: string }

export type Commented =
  | { readonly kind: 'note'; readonly note: NoteRecord; readonly commands: CommandUpdates }
  | { readonly kind: 'commands'; readonly commands: CommandUpdates }
  | { readonly kind: 'award'; readonly award: AwardEmojiRecord }

/** Throws 403 where the caller may not comment in the project, or is no member and the discussion is locked. */
export function mustComment(context: Context, discussed: Discussed): void {
  const { viewer, store } = context
  const { project, type } = discussed
  mustBeWritable(context, project)
  viewer.must('create_note', project)
  if (type === 'Snippet' || type === 'Commit') return
  const { id } = discussed
  const target = type === 'Issue' ? store.issues.get(id) : store.mergeRequests.get(id)
  const isMember = viewer.isAdmin || viewer.projectLevel(project) > level.none
  if (target?.discussion_locked && !isMember) throw forbidden()
}

/**
 * Parses the comment of a request. Throws 400 for a blank body, and for an emoji that the caller already awarded. Only
 * administrators and the owner of the project can set `created_at`.
 */
export function checkComment(
  context: Context,
  discussed: Discussed,
  { body, created_at, internal }: NewNoteRequest,
): Comment {
  checkBody(body)
  if (internal && !readsInternalNotes(context.viewer, discussed.project, discussed.type)) {
    throw noInternalNote()
  }
  const emoji = context.release.emojiCommentsAward ? emojiAlone(body) : undefined
  if (emoji !== undefined && discussed.type !== 'Commit' && mayAward(context, discussed, emoji)) {
    checkAward(context, discussed, emoji)
    return { kind: 'award', awarded: discussed, emoji }
  }
  const { text, updates: commands } = readComment(context, discussed, body)
  const mayDate = context.viewer.can('own_project', discussed.project)
  const note = { body: text, internal, created_at: mayDate ? created_at : undefined }
  return { kind: 'note', note: text === '' ? undefined : note, commands }
}

/**
 * Parses quick actions, which only work for callers who may change the issue or the merge request; others write text.
 */
function readComment(context: Context, discussed: Discussed, body: string): Interpretation {
  const target = commandTargetOf(context, discussed)
  if (!target || !mayChange(context, target)) return { text: body, updates: {} }
  return interpretCommands(context, target, body)
}

function commandTargetOf({ store }: Context, discussed: Discussed): CommandTarget | undefined {
  const { type, project } = discussed
  switch (type) {
    case 'Issue':
      return { type, project, record: store.issues.get(discussed.id) }
    case 'MergeRequest':
      return { type, project, record: store.mergeRequests.get(discussed.id) }
    case 'Snippet':
    case 'Commit':
      return undefined
  }
}

/** Throws 400 for a blank body. */
export function checkBody(body: string): void {
  if (body.trim() === '') throw blankNote()
}

/** Comments as the caller: first adds the note, then applies the quick actions. */
export function comment(context: Context, discussed: Discussed, what: Comment): Commented {
  switch (what.kind) {
    case 'note': {
      const note = what.note && createNote(context, discussed, what.note)
      const target = commandTargetOf(context, discussed)
      if (target) applyCommands(context, target, what.commands)
      const { commands } = what
      return note ? { kind: 'note', note, commands } : { kind: 'commands', commands }
    }
    case 'award':
      return { kind: 'award', award: awardEmoji(context, what.awarded, what.emoji) }
  }
}

/** Adds a note of the caller, with the consequences of its text. */
export function createNote(context: Context, discussed: Discussed, note: NewNote): NoteRecord {
  const { store, viewer, now, release } = context
  const { type, project } = discussed
  const created_at = note.created_at ?? now
  const created = store.notes.insert({
    id: note.id,
    project_id: project.id,
    noteable_type: type,
    noteable_id: type === 'Commit' ? null : discussed.id,
    commit_id: type === 'Commit' ? discussed.commit.id : note.commit_id,
    author_id: viewer.signedIn().id,
    body: note.body,
    discussion_id: note.discussion_id,
    resolvable: note.resolvable,
    resolved: note.resolved,
    resolved_by_id: note.resolved_by_id,
    resolved_at: note.resolved_at,
    internal: note.internal,
    path: note.path,
    line: note.line,
    line_type: note.line_type,
    position: note.position,
    original_position: note.original_position ?? note.position,
    created_at,
    updated_at: created_at,
  })
  if (type === 'Commit') {
    const target_title = titleOf(discussed.commit, release)
    recordEvent(context, 'commented on', project, { ...aboutNote(created), target_title })
  } else {
    touch(context, discussed)
    recordEvent(context, 'commented on', project, aboutNote(created))
    followComment(context, discussed, created)
  }
  noteSuggestions(store, created)
  fireHooks(context, { kind: 'note', action: 'create', note: created, user: viewer.signedIn() })
  return created
}
