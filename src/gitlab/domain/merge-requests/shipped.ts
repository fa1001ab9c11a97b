import { ancestryOf } from '../../../git/history/ancestry.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { SystemContext } from '../context.ts'

/**
 * Returns a test of whether a deployment was the first to bring a merge request to its environment.
 * Failed deployments and review apps do not count (app/services/deployments/link_merge_requests_service.rb).
 */
export function isShippedBy({ store }: Pick<SystemContext, 'store'>, deployment: DeploymentRecord) {
  const { id, sha, status, environment_id } = deployment
  const { objects } = store
  const isReviewApp = store.environments.get(environment_id)?.name.includes('/') ?? false
  const earlier = store.deployments
    .by('environment_id', environment_id)
    .filter((one) => one.id < id && one.status === 'success')
  const [brought, known] = [[sha], earlier.map((one) => one.sha)].map((tips) =>
    ancestryOf(objects, tips),
  )
  return ({ state, merge_commit_sha, squash_commit_sha, head_sha }: MergeRequestRecord) => {
    const merged = merge_commit_sha ?? squash_commit_sha ?? head_sha
    if (isReviewApp || status !== 'success' || state !== 'merged' || merged === null) return false
    return brought?.has(merged) === true && !known?.has(merged)
  }
}
