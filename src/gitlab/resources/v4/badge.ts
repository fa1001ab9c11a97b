import type { Badge, BadgeRendered } from '../../../contract/generated/v4/contract.ts'
import type { BadgeRecord } from '../../../store/models/badge.ts'

/** Returns a badge (schemas/v4/resources/badge.json); `render` fills the placeholders of its URLs. */
export function badgeResource(badge: BadgeRecord, render: (address: string) => string): Badge {
  return {
    ...badgeRendered(badge, render),
    id: badge.id,
    kind: badge.project_id === null ? 'group' : 'project',
  }
}

/** Returns the rendered URLs of a badge (schemas/v4/resources/badge-rendered.json). */
export function badgeRendered(
  { name, link_url, image_url }: Pick<BadgeRecord, 'name' | 'link_url' | 'image_url'>,
  render: (address: string) => string,
): BadgeRendered {
  return {
    name,
    link_url,
    image_url,
    rendered_link_url: render(link_url),
    rendered_image_url: render(image_url),
  }
}
