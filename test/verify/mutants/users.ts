import {
  createdAsOk,
  lost,
  notIdempotent,
  permitted,
  permittedToAnonymous,
  reversed,
  stale,
  statusWrong,
  transitionMissing,
  unknownAsOk,
} from './behaviour.ts'
import { parametersOf, readCall, toRequest, withParameters } from './call.ts'
import { withToken } from './faults/access.ts'
import { editField } from './faults/answers.ts'
import { answer } from './faults/operations.ts'
import { acceptInstead, lose } from './faults/state.ts'
import { unguarded } from './faults/unguarded.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { isObject, readJson, withJson } from './json.ts'
import type { Fault, Mutant } from './mutant.ts'
import { filterIgnored, missingAccepted, parameterIgnored } from './parameters.ts'

export const users: readonly Mutant[] = [
  dropped('listUsers', 'web_url'),
  dropped('listUsers', 'email'),
  retyped('listUsers', 'id'),
  filterIgnored('listUsers', 'search'),
  filterIgnored('listUsers', 'username'),
  filterIgnored('listUsers', 'blocked'),
  filterIgnored('listUsers', 'active'),
  filterIgnored('listUsers', 'external'),
  stale('listUsers'),
  dropped('getUser', 'bio'),
  renamed('getUser', 'website_url', 'website'),
  nulled('getUser', 'username'),
  permittedToAnonymous('getUser'),
  statusWrong('getUser', 404, 400, 'for an unknown user'),
  {
    name: 'getUser says active of a user who is blocked',
    operation: 'getUser',
    alsoAt: ['blockUser'],
    kind: 'transition missing',
    fault: editField('getUser', 'state', (owner) => {
      owner.state = 'active'
    }),
  },
  createdAsOk('createUser'),
  permitted('createUser', 'plain users'),
  missingAccepted('createUser', 'name', 'Nobody'),
  missingAccepted('createUser', 'password', 'correct horse battery'),
  parameterIgnored('createUser', 'bio', ['getUser']),
  parameterIgnored('createUser', 'admin', ['getUser']),
  parameterIgnored('createUser', 'projects_limit', ['getUser']),
  parameterIgnored('createUser', 'can_create_group', ['getUser', 'createGroup']),
  parameterIgnored('createUser', 'external', ['getUser', 'listUsers']),
  lost('createUser', ['getUser', 'listUsers']),
  {
    name: 'createUser takes a username that another user has',
    operation: 'createUser',
    kind: 'uniqueness not enforced',
    fault: acceptTakenUsername(),
  },
  parameterIgnored('updateUser', 'name', ['getUser']),
  parameterIgnored('updateUser', 'location', ['getUser']),
  parameterIgnored('updateUser', 'organization', ['getUser']),
  parameterIgnored('updateUser', 'email', ['getUser']),
  permitted('updateUser', 'plain users'),
  statusWrong('updateUser', 404, 409, 'for an e-mail that another user has', (_json, call) =>
    Object.hasOwn(parametersOf(call), 'email'),
  ),
  notIdempotent('deleteUser'),
  lost('deleteUser', ['getUser', 'listUsers']),
  permitted('deleteUser', 'plain users'),
  {
    name: 'deleteUser leaves the tokens of the deleted user valid',
    operation: 'deleteUser',
    alsoAt: ['getCurrentUser'],
    kind: 'credential still valid',
    fault: keepTokensOfDeleted(),
  },
  transitionMissing('blockUser', 'the user stays active', ['getUser', 'listUsers']),
  unknownAsOk('blockUser'),
  permitted('blockUser', 'plain users'),
  transitionMissing('unblockUser', 'the user stays blocked', ['getUser', 'listUsers']),
  unknownAsOk('unblockUser'),
  reversed('listUserEvents'),
  dropped('listUserEvents', 'action_name'),
  nulled('getCurrentUser', 'email'),
  dropped('getCurrentUser', 'projects_limit'),
  retyped('getCurrentUser', 'is_admin'),
  dropped('getCurrentUser', 'private_token'),
  wrong('getCurrentUser', 'can_create_project', 'the opposite', (present) => !present),
  {
    name: 'updateUser does not take administrators their rights',
    operation: 'updateUser',
    alsoAt: ['getUser'],
    kind: 'write lost',
    fault: lose('updateUser', (call) => parametersOf(call).admin === false),
  },
]

/** The user is made under another name, and renamed behind the back of the checks. */
function acceptTakenUsername(): Fault {
  return acceptInstead('createUser', 409, async (call, context) => {
    const { username, email } = parametersOf(call)
    const created = await answer(
      withParameters(call, { username: `${username}-2`, email: `2-${email}` }),
      context,
    )
    const json = created.ok ? await readJson(created) : undefined
    const { users } = context.forge.db
    const record = isObject(json) ? users.get(Number(json.id)) : undefined
    if (!isObject(json) || !record) return undefined
    unguarded(() => users.replace(record, { username: String(username), email: String(email) }))
    return withJson(created, { ...json, username: String(username), email: String(email) })
  })
}

/** Calls with the token of a deleted user are answered from the world in which the user was there. */
function keepTokensOfDeleted(): Fault {
  return (context) => {
    const worlds = new Map<string, typeof context.forge>()
    return async (request) => {
      const call = await readCall(request)
      if (call.operation === 'deleteUser') {
        const { credentials } = context.forge.db
        const tokens = credentials.by('user_id', Number(call.path.get('id')))
        const past = tokens.length > 0 ? context.forge.fork() : undefined
        if (past) for (const { token } of tokens) worlds.set(token, past)
      }
      const response = await answer(call, context)
      const token = call.headers.get('private-token') ?? call.url.searchParams.get('private_token')
      const past = response.status === 401 ? worlds.get(token ?? '') : undefined
      if (!past) return response
      context.hit()
      return past.fetch(toRequest(withToken(call, token ?? '')))
    }
  }
}
