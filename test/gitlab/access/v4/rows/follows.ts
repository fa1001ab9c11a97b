import type { RowsOf } from '../row.ts'

const seesUsers = {
  who: 'signed in',
  anonymous: 403,
  path: { id: '2' },
  readsUsers: true,
  reason: 'Whoever is signed in sees users; others are told so whoever they ask for.',
} as const

export const rows = {
  followUser: { who: 'signed in', path: { id: '11' } },
  unfollowUser: { who: 'signed in', path: { id: '11' }, answered: 304, writesNothing: true },
  listFollowedUsers: seesUsers,
  listFollowers: seesUsers,
} satisfies RowsOf<'Follows'>
