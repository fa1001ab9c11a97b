import type { RowsOf } from '../row.ts'

export const rows = {
  getVersion: { who: 'signed in', readsUsers: true },
  getMetadata: { who: 'signed in', readsUsers: true },
} satisfies RowsOf<'Metadata'>
