import type { RowsOf } from '../row.ts'

export const rows = {
  getQueueMetrics: { who: 'administrator' },
  getProcessMetrics: { who: 'administrator' },
  getJobStats: { who: 'administrator' },
  getCompoundMetrics: { who: 'administrator' },
} satisfies RowsOf<'Sidekiq'>
