import type { SshKey } from '../../../contract/generated/v3/contract.ts'
import type { DeployKeyLinkRecord, DeployKeyRecord } from '../../../store/models/deploy-key.ts'
import type { Presentation } from '../../domain/context.ts'

/** Returns a deploy key, with the fields of a user's key. */
export function deployKeyResource({ id, title, key, created_at }: DeployKeyRecord): SshKey {
  return { id, title, key, created_at }
}

/** Returns the deploy key of a project. */
export function deployKeyOfLink(
  { deploy_key_id }: DeployKeyLinkRecord,
  { store }: Presentation,
): SshKey {
  const key = store.deployKeys.get(deploy_key_id)
  if (!key) throw new Error(`A project has the deploy key ${deploy_key_id}, which is not there.`)
  return deployKeyResource(key)
}
