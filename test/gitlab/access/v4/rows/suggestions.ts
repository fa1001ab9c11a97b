import type { RowsOf } from '../row.ts'

/** The suggestion of the permission world is on its first merge request. */
const pushes = { who: 'developer', of: 'the project', hiddenBelow: 20 } as const

export const rows = {
  applySuggestion: { ...pushes },
  applySuggestions: { ...pushes, parameters: { ids: [1] } },
} satisfies RowsOf<'Suggestions'>
