import type { RowsOf } from '../row.ts'

export const rows = {
  getApplicationSettings: { who: 'administrator' },
  updateApplicationSettings: { who: 'administrator', parameters: { signup_enabled: false } },
  getStatistics: { who: 'administrator' },
} satisfies RowsOf<'Application settings'>
