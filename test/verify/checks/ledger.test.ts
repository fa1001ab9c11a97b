import { describe, expect, it } from 'vitest'
import { judgeMutant, judgeVariant } from '../judge-one.ts'
import { beside, loseEvents } from '../mutants/faults/state.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'
import { faultyServer, legitimateServer } from '../unforeseen/find-server.ts'
import type { Variant } from '../variants/index.ts'

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
  [
    'canceling a build cancels those beside it',
    'cancelBuild',
    'ledger: Builds',
    beside('cancelBuild', ({ db }, call) => () => {
      const build = db.builds.get(Number(call.path.get('build_id')))
      const others = db.builds.all().filter((one) => one.pipeline_id === build?.pipeline_id)
      for (const one of others) db.builds.replace(one, { status: 'canceled' })
    }),
  ],
]

/** Servers of the unforeseen ones, and what tells them. */
const unforeseen: readonly (readonly [string, string])[] = [
  ['A tree that is read with all below it is that of the whole repository', 'ledger: Repositories'],
  ['A branch that is protected again has the rules that it had before', 'ledger: Repositories'],
  ['The first commit of a repository has no differences', 'ledger: Repositories'],
  ['The answer to the deletion of a system hook has its token', 'ledger: System hooks'],
  ['A merge request has no commits any more once it is merged', 'ledger: Merge requests'],
  [
    'the issues that a merge request closes are those of its first description',
    'ledger: Merge requests',
  ],
  ['lists of snippets show what only its creator may see', 'ledger: Snippets'],
  ['a note of a merge request is found below the issue of the same id', 'getIssueNote'],
  ['Issues of a milestone are not filtered by labels', 'milestones that are there'],
  ['The raw text of a snippet ends its lines otherwise than it was written', 'getRawSnippet'],
]

describe('what is written, held against every read', () => {
  it.each(faults)('tells that %s', async (name, operation, story, fault) => {
    const mutant = { name, operation, kind: 'value wrong', fault } as const
    expect(await judgeMutant(mutant, [story])).toMatchObject({ outcome: 'caught' })
  })

  it.each(unforeseen)(
    'tells that %s',
    async (name, story) => {
      const server = faultyServer(name)
      const [operation = 'getCurrentUser', ...alsoAt] = server.at
      const fault: Fault = ({ forge }) => server.start(forge)
      const mutant = { name, operation, alsoAt, kind: 'value wrong', fault } as const
      expect(await judgeMutant(mutant, [story])).toMatchObject({ outcome: 'caught' })
    },
    60_000,
  )

  it.each([
    [
      'An opened merge request shows the commit of a merge that was made to try it',
      'ledger: Merge requests',
    ],
    [
      'A merge request that is made for nobody is assigned to whoever made it',
      'ledger: Merge requests',
    ],
    [
      'The lists of issues leave out who follows them and how many notes they have',
      'ledger: Issues',
    ],
    [
      'An issue that is moved leaves nothing behind in the project that it came from',
      'ledger: Issues',
    ],
    [
      'A runner takes a waiting build a moment after it was started and finishes it soon after',
      'ledger: Builds',
    ],
    ['Snippets are created by the masters of a project alone', 'ledger: Snippets'],
    ['Snippets are created by the masters of a project alone', 'who reads which snippet'],
    ['The only events are those of what was opened, closed and commented on', 'activity events'],
  ])(
    'leaves open: %s',
    async (name, story) => {
      const server = legitimateServer(name)
      const variant: Variant = { name, alter: ({ forge }) => server.start(forge) }
      expect(await judgeVariant(variant, [story])).toMatchObject({ reported: [] })
    },
    60_000,
  )
})
