import { recordNotFound, refused } from '../../../contract/errors.ts'
import type { DeployTokenRecord, DeployTokenScope } from '../../../store/models/deploy-token.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'
import { secret } from '../secret.ts'

/** The project or the group of a deploy token. */
export type DeployTokenOwner =
  | { readonly project: ProjectRecord }
  | { readonly group: NamespaceRecord }

export interface NewDeployToken {
  readonly name: string
  readonly scopes: readonly DeployTokenScope[]
  readonly username?: string | null
  readonly expires_at?: string | null
  /** The text of the token; generated where it is missing. */
  readonly token?: string
  readonly is_revoked?: boolean
}

/** Throws 400 for a token without scopes. */
export function checkDeployToken({ scopes }: Pick<NewDeployToken, 'scopes'>): void {
  if (scopes.length === 0) throw refused("Scopes can't be blank")
}

/** Adds a deploy token; the default username contains its id. */
export function addDeployToken(
  context: SystemContext,
  owner: DeployTokenOwner,
  { name, scopes, username, expires_at = null, token, is_revoked = false }: NewDeployToken,
): DeployTokenRecord {
  const { store, now } = context
  const added = store.deployTokens.insert({
    ...idsOf(owner),
    name,
    username: username ?? '',
    token: token ?? `gldt-${secret(context)}`,
    scopes: [...scopes],
    expires_at,
    is_revoked,
    created_at: now,
  })
  if (added.username !== '') return added
  return store.deployTokens.replace(added, { username: `gitlab+deploy-token-${added.id}` })
}

function idsOf(owner: DeployTokenOwner) {
  return 'project' in owner ? { project_id: owner.project.id } : { group_id: owner.group.id }
}

export function deployTokensOf(
  { store }: Pick<SystemContext, 'store'>,
  owner: DeployTokenOwner,
): readonly DeployTokenRecord[] {
  return 'project' in owner
    ? store.deployTokens.by('project_id', owner.project.id)
    : store.deployTokens.by('group_id', owner.group.id)
}

/** Whether a token is neither revoked nor expired. `now` is ISO 8601. */
export function isActiveDeployToken(
  { is_revoked, expires_at }: DeployTokenRecord,
  now: string,
): boolean {
  return !is_revoked && (expires_at === null || expires_at > now)
}

/** Whether a token belongs to a project, or to one of its groups. */
export function coversProject(
  store: Store,
  { project_id, group_id }: DeployTokenRecord,
  project: ProjectRecord,
): boolean {
  if (project_id !== null) return project_id === project.id
  const namespace = store.namespaces.get(project.namespace_id)
  if (!namespace) return false
  return [namespace, ...ancestorsOf(store, namespace)].some(({ id }) => id === group_id)
}

/** Returns a deploy token. Throws 404 where the project or the group does not have it. */
export function existingDeployToken(
  context: Pick<SystemContext, 'store'>,
  owner: DeployTokenOwner,
  id: number,
): DeployTokenRecord {
  const token = deployTokensOf(context, owner).find((one) => one.id === id)
  if (!token) throw recordNotFound()
  return token
}

export function removeDeployToken(
  { store }: Pick<SystemContext, 'store'>,
  token: DeployTokenRecord,
): void {
  store.deployTokens.remove(token)
}
