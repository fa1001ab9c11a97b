import type { ExtensionRows } from '../extensions.ts'

export const rows = {
  listMergeRequestComments: { who: 'sees merge requests', beyond: 'signed in' },
  createMergeRequestComment: { who: 'comments on merge requests', parameters: { note: 'Hear' } },
} satisfies ExtensionRows
