import type { RowsOf } from '../row.ts'

export const rows = {
  getAppearance: { who: 'administrator' },
  updateAppearance: { who: 'administrator', parameters: { title: 'Harbour' } },
  getPlanLimits: { who: 'administrator' },
  updatePlanLimits: { who: 'administrator', parameters: { ci_pipeline_size: 10 } },
  listFeatures: { who: 'administrator' },
  listFeatureDefinitions: { who: 'administrator' },
  setFeature: {
    who: 'administrator',
    path: { name: 'foo' },
    parameters: { value: 'true', force: true },
  },
  deleteFeature: { who: 'administrator', path: { name: 'foo' }, writesNothing: true },
} satisfies RowsOf<'Instance'>
