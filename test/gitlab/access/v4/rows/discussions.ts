import type { RowsOf } from '../row.ts'

const body = { body: 'Hear' }

/** The discussion that a note began. */
const begunBy = (note_id: string) => ({ note_id, discussion_id: note_id.padStart(40, '0') })

/** The discussions of the permission world, by what they are on; the notes 4 to 7. */
const onIssue = { path: begunBy('4') }
const onMergeRequest = { path: begunBy('5') }
const onSnippet = { path: begunBy('6') }
const onCommit = { path: { ...begunBy('7'), sha: 'merged' } }

const reads = { who: 'sees the project', beyond: 'signed in' } as const
const readsCode = { who: 'reads the code', beyond: 'signed in', hiddenBelow: 20 } as const
/** The commit is there for whoever sees the project, and shows itself to whoever reads the code. */
const readsCommit = { who: 'reads the code', beyond: 'signed in' } as const
const speaks = { who: 'takes part', parameters: body } as const
const speaksOfCode = { ...speaks, hiddenBelow: 20 } as const
const changes = { who: 'maintainer', parameters: body } as const
const resolves = { who: 'developer', parameters: { resolved: true } } as const

export const rows = {
  listIssueDiscussions: { ...reads },
  startIssueDiscussion: { ...speaks },
  getIssueDiscussion: { ...reads, ...onIssue },
  resolveIssueDiscussion: { ...resolves, ...onIssue },
  listIssueDiscussionNotes: { ...reads, ...onIssue },
  replyToIssueDiscussion: { ...speaks, ...onIssue },
  getIssueDiscussionNote: { ...reads, ...onIssue },
  updateIssueDiscussionNote: { ...changes, ...onIssue },
  deleteIssueDiscussionNote: { who: 'maintainer', ...onIssue },

  listMergeRequestDiscussions: { ...readsCode },
  startMergeRequestDiscussion: { ...speaksOfCode },
  getMergeRequestDiscussion: { ...readsCode, ...onMergeRequest },
  resolveMergeRequestDiscussion: { ...resolves, hiddenBelow: 20, ...onMergeRequest },
  listMergeRequestDiscussionNotes: { ...readsCode, ...onMergeRequest },
  replyToMergeRequestDiscussion: { ...speaksOfCode, ...onMergeRequest },
  getMergeRequestDiscussionNote: { ...readsCode, ...onMergeRequest },
  updateMergeRequestDiscussionNote: { ...changes, hiddenBelow: 20, ...onMergeRequest },
  deleteMergeRequestDiscussionNote: { who: 'maintainer', hiddenBelow: 20, ...onMergeRequest },

  listSnippetDiscussions: { ...reads },
  startSnippetDiscussion: { ...speaks },
  getSnippetDiscussion: { ...reads, ...onSnippet },
  listSnippetDiscussionNotes: { ...reads, ...onSnippet },
  replyToSnippetDiscussion: { ...speaks, ...onSnippet },
  getSnippetDiscussionNote: { ...reads, ...onSnippet },
  updateSnippetDiscussionNote: { ...changes, ...onSnippet },
  deleteSnippetDiscussionNote: { who: 'maintainer', ...onSnippet },

  listCommitDiscussions: { ...readsCommit },
  startCommitDiscussion: { ...readsCommit, parameters: body },
  getCommitDiscussion: { ...readsCommit, ...onCommit },
  listCommitDiscussionNotes: { ...readsCommit, ...onCommit },
  replyToCommitDiscussion: { ...readsCommit, parameters: body, ...onCommit },
  getCommitDiscussionNote: { ...readsCommit, ...onCommit },
  updateCommitDiscussionNote: { ...changes, ...onCommit },
  deleteCommitDiscussionNote: { who: 'maintainer', ...onCommit },
} satisfies RowsOf<'Discussions'>
