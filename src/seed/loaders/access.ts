import { addDeployToken } from '../../gitlab/domain/builds/deploy-tokens.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { addApplication } from '../../gitlab/domain/oauth/applications.ts'
import { revokeToken } from '../../gitlab/domain/users/access-tokens.ts'
import { addResourceToken, type TokenResource } from '../../gitlab/domain/users/resource-tokens.ts'
import type { SeedAccessToken, SeedApplication, SeedDeployToken } from '../schema/access.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading, levels } from './loading.ts'
import { ownerOf } from './owner.ts'

/** Loads OAuth applications, access tokens and deploy tokens. */
export function loadAccess(loading: Loading, seed: ReadSeed): void {
  each(seed.applications, 'applications', (one, path) => loadApplication(loading, one, path))
  each(seed.access_tokens, 'access_tokens', (one, path) => loadAccessToken(loading, one, path))
  each(seed.deploy_tokens, 'deploy_tokens', (one, path) => loadDeployToken(loading, one, path))
}

function loadApplication(loading: Loading, seed: SeedApplication, path: string): void {
  const { name, redirect_uris, scopes, confidential, trusted } = seed
  const uid = seed.client_id ?? name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const namesake = loading.store.oauthApplications.one('uid', uid)
  if (loading.isTwice(namesake, uid, `${path}.client_id`)) return
  const marks = omitUndefined({ scopes, is_confidential: confidential, is_trusted: trusted })
  const secret = seed.client_secret ?? `${uid}-secret`
  const redirect_uri = redirect_uris.join('\n')
  addApplication(loading.alone(loading.timeWithin()), { ...marks, name, redirect_uri, uid, secret })
}

function loadAccessToken(loading: Loading, seed: SeedAccessToken, path: string): void {
  const { name, token, level = 'maintainer', scopes = ['api'], expires_at, revoked } = seed
  const creator = loading.user(seed.created_by, `${path}.created_by`)
  const owner = ownerOf(loading, seed, path)
  if (loading.isTwice(loading.store.credentials.one('token', token), token, `${path}.token`)) return
  if (!owner || !creator) return
  const project = 'project' in owner ? owner.project : undefined
  const context = loading.as(creator, loading.timeWithin(project))
  const resource: TokenResource =
    'project' in owner ? { type: 'project', ...owner } : { type: 'group', ...owner }
  const values = {
    name,
    token,
    scopes,
    access_level: levels[level],
    ...omitUndefined({ expires_at }),
  }
  const added = addResourceToken(context, resource, values)
  if (revoked) revokeToken(context, added.token)
}

function loadDeployToken(loading: Loading, seed: SeedDeployToken, path: string): void {
  const { name, token, username, scopes = ['read_repository'], revoked } = seed
  const owner = ownerOf(loading, seed, path)
  if (loading.isTwice(loading.store.deployTokens.one('token', token), token, `${path}.token`))
    return
  if (!owner) return
  const marks = omitUndefined({
    username,
    is_revoked: revoked,
    expires_at: isoTime(seed.expires_at),
  })
  const project = 'project' in owner ? owner.project : undefined
  const context = loading.alone(loading.timeWithin(project))
  addDeployToken(context, owner, { ...marks, name, token, scopes })
}
