import { environmentSlug, environmentTier } from '../../../builds/environments.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, projectAddress } from '../../../lookups.ts'
import { titleOf } from '../../../repositories/commit-text.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectAttributes } from './attributes.ts'
import { someone } from './pipeline.ts'

const shortLength = 8

/** Returns the payload of a deployment that started or finished (`Gitlab::DataBuilder::Deployment`). */
export function deploymentPayload(
  { deployment }: HookEvent<'deployment'>,
  presentation: PayloadContext,
) {
  const { store, addresses } = presentation
  const { build_id, sha, user_id, status } = deployment
  const project = existingProject(presentation, deployment.project_id)
  const environment = store.environments.get(deployment.environment_id)
  const commit = findCommit(store, project, sha)
  const user = user_id === null ? undefined : store.users.get(user_id)
  const web = `${projectAddress(presentation, project.id)}/-`
  const changed = new Date(deployment.updated_at ?? deployment.created_at).toISOString()
  return {
    object_kind: 'deployment',
    status,
    status_changed_at: `${changed.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')} +0000`,
    deployment_id: deployment.id,
    deployable_id: build_id,
    deployable_url: build_id === null ? null : `${web}/jobs/${build_id}`,
    environment: environment?.name ?? null,
    environment_tier: environment ? environmentTier(environment) : null,
    environment_slug: environment ? environmentSlug(environment) : null,
    environment_external_url: environment?.external_url ?? null,
    project: projectAttributes(project, presentation),
    short_sha: sha.slice(0, shortLength),
    user: someone(user_id, presentation),
    user_url: user ? addresses.user(user) : null,
    commit_url: `${web}/commit/${sha}`,
    commit_title: commit ? titleOf(commit, presentation.release) : null,
    ref: deployment.ref,
  }
}
