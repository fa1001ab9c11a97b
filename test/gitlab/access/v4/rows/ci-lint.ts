import type { RowsOf } from '../row.ts'

export const rows = {
  lintProject: { who: 'reads the code' },
  lintContent: {
    who: 'developer',
    parameters: { content: 'job: { script: a }' },
    writesNothing: true,
  },
} satisfies RowsOf<'CI lint'>
