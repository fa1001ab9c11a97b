import type { PayloadContext } from '../../../context.ts'
import { projectAddress } from '../../../lookups.ts'
import type { HookEvent } from '../../hook-event.ts'
import { spacedTime } from '../times.ts'
import { projectAttributes, userAttributes } from './attributes.ts'
import { issueAttributes } from './issue.ts'
import { mergeRequestAttributes } from './merge-request.ts'
import { noteAttributes, noteableOf, snippetAttributes } from './note.ts'

/** Returns the payload of an emoji that was awarded or revoked (`Gitlab::DataBuilder::Emoji`). */
export function emojiPayload(hookEvent: HookEvent<'emoji'>, presentation: PayloadContext) {
  const { award, action, project, user } = hookEvent
  const { id, name, user_id, awardable_type, awardable_id } = award
  const { address, ...awarded } = awardedOf(hookEvent, presentation)
  return {
    object_kind: 'emoji',
    event_type: action,
    user: userAttributes(user, presentation),
    project_id: project.id,
    project: projectAttributes(project, presentation),
    object_attributes: {
      user_id,
      created_at: spacedTime(award.created_at),
      id,
      name,
      awardable_type,
      awardable_id,
      updated_at: spacedTime(award.updated_at),
      action,
      awarded_on_url: address,
    },
    ...awarded,
  }
}

/** Returns the record that the emoji is on, under its key in payloads, and its URL. */
function awardedOf(
  { award: { awardable_type, awardable_id }, project }: HookEvent<'emoji'>,
  presentation: PayloadContext,
) {
  const { store } = presentation
  if (awardable_type === 'Note') {
    const note = store.notes.get(awardable_id)
    if (!note) return gone(project.id)
    const attributes = noteAttributes(note, presentation)
    return { address: attributes.url, note: attributes, ...noteableOf(note, presentation) }
  }
  switch (awardable_type) {
    case 'Issue': {
      const issue = store.issues.get(awardable_id)
      const attributes = issue && issueAttributes(issue, presentation)
      return attributes ? { address: attributes.url, issue: attributes } : gone(project.id)
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(awardable_id)
      const attributes = mergeRequest && mergeRequestAttributes(mergeRequest, presentation)
      return attributes ? { address: attributes.url, merge_request: attributes } : gone(project.id)
    }
    case 'Snippet': {
      const snippet = store.snippets.get(awardable_id)
      const attributes = snippet && snippetAttributes(snippet, presentation)
      return attributes ? { address: attributes.url, snippet: attributes } : gone(project.id)
    }
  }

  function gone(projectId: number) {
    return { address: projectAddress(presentation, projectId) }
  }
}
