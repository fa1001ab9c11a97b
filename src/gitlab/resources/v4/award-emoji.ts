import type { AwardEmoji } from '../../../contract/generated/v4/contract.ts'
import type { AwardEmojiRecord } from '../../../store/models/award-emoji.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns an award (schemas/v4/resources/award-emoji.json). */
export function awardEmojiResource(
  award: AwardEmojiRecord,
  presentation: Presentation,
): AwardEmoji {
  return {
    id: award.id,
    name: award.name,
    user: userBasic(existingUser(presentation, award.user_id), presentation),
    created_at: award.created_at,
    updated_at: award.updated_at,
    awardable_id: award.awardable_id,
    awardable_type: award.awardable_type,
    url: null,
  }
}
