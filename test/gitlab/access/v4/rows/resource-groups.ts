import type { RowsOf } from '../row.ts'

const path = { key: 'quay' }

export const rows = {
  listResourceGroups: { who: 'developer' },
  getResourceGroup: { who: 'developer', path },
  updateResourceGroup: { who: 'developer', path, parameters: { process_mode: 'newest_first' } },
  getJobOfResourceGroup: { who: 'developer', path },
  listWaitingJobsOfResourceGroup: { who: 'developer', path },
} satisfies RowsOf<'Resource groups'>
