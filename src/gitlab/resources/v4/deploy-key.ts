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

/** A deploy key by itself (`schemas/v4/resources/deploy-key.json`); one of a seed may be no real key. */
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

/** A deploy key as a project has it. */
export function deployKeyOfProject(
  { deploy_key_id, can_push }: DeployKeyLinkRecord,
  { store }: Presentation,
): DeployKey {
  const key = store.deployKeys.get(deploy_key_id)
  if (!key) throw new Error(`A project has the deploy key ${deploy_key_id}, which is not there.`)
  return { ...deployKeyResource(key), can_push }
}

/** A deploy key with the projects that have it, for administrators. */
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

/** A deploy key that was looked for by its fingerprint, with who added it and which projects have it. */
export function deployKeyFound(key: DeployKeyRecord, presentation: Presentation): DeployKeyFound {
  const { store } = presentation
  const user = key.user_id === null ? undefined : store.users.get(key.user_id)
  return {
    ...deployKeyResource(key),
    user: user ? userOwn(user, presentation) : null,
    deploy_keys_projects: [...store.deployKeyLinks.by('deploy_key_id', key.id)],
  }
}
