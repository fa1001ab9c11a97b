import type { NoteRecord } from '../../../../../store/models/note.ts'
import type { SnippetRecord } from '../../../../../store/models/snippet.ts'
import type { PayloadContext } from '../../../context.ts'
import { discussionIdOf, typeOfNote } from '../../../discussions/discussion.ts'
import { lineCodes } from '../../../discussions/positions.ts'
import { existingProject, existingUser, projectAddress } from '../../../lookups.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { spacedTime } from '../times.ts'
import {
  commitAttributes,
  projectAttributes,
  repositoryAttributes,
  userAttributes,
} from './attributes.ts'
import { issueAttributes } from './issue.ts'
import { mergeRequestAttributes } from './merge-request.ts'

/** Returns the payload of a new or changed note, with the record that it is on. */
export function notePayload(
  { note, action, user }: HookEvent<'note'>,
  presentation: PayloadContext,
) {
  const project = existingProject(presentation, note.project_id)
  return {
    object_kind: 'note',
    event_type: isConfidentialNote(note, presentation) ? 'confidential_note' : 'note',
    user: userAttributes(user, presentation),
    project_id: project.id,
    project: projectAttributes(project, presentation),
    object_attributes: { ...noteAttributes(note, presentation), action },
    repository: repositoryAttributes(project, presentation),
    ...noteableOf(note, presentation),
  }
}

/** Whether a note is confidential (`confidential?` in app/models/note.rb). */
export function isConfidentialNote(
  { internal, noteable_type, noteable_id }: NoteRecord,
  { store }: Pick<PayloadContext, 'store'>,
): boolean {
  const isOnIssue = noteable_type === 'Issue' && noteable_id !== null
  return internal || (isOnIssue && store.issues.get(noteable_id)?.confidential === true)
}

/** Returns a note for payloads (`Gitlab::HookData::NoteBuilder`). */
export function noteAttributes(note: NoteRecord, presentation: PayloadContext) {
  return {
    id: note.id,
    internal: note.internal,
    note: note.body,
    description: note.body,
    noteable_type: note.noteable_type,
    noteable_id: note.noteable_id,
    author_id: note.author_id,
    created_at: spacedTime(note.created_at),
    updated_at: spacedTime(note.updated_at),
    project_id: note.project_id,
    attachment: null,
    line_code: note.position && lineCodes(presentation.store.objects)(note.position),
    commit_id: note.commit_id,
    system: note.system,
    st_diff: null,
    position: note.position,
    original_position: note.original_position,
    change_position: note.change_position,
    discussion_id: discussionIdOf(note),
    type: typeOfNote(note),
    resolved_at: spacedTime(note.resolved_at),
    resolved_by_id: note.resolved_by_id,
    resolved_by_push: null,
    updated_by_id: null,
    url: addressOf(note, presentation),
  }
}

/** Returns the record that a note is on under its key in payloads; an empty object where it is gone. */
export function noteableOf(note: NoteRecord, presentation: PayloadContext) {
  const { store } = presentation
  const id = note.noteable_id ?? 0
  switch (note.noteable_type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      return issue ? { issue: issueAttributes(issue, presentation) } : {}
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      if (!mergeRequest) return {}
      const attributes = mergeRequestAttributes(mergeRequest, presentation)
      const { assignee_id } = attributes
      const assignee =
        assignee_id === null
          ? {}
          : { assignee: userAttributes(existingUser(presentation, assignee_id), presentation) }
      return { merge_request: { ...attributes, ...assignee } }
    }
    case 'Snippet': {
      const snippet = store.snippets.get(id)
      return snippet ? { snippet: snippetAttributes(snippet, presentation) } : {}
    }
    case 'Commit': {
      const project = existingProject(presentation, note.project_id)
      const commit = findCommit(store, project, note.commit_id ?? '')
      return commit ? { commit: commitAttributes(commit, project, presentation) } : {}
    }
  }
}

export function snippetAttributes(snippet: SnippetRecord, presentation: PayloadContext) {
  const { id, title, description, content, author_id, project_id, file_name } = snippet
  const { origin } = presentation.addresses
  const place = project_id === null ? origin : projectAddress(presentation, project_id)
  return {
    id,
    title,
    description,
    content,
    author_id,
    project_id,
    created_at: spacedTime(snippet.created_at),
    updated_at: spacedTime(snippet.updated_at),
    file_name,
    type: 'ProjectSnippet',
    visibility_level: snippet.visibility_level,
    url: `${place}/-/snippets/${id}`,
  }
}

function addressOf(note: NoteRecord, presentation: PayloadContext): string {
  return `${noteableAddress(note, presentation)}#note_${note.id}`
}

function noteableAddress(note: NoteRecord, presentation: PayloadContext): string {
  const { store } = presentation
  const web = `${projectAddress(presentation, note.project_id)}/-`
  const id = note.noteable_id ?? 0
  switch (note.noteable_type) {
    case 'Issue':
      return `${web}/issues/${store.issues.get(id)?.iid}`
    case 'MergeRequest':
      return `${web}/merge_requests/${store.mergeRequests.get(id)?.iid}`
    case 'Snippet':
      return `${web}/snippets/${id}`
    case 'Commit':
      return `${web}/commit/${note.commit_id}`
  }
}
