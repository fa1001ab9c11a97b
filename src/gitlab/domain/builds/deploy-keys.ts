import { notFound } from '../../../contract/errors.ts'
import type { DeployKeyLinkRecord, DeployKeyRecord } from '../../../store/models/deploy-key.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { keyBody } from '../../../store/record-keys.ts'
import type { Context, SystemContext } from '../context.ts'
import { checkPublicKey } from '../users/ssh-keys.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

type WithStore = Pick<SystemContext, 'store'>

export type NewDeployKey = Pick<DeployKeyRecord, 'title' | 'key' | 'is_public' | 'user_id'> & {
  readonly expires_at?: string | null | undefined
}

/** Throws 400 for a key that is invalid or already belongs to a user or a project, and for a missing title. */
export function checkDeployKey(
  context: Context,
  key: Pick<DeployKeyRecord, 'title' | 'key'>,
): void {
  const { store } = context
  const body = keyBody(key.key)
  const isTaken = (store.keys.one('key', body) ?? store.deployKeys.one('key', body)) !== undefined
  checkPublicKey(context, key, isTaken)
}

export function addDeployKey(
  { store, now }: SystemContext,
  { title, key, expires_at = null, is_public, user_id }: NewDeployKey,
): DeployKeyRecord {
  const details = { title, key: key.trim(), is_public, user_id, expires_at }
  return store.deployKeys.insert({ ...details, created_at: now })
}

/** Returns a key that the caller may enable: a public one, or one of a project that the caller maintains. */
export function usableKey(context: Context, key: DeployKeyRecord | undefined) {
  if (!key) return undefined
  const { store, viewer } = context
  const isUsable =
    key.is_public ||
    store.deployKeyLinks.by('deploy_key_id', key.id).some(({ project_id }) => {
      const project = store.projects.get(project_id)
      return project !== undefined && viewer.can('admin_project', project)
    })
  return isUsable ? key : undefined
}

/** Returns the link of a project to a key. Throws 404 where the project does not have the key. */
export function existingLink(
  { store }: WithStore,
  project: ProjectRecord,
  keyId: number,
): DeployKeyLinkRecord {
  const link = store.deployKeyLinks.by('project_id', project.id).find(isOf(keyId))
  if (!link) throw notFound('Deploy key')
  return link
}

const isOf =
  (keyId: number) =>
  ({ deploy_key_id }: DeployKeyLinkRecord) =>
    deploy_key_id === keyId

/** Enables a key for a project, unless it is enabled already. */
export function linkDeployKey(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  { id: project_id }: ProjectRecord,
  { id: deploy_key_id }: DeployKeyRecord,
  can_push = false,
): DeployKeyLinkRecord {
  const known = store.deployKeyLinks.by('project_id', project_id).find(isOf(deploy_key_id))
  return (
    known ??
    store.deployKeyLinks.insert({
      project_id,
      deploy_key_id,
      can_push,
      created_at: now,
      updated_at: now,
    })
  )
}

export function changeLink(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  link: DeployKeyLinkRecord,
  can_push: boolean,
): DeployKeyLinkRecord {
  return store.deployKeyLinks.replace(link, { can_push, updated_at: now })
}

export function renameDeployKey({ store }: WithStore, key: DeployKeyRecord, title: string): void {
  checkNoErrors({ title: title.trim() === '' ? ["can't be blank"] : lengthErrors(title, 255) })
  store.deployKeys.replace(key, { title })
}

/** Disables a key for a project, and removes the key with its last project, unless it is public. */
export function removeLink({ store }: WithStore, link: DeployKeyLinkRecord): void {
  store.deployKeyLinks.remove(link)
  const key = store.deployKeys.get(link.deploy_key_id)
  const isLeft = store.deployKeyLinks.by('deploy_key_id', link.deploy_key_id).length > 0
  if (key && !key.is_public && !isLeft) store.deployKeys.remove(key)
}
