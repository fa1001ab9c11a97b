import { addDeployToken } from '../../gitlab/domain/builds/deploy-tokens.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { addApplication } from '../../gitlab/domain/oauth/applications.ts'
import type { SeedApplication, SeedDeployToken } from '../schema/access.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading } from './loading.ts'

/** What lets programs in. */
export function loadAccess(loading: Loading, seed: ReadSeed): void {
  each(seed.applications, 'applications', (one, path) => loadApplication(loading, one, path))
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

function loadDeployToken(loading: Loading, seed: SeedDeployToken, path: string): void {
  const { name, token, username, scopes = ['read_repository'], revoked } = seed
  const project = seed.project && loading.project(seed.project, `${path}.project`)
  const group = seed.group && loading.group(seed.group, `${path}.group`)
  if ((seed.project === undefined) === (seed.group === undefined)) {
    loading.problems.push({ path, reason: 'needs a project or a group, and not both' })
  }
  if (loading.isTwice(loading.store.deployTokens.one('token', token), token, `${path}.token`))
    return
  const owner = project ? { project } : group ? { group } : undefined
  const marks = omitUndefined({
    username,
    is_revoked: revoked,
    expires_at: isoTime(seed.expires_at),
  })
  const context = loading.alone(loading.timeWithin(project || undefined))
  if (owner) addDeployToken(context, owner, { ...marks, name, token, scopes })
}
