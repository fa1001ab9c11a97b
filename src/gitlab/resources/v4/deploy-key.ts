import type {
  DeployKey,
  DeployKeyFound,
  DeployKeyOfInstance,
} from '../../../contract/generated/v4/contract.ts'
import type { DeployKeyLinkRecord, DeployKeyRecord } from '../../../store/models/deploy-key.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingProject } from '../../domain/lookups.ts'
import { fingerprintsOf } from '../../domain/users/ssh-keys.ts'
import { projectIdentity } from './project.ts'
import { userOwn } from './user.ts'

/**
 * Returns a deploy key (`schemas/v4/resources/deploy-key.json`). Keys of a seed need not be valid, and then have no
 * fingerprints.
 */
export function deployKeyResource(record: DeployKeyRecord): DeployKey {
  const { id, title, key, created_at, expires_at, last_used_at } = record
  const fingerprints = fingerprintsOf(key)
  return {
    id,
    title,
    created_at,
    expires_at,
    last_used_at,
    usage_type: 'auth_and_signing',
    key,
    fingerprint: fingerprints?.md5 ?? '',
    fingerprint_sha256: fingerprints?.sha256 ?? '',
  }
}

/** Returns a deploy key of a project. */
export function deployKeyOfProject(
  { deploy_key_id, can_push }: DeployKeyLinkRecord,
  { store }: Presentation,
): DeployKey {
  const key = store.deployKeys.get(deploy_key_id)
  if (!key) throw new Error(`A project has the deploy key ${deploy_key_id}, which is not there.`)
  return { ...deployKeyResource(key), can_push }
}

/** Returns a deploy key with its projects, for administrators. */
export function deployKeyOfInstance(
  key: DeployKeyRecord,
  presentation: Presentation,
): DeployKeyOfInstance {
  const links = presentation.store.deployKeyLinks.by('deploy_key_id', key.id)
  const projects = (canPush: boolean) =>
    links
      .filter(({ can_push }) => can_push === canPush)
      .map(({ project_id }) =>
        projectIdentity(existingProject(presentation, project_id), presentation),
      )
  return {
    ...deployKeyResource(key),
    projects_with_write_access: projects(true),
    projects_with_readonly_access: projects(false),
  }
}

/** Returns a deploy key that was found by its fingerprint, with its creator and its projects. */
export function deployKeyFound(key: DeployKeyRecord, presentation: Presentation): DeployKeyFound {
  const { store } = presentation
  const user = key.user_id === null ? undefined : store.users.get(key.user_id)
  return {
    ...deployKeyResource(key),
    user: user ? userOwn(user, presentation) : null,
    deploy_keys_projects: [...store.deployKeyLinks.by('deploy_key_id', key.id)],
  }
}
