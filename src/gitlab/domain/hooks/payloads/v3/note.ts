import type { NoteRecord } from '../../../../../store/models/note.ts'
import type { PayloadContext } from '../../../context.ts'
import { discussionIdOf, typeOfNote } from '../../../discussions/discussion.ts'
import { existingProject, projectAddress } from '../../../lookups.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectData } from '../../push-data.ts'
import { spacedTime } from '../times.ts'
import { commitAttributes, repositoryAttributes, userAttributes } from './attributes.ts'
import { issueAttributes } from './issue.ts'
import { mergeRequestAttributes } from './merge-request.ts'

/** Returns the payload of a note (`Gitlab::DataBuilder::Note`), with the record that it is on. */
export function notePayload({ note, user }: HookEvent<'note'>, presentation: PayloadContext) {
  const project = existingProject(presentation, note.project_id)
  return {
    object_kind: 'note',
    user: userAttributes(user, presentation),
    project_id: project.id,
    project: projectData(presentation, project),
    object_attributes: {
      ...noteAttributes(note),
      url: `${projectAddress(presentation, project.id)}/${pathOf(note, presentation)}#note_${note.id}`,
    },
    repository: repositoryAttributes(project, presentation),
    ...noteableOf(note, presentation),
  }
}

/** Returns the columns of the notes table. */
function noteAttributes(note: NoteRecord) {
  return {
    id: note.id,
    note: note.body,
    noteable_type: note.noteable_type,
    author_id: note.author_id,
    created_at: spacedTime(note.created_at),
    updated_at: spacedTime(note.updated_at),
    project_id: note.project_id,
    attachment: null,
    line_code: null,
    commit_id: note.commit_id ?? '',
    noteable_id: note.noteable_id,
    system: note.system,
    st_diff: null,
    updated_by_id: null,
    type: typeOfNote(note),
    position: note.position,
    original_position: note.original_position,
    resolved_at: spacedTime(note.resolved_at),
    resolved_by_id: note.resolved_by_id,
    discussion_id: discussionIdOf(note),
  }
}

function noteableOf(note: NoteRecord, presentation: PayloadContext) {
  const { store } = presentation
  const id = note.noteable_id ?? 0
  switch (note.noteable_type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      return issue ? { issue: issueAttributes(issue) } : {}
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      return mergeRequest
        ? { merge_request: mergeRequestAttributes(mergeRequest, presentation) }
        : {}
    }
    case 'Snippet': {
      const snippet = store.snippets.get(id)
      if (!snippet) return {}
      const { title, content, author_id, project_id, file_name, visibility_level } = snippet
      const created_at = spacedTime(snippet.created_at)
      const updated_at = spacedTime(snippet.updated_at)
      const of = { author_id, project_id, created_at, updated_at, file_name }
      return { snippet: { id, title, content, ...of, type: 'ProjectSnippet', visibility_level } }
    }
    case 'Commit': {
      const project = existingProject(presentation, note.project_id)
      const commit = findCommit(store, project, note.commit_id ?? '')
      return commit ? { commit: commitAttributes(commit, project, presentation) } : {}
    }
  }
}

function pathOf(note: NoteRecord, { store }: PayloadContext): string {
  const id = note.noteable_id ?? 0
  switch (note.noteable_type) {
    case 'Issue':
      return `issues/${store.issues.get(id)?.iid}`
    case 'MergeRequest':
      return `merge_requests/${store.mergeRequests.get(id)?.iid}`
    case 'Snippet':
      return `snippets/${id}`
    case 'Commit':
      return `commit/${note.commit_id}`
  }
}
