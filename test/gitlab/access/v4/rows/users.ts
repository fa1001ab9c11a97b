import type { RowsOf } from '../row.ts'

export const rows = {
  listUsers: { who: 'everyone', parameters: { username: 'olga' }, readsUsers: true },
  getUser: {
    who: 'signed in',
    anonymous: 403,
    readsUsers: true,
    reason: 'Whoever is signed in sees users; others are told so whoever they ask for.',
  },
  createUser: {
    who: 'administrator',
    parameters: {
      email: 'new@example.com',
      name: 'New',
      username: 'brand-new',
      force_random_password: true,
    },
  },
  updateUser: { who: 'administrator', path: { id: '11' }, parameters: { name: 'Changed' } },
  deleteUser: { who: 'administrator', path: { id: '11' } },
  blockUser: { who: 'administrator', path: { id: '11' } },
  unblockUser: { who: 'administrator', path: { id: '9' } },
  activateUser: { who: 'administrator', path: { id: '13' } },
  deactivateUser: { who: 'administrator', path: { id: '11' } },
  banUser: { who: 'administrator', path: { id: '11' } },
  unbanUser: { who: 'administrator', path: { id: '12' } },
  deleteUserIdentity: { who: 'administrator', path: { id: '12', provider: 'github' } },
  getCurrentUser: { who: 'signed in', readsUsers: true },
  getUserCounts: { who: 'signed in' },
  approveUser: {
    who: 'administrator',
    path: { id: '11' },
    answered: 409,
    writesNothing: true,
  },
  rejectUser: { who: 'administrator', path: { id: '11' }, answered: 409, writesNothing: true },
  disableSecondFactor: {
    who: 'administrator',
    path: { id: '11' },
    answered: 400,
    writesNothing: true,
  },
  getPreferences: { who: 'signed in', readsUsers: true },
  changePreferences: { who: 'signed in', parameters: { show_whitespace_in_diffs: false } },
  getSupportPin: { who: 'signed in', answered: 404, readsUsers: true },
  createSupportPin: { who: 'signed in' },
  getSupportPinOfUser: {
    who: 'administrator',
    path: { id: '11' },
    answered: 404,
    readsUsers: true,
  },
} satisfies RowsOf<'Users'>
