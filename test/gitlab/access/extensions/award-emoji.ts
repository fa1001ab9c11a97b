import type { ExtensionRows } from '../extensions.ts'

/** The awards of the permission world, in its order: on the note of the issue and the issue, and so on; all of them olga's. */
const ofNote = { path: { award_id: '1' } }
const ofIssue = { path: { award_id: '2' } }
const ofNoteOnMergeRequest = { path: { note_id: '2', award_id: '3' } }
const ofMergeRequest = { path: { award_id: '4' } }
const ofNoteOnSnippet = { path: { note_id: '3', award_id: '5' } }
const ofSnippet = { path: { award_id: '6' } }

const reads = { who: 'sees the project', beyond: 'signed in' } as const
/** Whoever does not see a merge request does not see either that there is one. */
const readsCode = { who: 'sees merge requests', beyond: 'signed in', hidden: 404 } as const
const awards = { who: 'takes part', parameters: { name: 'rocket' } } as const
const awardsCode = {
  who: 'comments on merge requests',
  parameters: { name: 'rocket' },
  hidden: 404,
} as const
/** Their giver takes them back, and administrators; others are answered 401. */
const takesBack = { who: 'owner of the project', refusal: 401 } as const
const takesBackOfCode = { ...takesBack, isOfMergeRequests: true, hidden: 404 } as const

export const rows = {
  listIssueAwardEmoji: { ...reads },
  getIssueAwardEmoji: { ...reads, ...ofIssue },
  awardIssueEmoji: { ...awards },
  deleteIssueAwardEmoji: { ...takesBack, ...ofIssue },
  listIssueNoteAwardEmoji: { ...reads },
  getIssueNoteAwardEmoji: { ...reads, ...ofNote },
  awardIssueNoteEmoji: { ...awards },
  deleteIssueNoteAwardEmoji: { ...takesBack, ...ofNote },
  listMergeRequestAwardEmoji: { ...readsCode },
  getMergeRequestAwardEmoji: { ...readsCode, ...ofMergeRequest },
  awardMergeRequestEmoji: { ...awardsCode },
  deleteMergeRequestAwardEmoji: { ...takesBackOfCode, ...ofMergeRequest },
  listMergeRequestNoteAwardEmoji: { ...readsCode, ...ofNoteOnMergeRequest },
  getMergeRequestNoteAwardEmoji: { ...readsCode, ...ofNoteOnMergeRequest },
  awardMergeRequestNoteEmoji: { ...awardsCode, ...ofNoteOnMergeRequest },
  deleteMergeRequestNoteAwardEmoji: { ...takesBackOfCode, ...ofNoteOnMergeRequest },
  listSnippetAwardEmoji: { ...reads },
  getSnippetAwardEmoji: { ...reads, ...ofSnippet },
  awardSnippetEmoji: { ...awards },
  deleteSnippetAwardEmoji: { ...takesBack, ...ofSnippet },
  listSnippetNoteAwardEmoji: { ...reads, ...ofNoteOnSnippet },
  getSnippetNoteAwardEmoji: { ...reads, ...ofNoteOnSnippet },
  awardSnippetNoteEmoji: { ...awards, ...ofNoteOnSnippet },
  deleteSnippetNoteAwardEmoji: { ...takesBack, ...ofNoteOnSnippet },
} satisfies ExtensionRows
