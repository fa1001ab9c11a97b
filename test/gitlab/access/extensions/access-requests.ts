import type { ExtensionRows } from '../extensions.ts'

/** Newcomer asked. */
const path = { user_id: '11' }
const reason = 'Nobody may ask there, or they are members.'

export const rows = {
  listProjectAccessRequests: { who: 'master' },
  requestProjectAccess: { who: 'takes part', answered: 400, reason },
  approveProjectAccess: { who: 'master', path },
  denyProjectAccess: { who: 'master', path },
  listGroupAccessRequests: { who: 'owner of the group' },
  requestGroupAccess: { who: 'sees the group', beyond: 'signed in', answered: 400, reason },
  approveGroupAccess: { who: 'owner of the group', path },
  denyGroupAccess: { who: 'owner of the group', path },
} satisfies ExtensionRows
