import { notFound } from '../../../contract/errors.ts'
import { isUrl } from '../../../shared/is-url.ts'
import { type TokenScope, tokenScopes } from '../../../store/models/credential.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'
import type { SystemContext } from '../context.ts'
import { hexSecret } from '../secret.ts'
import { checkNoErrors } from '../validation.ts'

/** The attributes of a new application in a request. */
export interface NewApplication {
  readonly name: string
  /** The redirect URIs, one per line. */
  readonly redirect_uri: string
  readonly scopes: readonly string[]
  readonly confidential: boolean
}

type WithStore = Pick<SystemContext, 'store'>

/** Throws 400 for a blank name, invalid redirect URIs and unknown scopes. */
export function checkApplication({ name, redirect_uri, scopes }: NewApplication): void {
  checkNoErrors({
    name: name.trim() === '' ? ["can't be blank"] : [],
    redirect_uri: redirectErrors(redirect_uri),
    scopes: scopes.every(isScope) ? [] : ["doesn't match configured on the server."],
  })
}

export function isScope(scope: string): scope is TokenScope {
  return tokenScopes.some((one) => one === scope)
}

/** Returns the redirect URIs of an application. */
export function redirectAddresses({
  redirect_uri,
}: Pick<OauthApplicationRecord, 'redirect_uri'>): string[] {
  return redirect_uri.split(/\s+/).filter((address) => address !== '')
}

/** The schemes that run code in a browser. */
const forbiddenSchemes = ['javascript:', 'data:', 'vbscript:']

/** Returns the errors of redirect URIs, with the texts of Doorkeeper's `RedirectUriValidator`. */
function redirectErrors(text: string): string[] {
  const addresses = redirectAddresses({ redirect_uri: text })
  if (addresses.length === 0) return ["can't be blank"]
  const errors = addresses.flatMap((address) => {
    if (!isUrl(address)) return ['must be an absolute URI.']
    const { protocol, hash } = new URL(address)
    if (forbiddenSchemes.includes(protocol)) return ['is forbidden by the server.']
    return hash === '' && !address.endsWith('#') ? [] : ['cannot contain a fragment.']
  })
  return [...new Set(errors)]
}

/** The attributes of an application in a seed; omitted ones are generated. */
export type ApplicationValues = Pick<NewApplication, 'name' | 'redirect_uri'> & {
  readonly scopes?: TokenScope[]
  readonly is_confidential?: boolean
  readonly is_trusted?: boolean
  readonly uid?: string
  readonly secret?: string
}

export function addApplication(
  context: SystemContext,
  { uid, secret, ...values }: ApplicationValues,
): OauthApplicationRecord {
  const { store, now } = context
  return store.oauthApplications.insert({
    created_at: now,
    ...values,
    uid: uid ?? hexSecret(context, 64),
    secret: secret ?? newSecret(context),
  })
}

function newSecret(context: SystemContext): string {
  return `gloas-${hexSecret(context, 64)}`
}

export function existingApplication({ store }: WithStore, id: number): OauthApplicationRecord {
  const application = store.oauthApplications.get(id)
  if (!application) throw notFound('Application')
  return application
}

export function renewSecret(
  context: SystemContext,
  application: OauthApplicationRecord,
): OauthApplicationRecord {
  return context.store.oauthApplications.replace(application, { secret: newSecret(context) })
}

/** Removes an application with its grants and its tokens. */
export function removeApplication({ store }: WithStore, application: OauthApplicationRecord): void {
  store.oauthGrants.removeAll(store.oauthGrants.by('application_id', application.id))
  store.credentials.removeAll(store.credentials.by('application_id', application.id))
  store.oauthApplications.remove(application)
}
