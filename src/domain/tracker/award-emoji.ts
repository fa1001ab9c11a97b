import { invalid } from '../../contract/errors.ts'
import { targetKey } from '../../store/collections.ts'
import type { AwardEmojiRecord } from '../../store/models/award-emoji.ts'
import type { Context } from '../context.ts'
import type { Noteable } from './noteable.ts'

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

/** Awards an emoji in the caller's name: one of a name each. */
export function award(
  { store, viewer, now }: Context,
  { type, id }: Noteable,
  name: string,
): AwardEmojiRecord {
  const user_id = viewer.signedIn().id
  const isThere = store.awardEmoji
    .by('awardable', targetKey(type, id))
    .some((one) => one.name === name && one.user_id === user_id)
  if (isThere) throw invalid({ name: ['has already been taken'] })
  return store.awardEmoji.insert({
    name,
    user_id,
    awardable_type: type,
    awardable_id: id,
    created_at: now,
    updated_at: now,
  })
}
