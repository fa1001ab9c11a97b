import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Parameters } from '../client/encode.ts'
import type { ChangedName, KindName } from './journal.ts'

/** The ways to find and remove records of a kind. Records in a group or of a user are removed together with it. */
export interface Kind {
  readonly name: KindName
  readonly creates: OperationId
  readonly removes: OperationId
  /** The parameter of the creation, and the field of list items, with the unique name. */
  readonly nameField: string
  /** The parameter of the removal with the id. */
  readonly idParameter: string
  /** Further parameters of the removal. */
  readonly removedWith?: Parameters
  readonly lists: OperationId
  /** The query that narrows the list to a name; some lists have no search. */
  readonly search?: (name: string) => Parameters
  /** The operation that shows a record by its id, which the list may omit. */
  readonly shows?: OperationId
  /** Whether a record belongs to its creator; it matters where that is the user of the run's token. */
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
 * The kinds of v4, in which a run writes nothing as the user of its token: its records belong to its users and are
 * removed with them. v4 removes a group immediately only together with its last owner; one that remains is marked for
 * deletion.
 */
const kindsOfV4: readonly Kind[] = [{ ...userKind, removedWith: { hard_delete: true } }, groupKind]

const kinds: Readonly<Record<ApiName, readonly Kind[]>> = { v3: kindsOfV3, v4: kindsOfV4 }

export function kindsOf(api: ApiName): readonly Kind[] {
  return kinds[api]
}

/** The ways to read and write an existing record that a run changes. */
export interface Changeable {
  readonly name: ChangedName
  readonly reads: OperationId
  readonly writes: OperationId
  /** The values that are not written, or are derived from others. */
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
