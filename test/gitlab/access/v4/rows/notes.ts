import type { RowsOf } from '../row.ts'

const body = { body: 'Hear' }

/** The notes of the permission world are those on the issue, the merge request and the snippet, in this order. */
const onMergeRequest = { note_id: '2' }
const onSnippet = { note_id: '3' }

const reads = { who: 'sees the project', beyond: 'signed in' } as const
const readsCode = { who: 'reads the code', beyond: 'signed in', hiddenBelow: 20 } as const

export const rows = {
  listIssueNotes: { ...reads },
  createIssueNote: { who: 'takes part', parameters: body },
  getIssueNote: { ...reads },
  updateIssueNote: { who: 'maintainer', parameters: body },
  deleteIssueNote: { who: 'maintainer' },
  listMergeRequestNotes: { ...readsCode },
  createMergeRequestNote: { who: 'takes part', parameters: body, hiddenBelow: 20 },
  getMergeRequestNote: { ...readsCode, path: onMergeRequest },
  updateMergeRequestNote: {
    who: 'maintainer',
    parameters: body,
    path: onMergeRequest,
    hiddenBelow: 20,
  },
  deleteMergeRequestNote: { who: 'maintainer', path: onMergeRequest, hiddenBelow: 20 },
  listSnippetNotes: { ...reads },
  createSnippetNote: { who: 'takes part', parameters: body },
  getSnippetNote: { ...reads, path: onSnippet },
  updateSnippetNote: { who: 'maintainer', parameters: body, path: onSnippet },
  deleteSnippetNote: { who: 'maintainer', path: onSnippet },
} satisfies RowsOf<'Notes'>
