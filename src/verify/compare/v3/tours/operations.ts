import { operations as operationsOfV3 } from '../../../../contract/generated/v3/operations.ts'
import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Values } from '../../../reproduction/history.ts'
import type { World } from '../world.ts'

/** An operation of v3. */
export type AskedOperation = Operation & { readonly id: OperationId<'v3'> }

const specified = operationsOfV3.filter(({ isExtension }) => !isExtension)

/** Returns the operations that only read; the list of system hooks is shared by everybody. */
export const readsOf = (world: World): readonly AskedOperation[] =>
  specified
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/hooks'))
    .map(({ id }) => ({ ...world.operation(id), id }))

/** Why the outcome of a call is open whose operation a server need not have. */
export const beyondContract = 'it is beyond the contract'

/** Returns the operations that write, without instance-wide effects. */
export const writesOf = (world: World): readonly AskedOperation[] =>
  specified
    .filter(({ method, path }) => method !== 'GET' && !/^\/(?:hooks|application)/.test(path))
    .map(({ id }) => ({ ...world.operation(id), id }))

/** Returns the parameter by which a server mails nobody, where an operation has it. */
export const unconfirmed = ({ parameters }: Operation): Values =>
  parameters.some(({ name }) => name === 'confirm') ? { confirm: false } : {}

/** Returns who surely may call an operation. */
export const entitledTo = ({ access }: Operation) => (access === 'admin' ? 'admin' : 'owner')

export const isOfPlace = ({ path }: Operation) => /^\/(?:projects|groups)\/\{/.test(path)

/** Whether an operation is about code or builds, whose visibility to guests of a private project is not specified. */
export const isCode = ({ path }: Operation) =>
  /\/(?:repository|builds|merge_requests|deployments|statuses)/.test(path)

const searched: ReadonlySet<string> = new Set([
  'listUsers',
  'listGroups',
  'listProjects',
  'listVisibleProjects',
  'listAllProjects',
])

/** Returns a search for the history's own records, for lists that contain those of others too. */
export const searchOf = ({ id }: Operation): Values =>
  searched.has(id) ? { search: '<word>' } : {}
