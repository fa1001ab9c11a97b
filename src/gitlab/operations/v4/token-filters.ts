import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { CredentialRecord } from '../../../store/models/credential.ts'
import { isCurrent } from '../../access/credentials.ts'
import type { Context } from '../../domain/context.ts'
import { matches } from '../search.ts'

/** The filters of all lists of tokens. */
type Filters = Omit<OperationTypes['listPersonalTokens']['parameters'], 'user_id'>

export function isWanted(
  { today }: Pick<Context, 'today'>,
  token: CredentialRecord,
  wanted: Filters,
): boolean {
  const { created_at, last_used_at, expires_at } = token
  const isWithin = (value: string | null, after: string | undefined, before: string | undefined) =>
    (after === undefined || (value !== null && value > after)) &&
    (before === undefined || (value !== null && value < before))
  return (
    (wanted.revoked === undefined || token.is_revoked === wanted.revoked) &&
    (wanted.state === undefined || isCurrent(token, today) === (wanted.state === 'active')) &&
    isWithin(created_at, wanted.created_after, wanted.created_before) &&
    isWithin(last_used_at, wanted.last_used_after, wanted.last_used_before) &&
    isWithin(expires_at, wanted.expires_after, wanted.expires_before) &&
    matches(wanted.search, token.name)
  )
}

/** Sorts tokens. In ascending order those that were never used or never expire come last. */
export function inOrder(
  tokens: readonly CredentialRecord[],
  sort: Filters['sort'],
): CredentialRecord[] {
  const [name = 'id'] = sort?.split(/_(?:asc|desc)$/) ?? []
  const keyOf = (token: CredentialRecord): string => {
    if (name === 'created_at') return token.created_at
    if (name === 'name') return token.name
    return (name === 'expires' ? token.expires_at : token.last_used_at) ?? '~'
  }
  if (sort === undefined) return [...tokens]
  const upwards = [...tokens].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : one.id - other.id,
  )
  return sort.endsWith('_desc') ? upwards.reverse() : upwards
}
