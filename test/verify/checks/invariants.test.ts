import { describe, expect, it } from 'vitest'
import { judgeMutant, judgeVariant } from '../judge-one.ts'
import { parametersOf, withParameters } from '../mutants/call.ts'
import { editField, editHeader, editJson } from '../mutants/faults/answers.ts'
import { answer, on } from '../mutants/faults/operations.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'
import { legitimateServer } from '../unforeseen/find-server.ts'

/** Faults that no check looks for: they show where an answer is compared with itself, its request or earlier ones. */
const faults: readonly (readonly [string, OperationId, Fault, string])[] = [
  [
    'comments of a snippet are on the comment before',
    'listSnippetNotes',
    editField('listSnippetNotes', 'noteable_id', (note, name) => {
      note[name] = Number(note.id) - 1
    }),
    'listSnippetNotes',
  ],
  [
    'a commit of a push has another message in the event',
    'listProjectEvents',
    editField('listProjectEvents', 'data.commits.message', (commit, name) => {
      commit[name] = 'Changes'
    }),
    'activity events',
  ],
  [
    'the commit of a build was made when it was built',
    'getBuild',
    editField('getBuild', 'commit.created_at', (commit, name) => {
      commit[name] = '2016-01-01T00:00:00Z'
    }),
    'builds that are there',
  ],
  [
    'an event of a user names the first author of the list',
    'listUserEvents',
    editJson('listUserEvents', (events) => {
      for (const event of Array.isArray(events) ? events : []) {
        Object.assign(Object(event), { author_username: 'root' })
      }
      return events
    }),
    'listUserEvents',
  ],
  [
    'a deployment is one of the commit before',
    'listDeployments',
    editField('listDeployments', 'sha', (deployment, name) => {
      deployment[name] = '0123456789012345678901234567890123456789'
    }),
    'listDeployments',
  ],
  [
    'statuses of a commit say that they are of another one',
    'listCommitStatuses',
    editField('listCommitStatuses', 'sha', (status, name, { url }) => {
      if (url.searchParams.has('ref')) status[name] = '0123456789012345678901234567890123456789'
    }),
    'the statuses of a commit',
  ],
  [
    'the third page of a list says that it is the second',
    'listTree',
    editHeader('listTree', 'x-page', (page) => (page === '3' ? '2' : (page ?? undefined))),
    'listTree',
  ],
]

/** The server makes a project of another name where its path is taken, beside the one that is there. */
const takesPathTwice = on('createProject', async (call, context) => {
  const response = await answer(call, context)
  if (response.status !== 400) return response
  const { path } = parametersOf(call)
  const beside = withParameters(call, { path: `${String(path)}-2` })
  const made = await answer(beside, context)
  if (made.ok) context.hit()
  return made
})

it.each([
  [
    'a taken path is changed for a project of another name',
    'createProject',
    takesPathTwice,
    'the lists of projects',
  ],
  [
    'own groups show statistics that nobody asked for',
    'listOwnedGroups',
    editJson('listOwnedGroups', (groups) => {
      for (const group of [groups].flat()) Object.assign(Object(group), { statistics: {} })
      return groups
    }),
    'listOwnedGroups',
  ],
] as const)('tells that %s', async (name, operation, fault, only) => {
  const mutant = { name, operation, kind: 'value wrong', fault } as const
  expect(await judgeMutant(mutant, [only])).toMatchObject({ outcome: 'caught' })
})

describe('what holds for any answer', () => {
  it.each(faults)('is told where %s', async (name, operation, fault, only) => {
    const mutant = { name, operation, kind: 'value wrong', fault } as const
    expect(await judgeMutant(mutant, [only])).toMatchObject({ outcome: 'caught' })
  })

  it('holds where a write shows a time exactly that is kept as the next second', async () => {
    const alter = editField('createProject', 'created_at', (project, name) => {
      project[name] = new Date(Date.parse(String(project[name])) - 900).toISOString()
    })
    const { reported } = await judgeVariant({ name: 'rounded times', alter }, ['Projects'])
    expect(reported).toEqual([])
  })

  it('holds where one operation shows more of a short id than another', async () => {
    const name = 'Branches tell whether they are the default, and short ids of their commits'
    const server = legitimateServer(name)
    const alter: Fault = ({ forge }) => server.start(forge)
    const { reported, requests } = await judgeVariant({ name, alter }, ['alike: Commits'])
    expect(reported).toEqual([])
    expect(requests).toBeGreaterThan(20)
  })

  it('holds where times have another zone and precision, and what is absent is left out', async () => {
    const alter = editField(['listCommits', 'getCommit'], 'created_at', (commit, name) => {
      const time = new Date(Date.parse(String(commit[name])) + 7_200_000)
      commit[name] = time.toISOString().replace('Z', '+02:00')
    })
    const { reported } = await judgeVariant({ name: 'times in another zone', alter }, ['Commits'])
    expect(reported).toEqual([])
  })
})
