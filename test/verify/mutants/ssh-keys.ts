import { keyBody } from '../../../src/store/record-keys.ts'
import {
  createdAsOk,
  lost,
  notIdempotent,
  permitted,
  permittedToAnonymous,
  statusWrong,
  unknownAsOk,
} from './behaviour.ts'
import { parametersOf } from './call.ts'
import { editList } from './faults/lists.ts'
import { reroute } from './faults/requests.ts'
import { acceptInstead } from './faults/state.ts'
import { unguarded } from './faults/unguarded.ts'
import { dropped, nulled, renamed, wrong } from './fields.ts'
import type { Mutant } from './mutant.ts'
import { missingAccepted, parameterMisread } from './parameters.ts'
import { editRefusal } from './refusals.ts'

export const sshKeys: readonly Mutant[] = [
  dropped('listOwnSshKeys', 'title'),
  nulled('listOwnSshKeys', 'created_at'),
  permittedToAnonymous('listOwnSshKeys'),
  wrong('getOwnSshKey', 'key', 'in small letters', (present) => String(present).toLowerCase()),
  statusWrong('getOwnSshKey', 404, 403, 'for an unknown key'),
  createdAsOk('createOwnSshKey'),
  missingAccepted('createOwnSshKey', 'title', 'Untitled'),
  missingAccepted('createOwnSshKey', 'key', `ssh-rsa ${'A'.repeat(40)}B3NzaC1yc2E=`),
  parameterMisread('createOwnSshKey', 'title', 'always Untitled', () => 'Untitled', [
    'getOwnSshKey',
    'listOwnSshKeys',
  ]),
  lost('createOwnSshKey', ['getOwnSshKey', 'listOwnSshKeys']),
  {
    name: 'createOwnSshKey takes a key that is there already',
    operation: 'createOwnSshKey',
    kind: 'uniqueness not enforced',
    fault: acceptInstead('createOwnSshKey', 400, async (call, { forge }) => {
      const { title, key } = parametersOf(call)
      const present = forge.db.keys.all().find((one) => keyBody(one.key) === keyBody(String(key)))
      if (!present || !title) return undefined
      const { user_id, created_at } = present
      const values = { user_id, created_at, title: String(title), key: String(key) }
      const { user_id: _user, ...shown } = unguarded(() => forge.db.keys.insert(values))
      return Response.json(shown, { status: 201 })
    }),
  },
  editRefusal('createSshKeyOfUser', 400, 'a list of errors without their properties', () => ({
    message: ['has already been taken'],
  })),
  notIdempotent('deleteOwnSshKey'),
  lost('deleteOwnSshKey', ['getOwnSshKey', 'listOwnSshKeys']),
  permitted('listSshKeysOfUser', 'plain users'),
  renamed('listSshKeysOfUser', 'key', 'public_key'),
  {
    name: 'listSshKeysOfUser lists the keys of every user',
    operation: 'listSshKeysOfUser',
    kind: 'filter keeps too much',
    fault: editList('listSshKeysOfUser', (_items, _call, { forge }) =>
      forge.db.keys.all().map(({ id, title, key, created_at }) => ({ id, title, key, created_at })),
    ),
  },
  permitted('createSshKeyOfUser', 'plain users'),
  {
    name: 'createSshKeyOfUser gives the key to the caller',
    operation: 'createSshKeyOfUser',
    alsoAt: ['listSshKeysOfUser', 'getSshKeyWithUser'],
    kind: 'parameter ignored',
    fault: reroute('createSshKeyOfUser', () => '/user/keys'),
  },
  unknownAsOk('deleteSshKeyOfUser'),
  lost('deleteSshKeyOfUser', ['listSshKeysOfUser', 'getSshKeyWithUser']),
  permitted('getSshKeyWithUser', 'plain users'),
  dropped('getSshKeyWithUser', 'user'),
  dropped('getSshKeyWithUser', 'user.email'),
]
