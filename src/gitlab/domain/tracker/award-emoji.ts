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

/** What emoji are awarded to: what can be commented on, and the comments. */
export interface Awardable {
  readonly type: AwardEmojiRecord['awardable_type']
  readonly id: number
  readonly author_id: number
  readonly project: ProjectRecord
  /** What a comment is on. */
  readonly on?: Noteable
}

export const onNote = (noteable: Noteable, { id, author_id }: NoteRecord): Awardable => ({
  type: 'Note',
  id,
  author_id,
  project: noteable.project,
  on: noteable,
})

/** The names that the votes go by, and what they are awarded as. */
const aliases: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' }
const votes: readonly string[] = ['thumbsup', 'thumbsdown']

/** The name of the emoji that a comment holds and nothing else, such as `:+1:`. */
export function emojiAlone(body: string): string | undefined {
  const [, name] = /^:([a-z0-9_+-]+):$/.exec(body.trim()) ?? []
  return name === undefined ? undefined : nameOf(name)
}

/** What an emoji is called that may be asked for by another name. */
const nameOf = (name: string) => (Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name)

/** Authors do not vote on what is theirs, in releases where that is so. */
export function mayAward(
  { viewer, release }: Context,
  { author_id }: Awardable,
  name: string,
): boolean {
  return release.authorsVote || !votes.includes(name) || viewer.signedIn().id !== author_id
}

/** Refuses with 404 who may not award an emoji: who is not signed in, or as `mayAward` says. */
export function mustAward(context: Context, awardable: Awardable, name: string): void {
  const { viewer, release } = context
  const isClosed = release.archivedTrackersAreReadOnly && isReadOnly(awardable.project)
  const may = viewer.user && viewer.can('create_note', awardable.project) && !isClosed
  if (!may || !mayAward(context, awardable, nameOf(name))) throw notFound('Award Emoji')
}

/** The emoji that a request names; 404 for what is none, and for one that the caller has awarded before. */
export function checkEmoji(context: Context, awardable: Awardable, asked: string): string {
  const name = nameOf(asked)
  if (!/^[a-z0-9_+-]+$/i.test(name)) throw notAwarded(context.release.unknownEmoji)
  if (hasAwarded(context, awardable, name)) throw notAwarded('has already been taken')
  return name
}

/** Refuses with 401 who did not give it; administrators may. */
export function mustTakeBack({ viewer }: Context, award: AwardEmojiRecord): void {
  if (award.user_id !== viewer.signedIn().id && !viewer.isAdmin) throw unauthorized()
}

/** Takes an emoji back. */
export function takeBack(context: Context, { project }: Awardable, award: AwardEmojiRecord): void {
  context.store.awardEmoji.remove(award)
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'emoji', action: 'revoke', award, project, user })
}

/** What was awarded, oldest first. */
export function awardsOn({ store }: WithStore, { type, id }: Pick<Awardable, 'type' | 'id'>) {
  return store.awardEmoji.by('awardable', targetKey(type, id))
}

/** Refuses with 400 an emoji that the caller has awarded to the same thing before. */
export function checkAward(context: Context, awardable: Awardable, name: string): void {
  if (hasAwarded(context, awardable, name)) throw invalid({ name: ['has already been taken'] })
}

/** Whether the caller has awarded an emoji to something: once is all that counts. */
export function hasAwarded(context: Context, awardable: Awardable, name: string): boolean {
  const { id: userId } = context.viewer.signedIn()
  return awardsOn(context, awardable).some((one) => one.name === name && one.user_id === userId)
}

/** Awards an emoji in the caller's name, whose todos there are done by it. */
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

/** Todos are on issues and merge requests, and none on what is said of them. */
function settleTodosOn(context: Context, { type, id, author_id, project, on }: Awardable): void {
  if (type !== 'Note') settleTodos(context, { type, id, author_id, project })
  else if (on) settleTodos(context, on)
}

/** How often each vote was cast on an issue or a merge request. */
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
