import { operations as operationsOfV3 } from '../../../../contract/generated/v3/operations.ts'
import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Values } from '../../../reproduction/history.ts'
import type { World } from '../world.ts'

/** An operation of v3. */
export type AskedOperation = Operation & { readonly id: OperationId<'v3'> }

const specified = operationsOfV3.filter(({ isExtension }) => !isExtension)

/** What only reads; which hooks there are is everybody's affair. */
export const readsOf = (world: World): readonly AskedOperation[] =>
  specified
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/hooks'))
    .map(({ id }) => ({ ...world.operation(id), id }))

/** What writes, and nothing that all of the instance feels. */
export const writesOf = (world: World): readonly AskedOperation[] =>
  specified
    .filter(({ method, path }) => method !== 'GET' && !/^\/(?:hooks|application)/.test(path))
    .map(({ id }) => ({ ...world.operation(id), id }))

export const isOfPlace = ({ path }: Operation) => /^\/(?:projects|groups)\/\{/.test(path)

/** Code and builds: what guests of a private project see of them is a choice. */
export const isCode = ({ path }: Operation) =>
  /\/(?:repository|builds|merge_requests|deployments|statuses)/.test(path)

const searched: ReadonlySet<string> = new Set([
  'listUsers',
  'listGroups',
  'listProjects',
  'listVisibleProjects',
  'listAllProjects',
])

/** Lists that others are in as well are searched for what is the history's own. */
export const searchOf = ({ id }: Operation): Values =>
  searched.has(id) ? { search: '<word>' } : {}
