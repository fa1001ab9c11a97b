import type { Row, RowsOf } from '../row.ts'

/** Newcomer asked. */
const asked = { path: { user_id: '11' } }
const invited = { path: { email: 'new@x.example' } }
const people = { parameters: { email: 'other@x.example', access_level: 20 } }
const ofProject = { who: 'maintainer' } as const satisfies Row
const ofGroup = { who: 'owner of the group' } as const satisfies Row

export const rows = {
  listProjectAccessRequests: ofProject,
  requestProjectAccess: {
    who: 'takes part',
    answered: 400,
    reason: 'Nobody may ask there, or they are members.',
  },
  approveProjectAccess: { ...ofProject, ...asked },
  denyProjectAccess: { ...ofProject, ...asked },
  listGroupAccessRequests: ofGroup,
  requestGroupAccess: {
    who: 'sees the group',
    beyond: 'signed in',
    answered: 400,
    reason: 'Nobody may ask there, or they are members.',
  },
  approveGroupAccess: { ...ofGroup, ...asked },
  denyGroupAccess: { ...ofGroup, ...asked },
  listProjectInvitations: ofProject,
  inviteToProject: { ...ofProject, ...people },
  updateProjectInvitation: { ...ofProject, ...invited, parameters: { access_level: 20 } },
  deleteProjectInvitation: { ...ofProject, ...invited },
  listGroupInvitations: ofGroup,
  inviteToGroup: { ...ofGroup, ...people },
  updateGroupInvitation: { ...ofGroup, ...invited, parameters: { access_level: 20 } },
  deleteGroupInvitation: { ...ofGroup, ...invited },
} satisfies RowsOf<'Invitations'>
