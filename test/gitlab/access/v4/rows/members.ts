import type { RowsOf } from '../row.ts'

const newcomer = { user_id: 11, access_level: 20 }
const ofGroup = { who: 'sees the group', beyond: 'signed in' } as const
const ofProject = { who: 'sees the project', beyond: 'signed in' } as const
const changed = { parameters: { access_level: 20 } }

export const rows = {
  listGroupMembers: ofGroup,
  listAllGroupMembers: ofGroup,
  getGroupMember: ofGroup,
  getAnyGroupMember: ofGroup,
  addGroupMember: { who: 'owner of the group', parameters: newcomer },
  updateGroupMember: { who: 'owner of the group', ...changed },
  removeGroupMember: { who: 'owner of the group' },
  listProjectMembers: ofProject,
  listAllProjectMembers: ofProject,
  getProjectMember: ofProject,
  getAnyProjectMember: ofProject,
  addProjectMember: { who: 'maintainer', parameters: newcomer },
  updateProjectMember: { who: 'maintainer', ...changed },
  removeProjectMember: { who: 'maintainer' },
  importProjectMembers: { who: 'maintainer', path: { project_id: '1' }, writesNothing: true },
} satisfies RowsOf<'Members'>
