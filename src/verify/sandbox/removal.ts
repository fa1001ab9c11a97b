import type { OperationId } from '../../contract/operation-contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Parameters } from '../client/encode.ts'

/** Sends a call as the administrator, also after an interruption. */
export type CleanUpCall = (operation: OperationId, parameters: Parameters) => Promise<Answer>

/** What a run makes on a server and removes again. What lies in a group or belongs to a user goes with it. */
export interface Kind {
  readonly name: string
  readonly creates: OperationId
  readonly removes: OperationId
  /** The parameter of the creation that holds the unique name. */
  readonly nameParameter: string
  /** Looks for one of which only the name is known; undefined where there is none. */
  find(call: CleanUpCall, name: string): Promise<number | undefined>
}

/** In the order of removal: groups before the users who own them. */
export const kinds: readonly Kind[] = [
  {
    name: 'group',
    creates: 'createGroup',
    removes: 'deleteGroup',
    nameParameter: 'path',
    find: async (call, name) => idOf((await call('getGroup', { id: name })).body),
  },
  {
    name: 'system hook',
    creates: 'createSystemHook',
    removes: 'deleteSystemHook',
    nameParameter: 'url',
    find: async (call, name) =>
      firstWith('url', name, (await call('listSystemHooks', { per_page: 100 })).body),
  },
  {
    name: 'user',
    creates: 'createUser',
    removes: 'deleteUser',
    nameParameter: 'username',
    find: async (call, name) =>
      firstWith('username', name, (await call('listUsers', { username: name })).body),
  },
]

function idOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  return typeof value.id === 'number' ? value.id : undefined
}

function firstWith(field: string, name: string, list: unknown): number | undefined {
  if (!Array.isArray(list)) return undefined
  return idOf(list.find((one: object) => Reflect.get(Object(one), field) === name))
}
