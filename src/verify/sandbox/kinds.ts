import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'
import type { ChangedName, KindName } from './journal.ts'

/** How a kind of what a run makes is found and removed. What lies in a group or belongs to a user goes with it. */
export interface Kind {
  readonly name: KindName
  readonly creates: OperationId
  readonly removes: OperationId
  /** The parameter of the creation, and the field of what is listed, that hold the unique name. */
  readonly nameField: string
  /** The parameter of the removal that takes the id. */
  readonly idParameter: string
  /** Further parameters of the removal. */
  readonly removedWith?: Parameters
  readonly lists: OperationId
  /** Lists those alone that may have the name; some lists have no search. */
  readonly search?: (name: string) => Parameters
  /** Shows one by its id, where the list may leave it out. */
  readonly shows?: OperationId
  /** Whether it belongs to whoever makes it: of a run, when that is the user of its token. */
  readonly isOfCaller?: boolean
}

export const hookKind: Kind = {
  name: 'system hook',
  creates: 'createSystemHook',
  removes: 'deleteSystemHook',
  nameField: 'url',
  idParameter: 'id',
  lists: 'listSystemHooks',
}

const groupKind: Kind = {
  name: 'group',
  creates: 'createGroup',
  removes: 'deleteGroup',
  nameField: 'path',
  idParameter: 'id',
  lists: 'listGroups',
  search: (search) => ({ search }),
  shows: 'getGroup',
}

const userKind: Kind = {
  name: 'user',
  creates: 'createUser',
  removes: 'deleteUser',
  nameField: 'username',
  idParameter: 'id',
  lists: 'listUsers',
  search: (search) => ({ search }),
  shows: 'getUser',
}

/** In the order of removal: groups before the users who own them. */
const kindsOfV3: readonly Kind[] = [
  groupKind,
  hookKind,
  userKind,
  {
    name: "SSH key of the token's user",
    creates: 'createOwnSshKey',
    removes: 'deleteOwnSshKey',
    nameField: 'title',
    idParameter: 'key_id',
    lists: 'listOwnSshKeys',
    isOfCaller: true,
  },
  {
    name: "e-mail address of the token's user",
    creates: 'createOwnEmail',
    removes: 'deleteOwnEmail',
    nameField: 'email',
    idParameter: 'email_id',
    lists: 'listOwnEmails',
    isOfCaller: true,
  },
]

/**
 * Of v4, where a run writes nothing as the user of its token: what it makes is its users', and goes with them. v4
 * removes a group at once with its only owner alone; one that is left after them is marked for deletion.
 */
const kindsOfV4: readonly Kind[] = [{ ...userKind, removedWith: { hard_delete: true } }, groupKind]

const kinds: Readonly<Record<ApiName, readonly Kind[]>> = { v3: kindsOfV3, v4: kindsOfV4 }

export function kindsOf(api: ApiName): readonly Kind[] {
  return kinds[api]
}

/** How something that was there before is read and written. */
export interface Changeable {
  readonly name: ChangedName
  readonly reads: OperationId
  readonly writes: OperationId
  /** Values that are not written, or follow from others. */
  readonly unwritten: ReadonlySet<string>
  readonly isOfCaller?: boolean
}

export const changeables: readonly Changeable[] = [
  {
    name: 'application settings',
    reads: 'getApplicationSettings',
    writes: 'updateApplicationSettings',
    unwritten: new Set(['id', 'created_at', 'updated_at', 'repository_storage']),
  },
  {
    name: "notification settings of the token's user",
    reads: 'getNotificationSettings',
    writes: 'updateNotificationSettings',
    unwritten: new Set(['events']),
    isOfCaller: true,
  },
]
