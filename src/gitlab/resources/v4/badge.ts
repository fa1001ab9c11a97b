import type { Badge, BadgeRendered } from '../../../contract/generated/v4/contract.ts'
import type { BadgeRecord } from '../../../store/models/badge.ts'
import { type BadgeOwner, renderAddress } from '../../domain/badges.ts'
import type { Presentation } from '../../domain/context.ts'

/** A badge as it is shown where it is asked for (schemas/v4/resources/badge.json). */
export function badgeResource(
  badge: BadgeRecord,
  presentation: Presentation,
  owner: BadgeOwner,
): Badge {
  return {
    ...badgeRendered(badge, presentation, owner),
    id: badge.id,
    kind: badge.project_id === null ? 'group' : 'project',
  }
}

/** What the addresses of a badge become (schemas/v4/resources/badge-rendered.json). */
export function badgeRendered(
  { name, link_url, image_url }: Pick<BadgeRecord, 'name' | 'link_url' | 'image_url'>,
  presentation: Presentation,
  { project }: BadgeOwner,
): BadgeRendered {
  return {
    name,
    link_url,
    image_url,
    rendered_link_url: renderAddress(presentation, project, link_url),
    rendered_image_url: renderAddress(presentation, project, image_url),
  }
}
