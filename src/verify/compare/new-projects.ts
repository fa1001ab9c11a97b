import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'
import type { Contract } from '../contract/contract.ts'
import { CannotVerify, type Settings } from '../options.ts'
import type { Connection } from '../run/connect.ts'
import { at } from '../story/bodies.ts'

/**
 * Throws CannotVerify where a new project of a server has files, from a template or a hook: that of a forge has none,
 * so that each commit and tree would differ. Makes a group with a project, and removes it.
 */
export async function checkNewProjects(
  { client, sandbox }: Connection,
  contract: Contract,
  { apiUrl, token }: Settings,
): Promise<void> {
  const credential = { kind: 'private token', token } as const
  const call = (id: OperationId, parameters: Parameters) =>
    client.call({ operation: contract.operation(id), parameters, encoding: { credential } })
  const path = sandbox.names.next('group')
  const group = at((await call('createGroup', { name: path, path })).body, 'id')
  // Without a group the project would be the administrator's own, which could not be removed.
  if (group === undefined) return
  const inGroup = { name: path, path, namespace_id: group }
  const project = at((await call('createProject', inGroup)).body, 'id')
  const { body } = project === undefined ? {} : await call('listTree', { id: project })
  await call('deleteGroup', { id: group })
  if (!Array.isArray(body) || body.length === 0) return
  const files = body.map((entry) => at(entry, 'path')).join(', ')
  throw new CannotVerify(
    `A new project of ${apiUrl} has files (${files}); those of a forge are empty, so that what is in repositories cannot be compared. Make new projects empty to compare it.`,
  )
}
