import type { RowsOf } from '../row.ts'

const path = { trigger_id: '1' }
/** The token says who starts the pipeline, whoever sends it. */
const byToken = {
  who: 'everyone',
  parameters: { token: 'glptt-olga', ref: 'described' },
} as const

export const rows = {
  listTriggers: { who: 'maintainer' },
  getTrigger: { who: 'maintainer', path },
  createTrigger: { who: 'maintainer', parameters: { description: 'Nightly' } },
  updateTrigger: {
    who: 'maintainer',
    from: 50,
    reason:
      'Maintainers change those that they made, and administrators all: this one is of an owner.',
    path,
    parameters: { description: 'Nightly' },
  },
  deleteTrigger: { who: 'maintainer', path },
  triggerPipeline: byToken,
  triggerPipelineOfRef: { ...byToken, path: { ref: 'described' } },
} satisfies RowsOf<'Triggers'>
