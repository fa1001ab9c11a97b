import { invalid } from '../../../contract/errors.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import type { Noteable } from './noteable.ts'
import { settleTodos } from './todos.ts'

/** The names that the votes go by, and what they are awarded as. */
const aliases: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' }
const votes: readonly string[] = ['thumbsup', 'thumbsdown']

/** The name of the emoji that a comment holds and nothing else, such as `:+1:`. */
export function emojiAlone(body: string): string | undefined {
  const [, name] = /^:([a-z0-9_+-]+):$/.exec(body.trim()) ?? []
  return name === undefined || !Object.hasOwn(aliases, name) ? name : aliases[name]
}

/** Authors do not vote on what is theirs. */
export function mayAward({ viewer }: Context, { author_id }: Noteable, name: string): boolean {
  return !votes.includes(name) || viewer.signedIn().id !== author_id
}

/** Refuses with 400 an emoji that the caller has awarded to the same thing before. */
export function checkAward(context: Context, noteable: Noteable, name: string): void {
  if (hasAwarded(context, noteable, name)) throw invalid({ name: ['has already been taken'] })
}

/** Whether the caller has awarded an emoji to something: once is all that counts. */
export function hasAwarded(
  { store, viewer }: Context,
  { type, id }: Noteable,
  name: string,
): boolean {
  const { id: userId } = viewer.signedIn()
  return store.awardEmoji
    .by('awardable', targetKey(type, id))
    .some((one) => one.name === name && one.user_id === userId)
}

/** Awards an emoji in the caller's name, whose todos on what is awarded are done by it. */
export function awardEmoji(context: Context, noteable: Noteable, name: string): AwardEmojiRecord {
  const { store, viewer, now } = context
  settleTodos(context, noteable)
  return store.awardEmoji.insert({
    name,
    user_id: viewer.signedIn().id,
    awardable_type: noteable.type,
    awardable_id: noteable.id,
    created_at: now,
    updated_at: now,
  })
}

/** How often each vote was cast on an issue or a merge request. */
export function votesOn(
  { store }: WithStore,
  type: 'Issue' | 'MergeRequest',
  id: number,
): { readonly upvotes: number; readonly downvotes: number } {
  const awards = store.awardEmoji.by('awardable', targetKey(type, id))
  const count = (vote: string) => awards.filter(({ name }) => name === vote).length
  return { upvotes: count('thumbsup'), downvotes: count('thumbsdown') }
}
