import { describe, expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import { beside, loseEvents } from '../mutants/faults/state.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'

/** What each does wrong, where it is to be told, and the story that tells it. */
const faults: readonly (readonly [string, OperationId, string, Fault])[] = [
  [
    'a note is of whoever changed it',
    'updateIssueNote',
    'ledger: Issues',
    beside('updateIssueNote', ({ db }, call) => () => {
      const root = db.users.all().find(({ username }) => username === 'root')
      const note = db.notes.get(Number(call.path.get('note_id')))
      if (root && note) db.notes.replace(note, { author_id: root.id })
    }),
  ],
  [
    'closing an issue takes the labels of the one beside it',
    'updateIssue',
    'ledger: Issues',
    beside('updateIssue', ({ db }, call) => () => {
      const issue = db.issues.get(Number(call.path.get('issue_id')))
      const other = db.issues
        .all()
        .find((one) => one.project_id === issue?.project_id && one.id !== issue?.id)
      if (issue?.state === 'closed' && other) db.issues.replace(other, { title: 'Was beside' })
    }),
  ],
  ['opening an issue is no event', 'createIssue', 'ledger: Issues', loseEvents('createIssue')],
  [
    'merging into a branch takes what others are described as',
    'mergeMergeRequest',
    'ledger: Merge requests',
    beside('mergeMergeRequest', ({ db }, call) => () => {
      const id = Number(call.path.get('merge_request_id'))
      const merged = db.mergeRequests.get(id)
      const other = db.mergeRequests
        .all()
        .find((one) => one.target_project_id === merged?.target_project_id && one.id !== id)
      if (other) db.mergeRequests.replace(other, { description: '' })
    }),
  ],
]

describe('what is written, held against every read', () => {
  it.each(faults)('tells that %s', async (name, operation, story, fault) => {
    const mutant = { name, operation, kind: 'value wrong', fault } as const
    expect(await judgeMutant(mutant, [story])).toMatchObject({ outcome: 'caught' })
  })
})
