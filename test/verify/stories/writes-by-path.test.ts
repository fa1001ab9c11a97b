import { expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import { lose } from '../mutants/faults/state.ts'
import type { OperationId } from '../mutants/mutant.ts'

const isNumber = /^\d+$/

it.each<OperationId>([
  'addProjectMember',
  'updateGroupMember',
  'removeGroupMember',
  'updateProjectNotificationSettings',
  'createCommit',
  'createCommitComment',
  'createCommitStatus',
  'cherryPickCommit',
  'transferProjectToGroup',
  'deleteGroup',
])('tells that %s does nothing where the id is a path', async (operation) => {
  const fault = lose(operation, ({ path }) => !isNumber.test(path.get('id') ?? ''))
  const mutant = { name: operation, operation, kind: 'write lost', fault } as const
  const { outcome } = await judgeMutant(mutant, ['writes to what is named by its path'])
  expect(outcome).toBe('caught')
})
