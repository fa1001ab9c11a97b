import type { RowsOf } from '../row.ts'

const parameters = { link_url: 'https://x.example', image_url: 'https://x.example/a.svg' }
const ofProject = { badge_id: '1' }
const ofGroup = { badge_id: '2' }

export const rows = {
  listProjectBadges: { who: 'sees the project' },
  getProjectBadge: { who: 'sees the project', path: ofProject },
  renderProjectBadge: { who: 'maintainer', parameters },
  createProjectBadge: { who: 'maintainer', parameters },
  updateProjectBadge: { who: 'maintainer', path: ofProject, parameters: { name: 'New' } },
  deleteProjectBadge: { who: 'maintainer', path: ofProject },
  listGroupBadges: { who: 'sees the group' },
  getGroupBadge: { who: 'sees the group', path: ofGroup },
  renderGroupBadge: { who: 'owner of the group', parameters },
  createGroupBadge: { who: 'owner of the group', parameters },
  updateGroupBadge: { who: 'owner of the group', path: ofGroup, parameters: { name: 'New' } },
  deleteGroupBadge: { who: 'owner of the group', path: ofGroup },
} satisfies RowsOf<'Badges'>
