import type { CredentialRecord } from '../../store/models/credential.ts'
import type { Store } from '../../store/store.ts'
import { beginningOf, type Due, dueAfter } from './expiry.ts'
import { groupName, projectName, userName } from './names-of-records.ts'

/** A change that happens at its date, without a request. */
export interface Upcoming {
  /** ISO 8601, in UTC. A date in the past is overdue: the change happens when the clock is next moved. */
  readonly at: string
  /** A description: `jane leaves tidewater/website`. */
  readonly what: string
  /** The collection of `forge.db` that holds the changed record. */
  readonly collection: Due['collection']
  readonly id: number
}

/** An expiry: access ends at its date, and no record changes. */
type End = Omit<Due, 'happen'>

/** Returns the changes and expiries after a time, soonest first. */
export function upcoming(store: Store, from: string): Upcoming[] {
  const earliest = Date.parse(from)
  const ends = [...tokens(store), ...deployTokens(store), ...shares(store)]
  return [...dueAfter(store, from), ...ends.filter(({ at }) => at > earliest)]
    .sort((a, b) => a.at - b.at)
    .map(({ at, what, collection, id }) => ({
      at: new Date(at).toISOString(),
      what: what(),
      collection,
      id,
    }))
}

function tokens(store: Store): End[] {
  return store.credentials.all().flatMap((credential) => {
    const { id, kind, is_revoked, expires_at, ends_at } = credential
    if (kind === 'session' || is_revoked) return []
    const what = () => tokenWords(store, credential)
    const place = { collection: 'credentials', id, what } as const
    return [
      ...(expires_at === null ? [] : [{ at: beginningOf(expires_at), ...place }]),
      ...(ends_at === null ? [] : [{ at: Date.parse(ends_at), ...place }]),
    ]
  })
}

function tokenWords(store: Store, { kind, name, user_id }: CredentialRecord): string {
  const which = name === '' ? '' : ` "${name}"`
  return `the ${kind === 'oauth' ? 'OAuth' : kind} token${which} of ${userName(store, user_id)} opens nothing more`
}

function deployTokens(store: Store): End[] {
  return store.deployTokens.all().flatMap(({ id, name, project_id, group_id, ...token }) => {
    if (token.expires_at === null || token.is_revoked) return []
    const what = () => {
      const place =
        project_id === null ? groupName(store, group_id ?? 0) : projectName(store, project_id)
      return `the deploy token "${name}" of ${place} opens nothing more`
    }
    return [{ at: Date.parse(token.expires_at), collection: 'deployTokens', id, what }]
  })
}

function shares(store: Store): End[] {
  const ofProjects = store.groupLinks
    .all()
    .flatMap(({ id, project_id, group_id, expires_at }): End[] => {
      if (expires_at === null) return []
      const what = () =>
        `${projectName(store, project_id)} is no longer shared with ${groupName(store, group_id)}`
      return [{ at: beginningOf(expires_at), collection: 'groupLinks', id, what }]
    })
  const ofGroups = store.groupShares
    .all()
    .flatMap(({ id, group_id, invited_group_id, expires_at }): End[] => {
      if (expires_at === null) return []
      const what = () =>
        `${groupName(store, group_id)} is no longer shared with ${groupName(store, invited_group_id)}`
      return [{ at: beginningOf(expires_at), collection: 'groupShares', id, what }]
    })
  return [...ofProjects, ...ofGroups]
}
