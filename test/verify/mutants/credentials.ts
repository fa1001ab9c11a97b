import type { CredentialRecord } from '../../../src/store/models/credential.ts'
import type { Call } from './call.ts'
import { acceptAnyToken, isAnonymous, withToken } from './faults/access.ts'
import { answer, onCalls } from './faults/operations.ts'
import { ignoreEverywhere, ignoreHeader } from './faults/requests.ts'
import type { FaultContext, Mutant } from './mutant.ts'

/** What is wrong with a kind of credentials may be reported at any operation. */
const anywhere = { operation: 'getCurrentUser', alsoAt: 'anywhere' } as const

export const credentials: readonly Mutant[] = [
  {
    ...anywhere,
    name: 'private_token in the query is not accepted',
    kind: 'credential not accepted',
    fault: ignoreEverywhere('private_token'),
  },
  {
    ...anywhere,
    name: 'access_token in the query is not accepted',
    kind: 'credential not accepted',
    fault: ignoreEverywhere('access_token'),
  },
  {
    ...anywhere,
    name: 'an OAuth 2 token in the header Authorization is not accepted',
    kind: 'credential not accepted',
    fault: ignoreHeader('authorization'),
  },
  {
    ...anywhere,
    name: 'the session cookie is not accepted',
    kind: 'credential not accepted',
    fault: ignoreHeader('cookie'),
  },
  {
    ...anywhere,
    name: 'a personal access token is accepted after it was revoked',
    kind: 'credential still valid',
    fault: onCalls((call) => !isAnonymous(call), acceptRevoked),
  },
  {
    ...anywhere,
    name: 'the scope read_user may do everything',
    kind: 'permission not enforced',
    fault: onCalls((call) => !isAnonymous(call), ignoreScopes),
  },
  {
    ...anywhere,
    name: 'a token that nobody has is accepted',
    kind: 'credential still valid',
    fault: acceptAnyToken(),
  },
]

function presented({ headers, url }: Call): string | null {
  return headers.get('private-token') ?? url.searchParams.get('private_token')
}

/** The call with the private token of whoever has the personal one. */
function asOwner(call: Call, { forge }: FaultContext, isMeant: (one: CredentialRecord) => boolean) {
  const token = presented(call)
  const { credentials } = forge.db
  const found = token === null ? undefined : credentials.by('token', token).find(isMeant)
  const own =
    found && credentials.by('user_id', found.user_id).find(({ kind }) => kind === 'private')
  return own && withToken(call, own.token)
}

async function acceptRevoked(call: Call, context: FaultContext): Promise<Response> {
  const owned = asOwner(call, context, ({ is_revoked }) => is_revoked)
  if (owned) context.hit()
  return answer(owned ?? call, context)
}

async function ignoreScopes(call: Call, context: FaultContext): Promise<Response> {
  const response = await answer(call, context)
  const owned = asOwner(call, context, ({ scopes }) => !scopes.includes('api'))
  if (![401, 403].includes(response.status) || !owned) return response
  context.hit()
  return answer(owned, context)
}
