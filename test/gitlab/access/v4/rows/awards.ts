import type { RowsOf } from '../row.ts'

/** The awards of the permission world, in its order: on the note of the issue and the issue, and so on; all of them olga's. */
const ofNote = { award_id: '1' }
const ofIssue = { award_id: '2' }
const ofNoteOnMergeRequest = { note_id: '2', award_id: '3' }
const ofMergeRequest = { award_id: '4' }
const ofNoteOnSnippet = { note_id: '3', award_id: '5' }
const ofSnippet = { award_id: '6' }

const reads = { who: 'sees the project' } as const
const readsCode = { who: 'reads the code', hiddenBelow: 20 } as const
/** Whoever may not is answered as if there were nothing (award emoji of the v4 API). */
const awards = { who: 'takes part', parameters: { name: 'rocket' }, anonymous: 404 } as const
const awardsCode = { ...awards, hiddenBelow: 20 } as const
/** Their giver takes them back, and administrators. */
const takesBack = {
  who: 'owner of the project',
  refusal: 401,
  reason: 'It is of whoever gave it, who is the owner here.',
} as const
const takesBackOfCode = { ...takesBack, hiddenBelow: 20 } as const

export const rows = {
  listIssueAwardEmoji: { ...reads },
  getIssueAwardEmoji: { ...reads, path: ofIssue },
  awardIssueEmoji: { ...awards },
  deleteIssueAwardEmoji: { ...takesBack, path: ofIssue },
  listIssueNoteAwardEmoji: { ...reads },
  getIssueNoteAwardEmoji: { ...reads, path: ofNote },
  awardIssueNoteEmoji: { ...awards },
  deleteIssueNoteAwardEmoji: { ...takesBack, path: ofNote },
  listMergeRequestAwardEmoji: { ...readsCode },
  getMergeRequestAwardEmoji: { ...readsCode, path: ofMergeRequest },
  awardMergeRequestEmoji: { ...awardsCode },
  deleteMergeRequestAwardEmoji: { ...takesBackOfCode, path: ofMergeRequest },
  listMergeRequestNoteAwardEmoji: { ...readsCode, path: ofNoteOnMergeRequest },
  getMergeRequestNoteAwardEmoji: { ...readsCode, path: ofNoteOnMergeRequest },
  awardMergeRequestNoteEmoji: { ...awardsCode, path: ofNoteOnMergeRequest },
  deleteMergeRequestNoteAwardEmoji: { ...takesBackOfCode, path: ofNoteOnMergeRequest },
  listSnippetAwardEmoji: { ...reads },
  getSnippetAwardEmoji: { ...reads, path: ofSnippet },
  awardSnippetEmoji: { ...awards },
  deleteSnippetAwardEmoji: { ...takesBack, path: ofSnippet },
  listSnippetNoteAwardEmoji: { ...reads, path: ofNoteOnSnippet },
  getSnippetNoteAwardEmoji: { ...reads, path: ofNoteOnSnippet },
  awardSnippetNoteEmoji: { ...awards, path: ofNoteOnSnippet },
  deleteSnippetNoteAwardEmoji: { ...takesBack, path: ofNoteOnSnippet },
} satisfies RowsOf<'Awards'>
