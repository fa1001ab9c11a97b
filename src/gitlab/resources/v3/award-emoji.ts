import type { AwardEmoji } from '../../../contract/generated/v3/contract.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** What a comment that is nothing but an award emoji makes (createIssueNote). */
export function awardEmojiResource(
  award: AwardEmojiRecord,
  presentation: Presentation,
): AwardEmoji {
  return {
    id: award.id,
    name: award.name,
    user: userBrief(existingUser(presentation, award.user_id), presentation),
    created_at: award.created_at,
    updated_at: award.updated_at,
    awardable_id: award.awardable_id,
    awardable_type: award.awardable_type,
  }
}

/** How often each vote was cast on an issue or a merge request. */
export function votesOn(
  { store }: Pick<Presentation, 'store'>,
  type: 'Issue' | 'MergeRequest',
  id: number,
): { readonly upvotes: number; readonly downvotes: number } {
  const awards = store.awardEmoji.by('awardable', targetKey(type, id))
  const count = (vote: string) => awards.filter(({ name }) => name === vote).length
  return { upvotes: count('thumbsup'), downvotes: count('thumbsdown') }
}
