import {
  createdAsOk,
  lost,
  notIdempotent,
  permitted,
  stale,
  statusWrong,
  unknownAsOk,
} from './behaviour.ts'
import { parametersOf } from './call.ts'
import { editList } from './faults/lists.ts'
import { reroute } from './faults/requests.ts'
import { acceptInstead } from './faults/state.ts'
import { unguarded } from './faults/unguarded.ts'
import { dropped, retyped, wrong } from './fields.ts'
import type { Mutant } from './mutant.ts'
import { missingAccepted } from './parameters.ts'
import { editRefusal } from './refusals.ts'

export const emails: readonly Mutant[] = [
  dropped('listOwnEmails', 'email'),
  stale('listOwnEmails'),
  {
    name: 'listOwnEmails shows the addresses of everybody',
    operation: 'listOwnEmails',
    kind: 'private thing leaked',
    fault: editList('listOwnEmails', (_items, _call, { forge }) =>
      forge.db.emails.all().map(({ id, email }) => ({ id, email })),
    ),
  },
  retyped('getOwnEmail', 'id'),
  wrong('getOwnEmail', 'email', 'that of nobody', () => 'nobody@example.com'),
  {
    name: 'getOwnEmail shows an address of another user',
    operation: 'getOwnEmail',
    kind: 'private thing leaked',
    fault: acceptInstead('getOwnEmail', 404, async (call, { forge }) => {
      const record = forge.db.emails.get(Number(call.path.get('email_id')))
      return record && Response.json({ id: record.id, email: record.email })
    }),
  },
  createdAsOk('createOwnEmail'),
  missingAccepted('createOwnEmail', 'email', 'made-up@example.com'),
  lost('createOwnEmail', ['listOwnEmails', 'getOwnEmail']),
  {
    name: 'createOwnEmail takes an address that is there already',
    operation: 'createOwnEmail',
    kind: 'uniqueness not enforced',
    fault: acceptInstead('createOwnEmail', 400, async (call, { forge }) => {
      const { email } = parametersOf(call)
      const present = forge.db.emails.all().find((one) => one.email === email)
      if (typeof email !== 'string' || !present) return undefined
      const { id } = unguarded(() => forge.db.emails.insert({ user_id: present.user_id, email }))
      return Response.json({ id, email }, { status: 201 })
    }),
  },
  editRefusal('createOwnEmail', 400, 'a text in place of the property and its errors', () => ({
    message: 'Email has already been taken',
  })),
  notIdempotent('deleteOwnEmail'),
  lost('deleteOwnEmail', ['listOwnEmails', 'getOwnEmail']),
  permitted('listEmailsOfUser', 'plain users'),
  unknownAsOk('listEmailsOfUser'),
  {
    name: 'createEmailOfUser gives the address to the caller',
    operation: 'createEmailOfUser',
    alsoAt: ['listEmailsOfUser'],
    kind: 'parameter ignored',
    fault: reroute('createEmailOfUser', () => '/user/emails'),
  },
  permitted('createEmailOfUser', 'plain users'),
  unknownAsOk('deleteEmailOfUser'),
  statusWrong('deleteEmailOfUser', 200, 202, 'when it has removed something'),
  lost('deleteEmailOfUser', ['listEmailsOfUser', 'getOwnEmail', 'listOwnEmails']),
]
