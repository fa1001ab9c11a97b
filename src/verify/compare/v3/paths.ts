import type { OperationContract } from '../../../contract/operation-contract.ts'

/** The rows of a project that say nothing of paths, beside those whose ids are integers in the contract as well. */
const byNumber = /^\/projects\/\{id\}\/(?:repository\/commits|statuses|users)/

/**
 * Whether the path of a group or a project may stand for an id of an operation. It may where the row of the operation
 * says so, and nowhere else: a server need not find anything by a path there.
 *
 * @example
 * takesPath(operation('getGroup')) // true
 * takesPath(operation('updateGroup')) // false
 */
export function takesPath({ id, path, parameters }: OperationContract, name = 'id'): boolean {
  if (byNumber.test(path) && id !== 'listCommits') return false
  const place = parameters.find((one) => one.in === 'path' && one.name === name)
  return [place?.schema.type].flat().includes('string')
}
