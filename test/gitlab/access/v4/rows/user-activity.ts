import type { RowsOf } from '../row.ts'

export const rows = {
  getOwnStatus: { who: 'signed in', readsUsers: true },
  setOwnStatus: { who: 'signed in', parameters: { message: 'Out' } },
  changeOwnStatus: { who: 'signed in', parameters: { message: 'Out' } },
  getStatusOfUser: { who: 'everyone', path: { id: '2' }, readsUsers: true },
  listUserActivities: { who: 'signed in', readsUsers: true },
  listMembershipsOfUser: { who: 'administrator', path: { id: '2' }, readsUsers: true },
  countAssociationsOfUser: {
    who: 'signed in',
    from: 50,
    beyond: 'nobody',
    refusal: 403,
    administrators: 'may',
    path: { id: '2' },
    readsUsers: true,
    reason: 'The user themselves (olga) and administrators.',
  },
} satisfies RowsOf<'User activity'>
