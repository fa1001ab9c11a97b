import type { RowsOf } from '../row.ts'

const owner = {
  who: 'signed in',
  from: 50,
  beyond: 'nobody',
  refusal: 401,
  path: { id: '3' },
  reason: 'The token is the owner’s (olga’s); administrators may too.',
} as const

const impersonation = {
  who: 'administrator',
  path: { user_id: '11', impersonation_token_id: '14' },
} as const

const parameters = { name: 'new', scopes: ['api'] }

export const rows = {
  listPersonalTokens: { who: 'signed in' },
  getPersonalToken: owner,
  revokePersonalToken: { ...owner, refusal: 400 },
  rotatePersonalToken: owner,
  getOwnPersonalToken: { who: 'signed in', readsUsers: true },
  revokeOwnPersonalToken: { who: 'signed in', readsUsers: true },
  rotateOwnPersonalToken: { who: 'signed in' },
  createPersonalToken: { who: 'administrator', parameters },
  createOwnPersonalToken: {
    who: 'signed in',
    parameters: { name: 'new', scopes: ['self_rotate'] },
  },
  listImpersonationTokens: { ...impersonation, readsUsers: true },
  createImpersonationToken: {
    ...impersonation,
    parameters: { ...parameters, expires_at: '2017-02-01' },
  },
  getImpersonationToken: { ...impersonation, readsUsers: true },
  revokeImpersonationToken: impersonation,
  listAssociationsOfOwnToken: { who: 'signed in' },
} satisfies RowsOf<'Access tokens'>
