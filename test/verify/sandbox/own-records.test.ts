import { expect, it } from 'vitest'
import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { Answer } from '../../../src/verify/client/answer.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { unknownId } from '../../../src/verify/sandbox/names.ts'
import { createOwnRecords } from '../../../src/verify/sandbox/own-records.ts'

const { operation } = await loadContract('v3')

const callOf = (id: OperationId, parameters: Record<string, unknown>) => ({
  operation: operation(id),
  parameters,
  encoding: { credential: { kind: 'none' } } as const,
})

/** Records of a run whose user is 5, group 6 and project 7; 99 was answered under another's name. */
function own() {
  const records = createOwnRecords('forgery-abc', () => 4)
  const add = (id: OperationId, parameters: Record<string, unknown>, body: object) =>
    records.add(callOf(id, parameters), { status: 201, body } as Answer)
  add('createUser', { username: 'forgery-abc-user-1' }, { id: 5, username: 'forgery-abc-user-1' })
  add('createGroup', { path: 'forgery-abc-group-2' }, { id: 6 })
  add('createProject', { name: 'Plain' }, { id: 7, name: 'Plain', path: 'plain' })
  add(
    'createProject',
    { name: 'forgery-abc-project-3' },
    { id: 99, name: 'Garden', path: 'garden' },
  )
  add('createSystemHook', { url: 'http://forgery-abc-hook-4.invalid/' }, { id: 8 })
  add('createOwnSshKey', { title: 'mine' }, { id: 9 })
  return records
}

it.each<[OperationId, Record<string, unknown>]>([
  ['updateUser', { id: 5 }],
  ['createIssue', { id: 7 }],
  ['createIssue', { id: 'forgery-abc-group-2/plain' }],
  ['updateIssue', { id: 7, issue_id: 4711 }],
  ['transferProjectToGroup', { id: 6, project_id: 7 }],
  ['addProjectMember', { id: 7, user_id: 4 }],
  ['createProject', { name: 'x', namespace_id: 6 }],
  ['createProject', { name: 'x', namespace_id: 'several' }],
  ['deleteUser', { id: unknownId }],
  ['deleteSystemHook', { id: 8 }],
  ['deleteOwnSshKey', { key_id: 9 }],
])('lets %s go to what the run made: %j', (id, parameters) => {
  expect(own().foreign(callOf(id, parameters), true)).toBe(undefined)
})

it.each<[OperationId, Record<string, unknown>, string]>([
  ['updateUser', { id: 1 }, 'id'],
  ['createIssue', { id: 99 }, 'id'],
  ['createIssue', { id: 6 }, 'id'],
  ['createIssue', { id: 'garden/shed' }, 'id'],
  ['transferProjectToGroup', { id: 6, project_id: 1 }, 'project_id'],
  ['addProjectMember', { id: 7, user_id: 1 }, 'user_id'],
  ['removeProjectMember', { id: 7, user_id: 1 }, 'user_id'],
  ['createProject', { name: 'x', namespace_id: 1 }, 'namespace_id'],
  ['moveIssue', { id: 7, issue_id: 1, to_project_id: 1 }, 'to_project_id'],
  ['deleteSystemHook', { id: 1 }, 'id'],
  ['testSystemHook', { id: 1 }, 'id'],
  ['deleteOwnSshKey', { key_id: 1 }, 'key_id'],
])('lets no %s go to what it did not make: %j', (id, parameters, name) => {
  expect(own().foreign(callOf(id, parameters), true)).toBe(name)
})

it('leaves what users of the run have to them', () => {
  expect(own().foreign(callOf('deleteOwnSshKey', { key_id: 1 }), false)).toBe(undefined)
})
