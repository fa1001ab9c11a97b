import { describe, expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import { answer, on } from '../mutants/faults/operations.ts'
import { beside } from '../mutants/faults/state.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'

/** Answers what should be refused with another status as if it were done. */
const accept = (operation: OperationId, status: number): Fault =>
  on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (response.status !== status) return response
    context.hit()
    return Response.json(null)
  })

/** Removes something more, after what was asked for. */
const removing = (
  operation: OperationId,
  more: Parameters<typeof beside>[1],
): readonly [OperationId, Fault] => [operation, beside(operation, more)]

const faults: readonly (readonly [string, OperationId, Fault])[] = [
  [
    'an issue takes the next one with it',
    ...removing('deleteIssue', ({ db }, call) => {
      const id = Number(call.path.get('issue_id'))
      const project_id = db.issues.get(id)?.project_id
      const next = db.issues.all().find((one) => one.id > id && one.project_id === project_id)
      return () => next && db.issues.replace(next, { title: 'Was beside' })
    }),
  ],
  [
    'the second deletion of a tag takes the release of another',
    ...removing('deleteTag', ({ db }, call) => {
      const project_id = Number(call.path.get('id'))
      const first = db.releases.by('project_id', project_id).at(-1)
      return () => first && db.releases.replace(first, { description: 'Was beside' })
    }),
  ],
  [
    'deleting a key of a user takes their place away',
    ...removing('deleteSshKeyOfUser', ({ db }, call) => {
      const user = db.users.get(Number(call.path.get('id')))
      return () => user && db.users.replace(user, { name: 'Nobody' })
    }),
  ],
  [
    'a stranger is told that an issue is gone, though they see none of the project',
    'deleteIssue',
    accept('deleteIssue', 404),
  ],
  [
    'nobody need sign in to delete a note that is gone',
    'deleteIssueNote',
    accept('deleteIssueNote', 401),
  ],
]

describe('a deletion', () => {
  it.each(faults)('is caught where %s', async (name, operation, fault) => {
    const mutant = { name, operation, kind: 'delete not idempotent', fault } as const
    const { outcome } = await judgeMutant(mutant, [operation])
    expect(outcome).toBe('caught')
  })
})

const openings: readonly (readonly [string, OperationId, number])[] = [
  ['a comment in a public project', 'createIssueNote', 401],
  ['the members of a public project', 'listProjectMembers', 401],
  ['the tags of a private project', 'listTags', 404],
  ['the tree of an internal project', 'listTree', 404],
]

describe('a server without a guard', () => {
  it.each(openings)(
    'is caught where nobody need sign in for %s',
    async (name, operation, status) => {
      const fault: Fault = on(operation, async (call, context) => {
        const response = await answer(call, context)
        if (response.status !== status || call.headers.has('private-token')) return response
        context.hit()
        return Response.json([], { status: call.method === 'GET' ? 200 : 201 })
      })
      const mutant = { name, operation, kind: 'permission not enforced', fault } as const
      const { outcome } = await judgeMutant(mutant, [operation])
      expect(outcome).toBe('caught')
    },
  )
})
