import type { Note, NoteCommands, Suggestion } from '../../../contract/generated/v4/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Presentation } from '../../domain/context.ts'
import { typeOfNote } from '../../domain/discussions/discussion.ts'
import { existingUser } from '../../domain/lookups.ts'
import type { CommandUpdates } from '../../domain/tracker/slash-commands/command.ts'
import { suggestionResource } from './suggestion.ts'
import { userBasic } from './user.ts'

/** Returns a comment or a system note, with the changes of its quick actions (schemas/v4/resources/note.json). */
export function noteResource(
  note: NoteRecord,
  presentation: Presentation,
  commands: CommandUpdates = {},
): Note {
  const { id, body, system, noteable_type, internal } = note
  return {
    id,
    type: typeOfNote(note),
    body,
    author: userBasic(existingUser(presentation, note.author_id), presentation),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system,
    noteable_id: note.noteable_id,
    noteable_type,
    project_id: note.project_id,
    commit_id: noteable_type === 'Commit' ? null : note.commit_id,
    ...(note.position && { position: note.position }),
    ...(note.position && noteable_type === 'MergeRequest'
      ? { suggestions: suggestionsOf(note, presentation) }
      : {}),
    resolvable: note.resolvable,
    ...(note.resolvable ? resolution(note, presentation) : {}),
    confidential: internal,
    internal,
    imported: false,
    imported_from: 'none',
    noteable_iid: iidOfNoteable(note, presentation),
    commands_changes: changesOf(commands),
  }
}

function suggestionsOf(note: NoteRecord, presentation: Presentation): Suggestion[] {
  const mergeRequest = presentation.store.mergeRequests.get(note.noteable_id ?? 0)
  if (!mergeRequest) return []
  return presentation.store.suggestions
    .by('note_id', note.id)
    .map((one) => suggestionResource(one, note, mergeRequest, presentation))
}

function resolution(
  { resolved, resolved_by_id, resolved_at }: NoteRecord,
  presentation: Presentation,
): Pick<Note, 'resolved' | 'resolved_by' | 'resolved_at'> {
  const resolver = resolved_by_id === null ? null : existingUser(presentation, resolved_by_id)
  return { resolved, resolved_by: resolver && userBasic(resolver, presentation), resolved_at }
}

function iidOfNoteable(
  { noteable_type, noteable_id }: NoteRecord,
  { store }: Presentation,
): number | null {
  const id = noteable_id ?? 0
  switch (noteable_type) {
    case 'Issue':
      return store.issues.get(id)?.iid ?? null
    case 'MergeRequest':
      return store.mergeRequests.get(id)?.iid ?? null
    case 'Snippet':
    case 'Commit':
      return null
  }
}

/** Returns the changes of a comment with quick actions only (schemas/v4/resources/note-commands.json). */
export function noteCommands(commands: CommandUpdates): NoteCommands {
  const commands_changes = changesOf(commands)
  const names = Object.keys(commands_changes)
  const summary = names.length === 0 ? [] : [`Changed ${names.join(', ')}.`]
  return { commands_changes, summary }
}

/** Returns the changes of quick actions by the names of the corresponding parameters. */
function changesOf(commands: CommandUpdates): Record<string, unknown> {
  const { assignee_id, labels, todo, subscribed, isMerged, isWorkInProgress, isRebased, ...same } =
    commands
  return omitUndefined({
    ...same,
    assignee_ids: assignee_id === undefined ? undefined : [assignee_id].filter((id) => id !== null),
    add_labels: labels?.add.length ? [...labels.add] : undefined,
    remove_labels: labels?.remove.length ? [...labels.remove] : undefined,
    labels: labels?.replace && [...labels.replace],
    todo_event: todo,
    subscription_event:
      subscribed === undefined ? undefined : subscribed ? 'subscribe' : 'unsubscribe',
    merge: isMerged,
    rebase: isRebased,
    wip_event: isWorkInProgress === undefined ? undefined : isWorkInProgress ? 'draft' : 'ready',
  })
}
