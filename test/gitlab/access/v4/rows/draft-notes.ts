import type { RowsOf } from '../row.ts'

const path = { draft_note_id: '1' }
const readsCode = { who: 'reads the code', beyond: 'signed in', hiddenBelow: 20 } as const
const writes = { who: 'takes part', hiddenBelow: 20 } as const

/** The draft of the permission world is the owner's, and nobody else sees it. */
const ofAuthor = {
  who: 'owner of the project',
  refusal: 404,
  path,
  reason: 'A draft is of its author, who is the owner here.',
} as const

export const rows = {
  listDraftNotes: { ...readsCode },
  createDraftNote: { ...writes, parameters: { note: 'Hear' } },
  getDraftNote: { ...ofAuthor },
  updateDraftNote: { ...ofAuthor, parameters: { note: 'Hear' } },
  deleteDraftNote: { ...ofAuthor },
  publishDraftNote: { ...ofAuthor },
  publishDraftNotes: { ...writes, parameters: { note: 'All in all' } },
} satisfies RowsOf<'Draft notes'>
