import type { RowsOf } from '../row.ts'

export const rows = {
  listOwnEvents: { who: 'signed in', readsUsers: true },
  listUserEvents: { who: 'everyone', path: { id: '2' }, readsUsers: true },
  listProjectEvents: { who: 'sees the project' },
} satisfies RowsOf<'Events'>
