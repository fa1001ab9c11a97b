import { invalid, notAwarded, notFound, unauthorized } from '../../../contract/errors.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { isReadOnly } from '../../access/viewer.ts'
import { type Context, fireHooks } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import type { Noteable } from './noteable.ts'
import { settleTodos } from './todos.ts'

/** The target of an award: anything that can be commented on, or a comment. */
export interface Awardable {
  readonly type: AwardEmojiRecord['awardable_type']
  readonly id: number
  readonly author_id: number
  readonly project: ProjectRecord
  /** The target of the comment, where a comment is awarded. */
  readonly on?: Noteable
}

export const onNote = (noteable: Noteable, { id, author_id }: NoteRecord): Awardable => ({
  type: 'Note',
  id,
  author_id,
  project: noteable.project,
  on: noteable,
})

/** The aliases of the votes, by the names under which they are stored. */
const aliases: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' }
const votes: readonly string[] = ['thumbsup', 'thumbsdown']

/** Returns the name of the emoji in a comment that consists only of it, such as `:+1:`. */
export function emojiAlone(body: string): string | undefined {
  const [, name] = /^:([a-z0-9_+-]+):$/.exec(body.trim()) ?? []
  return name === undefined ? undefined : nameOf(name)
}

/** Returns the stored name of an emoji, which requests may name by an alias. */
const nameOf = (name: string) => (Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name)

/**
 * Whether the caller may award an emoji. In some releases authors cannot vote on their own issues, merge requests and
 * comments.
 */
export function mayAward(
  { viewer, release }: Context,
  { author_id }: Awardable,
  name: string,
): boolean {
  return release.authorsVote || !votes.includes(name) || viewer.signedIn().id !== author_id
}

/** Throws 404 where the caller is not signed in, or may not award the emoji (`mayAward`). */
export function mustAward(context: Context, awardable: Awardable, name: string): void {
  const { viewer, release } = context
  const isClosed = release.archivedTrackersAreReadOnly && isReadOnly(awardable.project)
  const may = viewer.user && viewer.can('create_note', awardable.project) && !isClosed
  if (!may || !mayAward(context, awardable, nameOf(name))) throw notFound('Award Emoji')
}

/**
 * Returns the emoji that a request names. Throws 404 for an unknown one, and where the caller has already awarded it.
 */
export function checkEmoji(context: Context, awardable: Awardable, asked: string): string {
  const name = nameOf(asked)
  if (!/^[a-z0-9_+-]+$/i.test(name)) throw notAwarded(context.release.unknownEmoji)
  if (hasAwarded(context, awardable, name)) throw notAwarded('has already been taken')
  return name
}

/** Throws 401 unless the caller awarded the emoji or is an administrator. */
export function mustRevokeAward({ viewer }: Context, award: AwardEmojiRecord): void {
  if (award.user_id !== viewer.signedIn().id && !viewer.isAdmin) throw unauthorized()
}

/** Revokes an award. */
export function revokeAward(
  context: Context,
  { project }: Awardable,
  award: AwardEmojiRecord,
): void {
  context.store.awardEmoji.remove(award)
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'emoji', action: 'revoke', award, project, user })
}

/** Returns the awards on a target, oldest first. */
export function awardsOn({ store }: WithStore, { type, id }: Pick<Awardable, 'type' | 'id'>) {
  return store.awardEmoji.by('awardable', targetKey(type, id))
}

/** Throws 400 where the caller has already awarded the emoji to the target. */
export function checkAward(context: Context, awardable: Awardable, name: string): void {
  if (hasAwarded(context, awardable, name)) throw invalid({ name: ['has already been taken'] })
}

/** Whether the caller has awarded an emoji to a target, which is possible only once. */
export function hasAwarded(context: Context, awardable: Awardable, name: string): boolean {
  const { id: userId } = context.viewer.signedIn()
  return awardsOn(context, awardable).some((one) => one.name === name && one.user_id === userId)
}

/** Awards an emoji in the caller's name, and marks the caller's to-do items on the target as done. */
export function awardEmoji(context: Context, awardable: Awardable, name: string): AwardEmojiRecord {
  const { store, viewer, now } = context
  settleTodosOn(context, awardable)
  const user = viewer.signedIn()
  const award = store.awardEmoji.insert({
    name,
    user_id: user.id,
    awardable_type: awardable.type,
    awardable_id: awardable.id,
    created_at: now,
    updated_at: now,
  })
  fireHooks(context, { kind: 'emoji', action: 'award', award, project: awardable.project, user })
  return award
}

/** Marks to-do items as done. Those of a comment belong to its issue or merge request. */
function settleTodosOn(context: Context, { type, id, author_id, project, on }: Awardable): void {
  if (type !== 'Note') settleTodos(context, { type, id, author_id, project })
  else if (on) settleTodos(context, on)
}

/** Counts the votes on an issue or merge request. */
export function votesOn(
  context: WithStore,
  type: 'Issue' | 'MergeRequest',
  id: number,
): { readonly upvotes: number; readonly downvotes: number } {
  let [upvotes, downvotes] = [0, 0]
  for (const { name } of awardsOn(context, { type, id })) {
    if (name === 'thumbsup') upvotes++
    else if (name === 'thumbsdown') downvotes++
  }
  return { upvotes, downvotes }
}
