import { listedActionNames } from '../../../contract/event-names.ts'
import type { Event, PushEventData } from '../../../contract/generated/v4/contract.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { EventRecord, PushedRecord } from '../../../store/models/event.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Presentation } from '../../domain/context.ts'
import { typeOfNote } from '../../domain/discussions/discussion.ts'
import { existingUser } from '../../domain/lookups.ts'
import { titleOfPage } from '../../domain/wikis/pages.ts'
import { noteResource } from './note.ts'
import { userBasic } from './user.ts'
import { wikiPageBasic } from './wiki-page.ts'

/** Returns an entry of the activity lists (`schemas/v4/resources/event.json`). */
export function eventResource(event: EventRecord, presentation: Presentation): Event {
  const author = existingUser(presentation, event.author_id)
  const { note, iid, title, type } = targetOf(event, presentation)
  const page = wikiPageOf(event, presentation)
  return {
    id: event.id,
    project_id: event.project_id,
    action_name: actionNameOf(event),
    target_id: event.target_id,
    target_iid: iid,
    target_type: type,
    author_id: event.author_id,
    target_title: title,
    created_at: event.created_at,
    ...(page && { wiki_page: wikiPageBasic(page) }),
    ...(note && { note: noteResource(note, presentation) }),
    author: userBasic(author, presentation),
    imported: false,
    imported_from: 'none',
    ...(event.data && { push_data: pushEventData(event, event.data, presentation) }),
    author_username: author.username,
  }
}

function actionNameOf({ action_name }: EventRecord): Event['action_name'] {
  const isRenamed = action_name === 'reopened' || action_name === 'expired'
  return isRenamed ? listedActionNames[action_name] : action_name
}

/** Returns the target of an event with its current title; a comment has the title of its noteable. */
function targetOf(
  { target_type: type, target_id: id, target_title }: EventRecord,
  { store }: Presentation,
) {
  const named = (title: string | undefined, iid: number | null = id) => ({
    note: undefined,
    iid,
    title: title ?? target_title,
    type,
  })
  if (type === null || id === null) return named(undefined, null)
  switch (type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      return named(issue?.title, issue?.iid ?? id)
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      return named(mergeRequest?.title, mergeRequest?.iid ?? id)
    }
    case 'Milestone': {
      const milestone = store.milestones.get(id)
      return named(milestone?.title, milestone?.iid ?? id)
    }
    case 'Snippet':
      return named(store.snippets.get(id)?.title)
    case 'WikiPage::Meta': {
      const page = store.wikiPages.get(id)
      return named(page && titleOfPage(page))
    }
    case 'Note': {
      const note = store.notes.get(id)
      return { ...named(note && titleOfDiscussed(note, store)), ...commentOf(note) }
    }
  }
}

function wikiPageOf({ target_type, target_id }: EventRecord, { store }: Presentation) {
  const isOfPage = target_type === 'WikiPage::Meta' && target_id !== null
  return isOfPage ? store.wikiPages.get(target_id) : undefined
}

/** Returns the title of a comment's noteable; undefined for a commit, whose title is in the event. */
function titleOfDiscussed(
  { noteable_type, noteable_id }: NoteRecord,
  store: Presentation['store'],
): string | undefined {
  const id = noteable_id ?? 0
  switch (noteable_type) {
    case 'Issue':
      return store.issues.get(id)?.title
    case 'MergeRequest':
      return store.mergeRequests.get(id)?.title
    case 'Snippet':
      return store.snippets.get(id)?.title
    case 'Commit':
      return undefined
  }
}

function commentOf(note: ReturnType<Presentation['store']['notes']['get']>) {
  const type = note && typeOfNote(note)
  return type ? { note, type } : { note }
}

const MAX_TITLE_LENGTH = 70

function pushActionOf(action: EventRecord['action_name']): PushEventData['action'] {
  if (action === 'pushed new') return 'created'
  return action === 'deleted' ? 'removed' : 'pushed'
}

function bulkData(
  action: PushEventData['action'],
  ref_type: PushEventData['ref_type'],
  ref_count: number,
): PushEventData {
  const none = { commit_from: null, commit_to: null, ref: null, commit_title: null }
  return { commit_count: 0, action, ref_type, ...none, ref_count }
}

/** Returns the data of a push, without its commits. */
function pushEventData(
  { action_name }: EventRecord,
  { ref, before, after, commit_ids, total_commits_count, ref_count }: PushedRecord,
  { store }: Presentation,
): PushEventData {
  const action = pushActionOf(action_name)
  const ref_type = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  // An event for several refs only has their number.
  if (ref_count !== null) return bulkData(action, ref_type, ref_count)
  const last = commit_ids.at(-1)
  const title = last && readCommit(store.objects, last).message.split('\n')[0]
  const isLong = title && title.length > MAX_TITLE_LENGTH
  return {
    commit_count: total_commits_count,
    action,
    ref_type,
    commit_from: before,
    commit_to: after,
    ref: ref.replace(/^refs\/(heads|tags)\//, ''),
    commit_title: isLong ? `${title.slice(0, MAX_TITLE_LENGTH - 3)}...` : (title ?? null),
    ref_count,
  }
}
