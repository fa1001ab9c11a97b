import type { IssueRecord } from '../../../store/models/issue.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Context } from '../context.ts'
import { type Mentioner, noteCrossReferences } from './cross-references.ts'
import { addressedUsers, mentionedUsers } from './mentioned-users.ts'
import type { Noteable } from './noteable.ts'
import { addTodo, settleTodos } from './todos.ts'

/** The fields of an issue or merge request that have consequences. */
type Written = Pick<IssueRecord, 'title' | 'description' | 'assignee_id'>

/**
 * Applies the consequences of a new or changed issue or merge request: to-do items for a new assignee and mentioned
 * users, and system notes on references.
 * @param before its former state; undefined for a new one
 */
export function followDescription(
  context: Context,
  target: Noteable,
  now: Written,
  before?: Written,
): void {
  if (now.assignee_id !== null && now.assignee_id !== before?.assignee_id) {
    addTodo(context, target, { user_id: now.assignee_id, action_name: 'assigned' })
  }
  if (now.title === before?.title && now.description === before?.description) return
  followText(context, target, { text: textOf(now), before: before && textOf(before) })
}

function textOf({ title, description }: Written): string {
  return `${title}\n\n${description ?? ''}`
}

/** Applies the consequences of a new or changed comment: its text as above, and its author's to-do items are done. */
export function followComment(
  context: Context,
  target: Noteable,
  { id, body }: NoteRecord,
  before?: string,
): void {
  settleTodos(context, target)
  followText(context, target, { text: body, before, note_id: id })
}

interface FollowedText {
  readonly text: string
  /** The former text, if it is an edit. */
  readonly before: string | undefined
  /** The comment that contains the text. */
  readonly note_id?: number
}

function followText(
  context: Context,
  target: Noteable,
  { text, before = '', note_id }: FollowedText,
): void {
  const { knowAddressed, areForNewlyNamed } = context.release.todos
  const idsOf = (users: readonly UserRecord[]) => new Set(users.map(({ id }) => id))
  const known = idsOf(areForNewlyNamed ? mentionedUsers(context, target, before) : [])
  const addressed = idsOf(knowAddressed ? addressedUsers(context, target, text) : [])
  for (const { id: user_id } of mentionedUsers(context, target, text)) {
    if (known.has(user_id)) continue
    const action_name = addressed.has(user_id) ? 'directly_addressed' : 'mentioned'
    addTodo(context, target, { user_id, action_name, note_id: note_id ?? null })
  }
  const mentioner = mentionerOf(context, target)
  if (mentioner) noteCrossReferences(context, mentioner, text)
}

/** Returns the source that system notes name for a text's target. */
function mentionerOf({ store }: Context, { type, id, project }: Noteable): Mentioner | undefined {
  switch (type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      return issue && { kind: 'issue', project, reference: `#${issue.iid}` }
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      return mergeRequest && { kind: 'merge request', project, reference: `!${mergeRequest.iid}` }
    }
    case 'Snippet':
      return { kind: 'project snippet', project, reference: `$${id}` }
  }
}
