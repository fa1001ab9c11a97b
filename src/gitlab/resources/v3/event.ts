import { listedActionNames } from '../../../contract/event-names.ts'
import type { Event } from '../../../contract/generated/v3/contract.ts'
import type { EventRecord } from '../../../store/models/event.ts'
import type { Presentation } from '../../domain/context.ts'
import { pushData } from '../../domain/hooks/push-data.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import { noteResource } from './note.ts'
import { userBrief } from './user.ts'

/** Returns an entry of the activity lists; that of a comment includes the note (schemas/v3/resources/event.json). */
export function eventResource(event: EventRecord, presentation: Presentation): Event {
  const author = existingUser(presentation, event.author_id)
  const note = noteOf(event, presentation)
  return {
    title: null,
    project_id: event.project_id,
    action_name: actionNameOf(event),
    target_id: event.target_id,
    target_type: event.target_type,
    author_id: event.author_id,
    data: pushOf(event, presentation),
    target_title: titleOf(event, presentation),
    created_at: event.created_at,
    ...(note && { note: noteResource(note, presentation) }),
    author: userBrief(author, presentation),
    author_username: author.username,
  }
}

function actionNameOf({ action_name }: EventRecord): Event['action_name'] {
  const isRenamed = action_name === 'reopened' || action_name === 'expired'
  return isRenamed ? listedActionNames[action_name] : action_name
}

function pushOf({ project_id, author_id, data }: EventRecord, presentation: Presentation) {
  if (project_id === null || data === null) return null
  return pushData(presentation, existingProject(presentation, project_id), author_id, data)
}

function noteOf({ target_type, target_id }: EventRecord, { store }: Presentation) {
  const isOfNote = target_type === 'Note' && target_id !== null
  return isOfNote ? store.notes.get(target_id) : undefined
}

/** Returns the current title of the target, which can differ from that at the time of the event. */
function titleOf(event: EventRecord, { store }: Presentation): string | null {
  const id = event.target_id
  if (id === null) return event.target_title
  switch (event.target_type) {
    case 'Issue':
      return store.issues.get(id)?.title ?? event.target_title
    case 'MergeRequest':
      return store.mergeRequests.get(id)?.title ?? event.target_title
    case 'Snippet':
      return store.snippets.get(id)?.title ?? event.target_title
    case 'Milestone':
      return store.milestones.get(id)?.title ?? event.target_title
    case 'Note':
    case 'WikiPage::Meta':
    case null:
      return event.target_title
  }
}
