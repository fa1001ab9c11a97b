import type { RowsOf } from '../row.ts'

export const rows = {
  getStatistics: { who: 'administrator' },
} satisfies RowsOf<'Application settings'>
