import { notFound } from '../../../contract/errors.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import { mustReadDeployments } from '../../access/builds.ts'
import { deploymentResource } from '../../resources/v3/deployment.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Deployments. */
export const deployments = {
  listDeployments(context) {
    const { store, project } = context
    mustReadDeployments(context)
    const known = store.deployments.by('project_id', project.id).filter(isKnown)
    return list(known, (deployment) => deploymentResource(deployment, context))
  },

  getDeployment(context) {
    mustReadDeployments(context)
    if (!isKnown(context.deployment)) throw notFound('Deployment')
    return deploymentResource(context.deployment, context)
  },
} satisfies OperationsOf<'v3', 'Deployments'>

/** Whether v3 shows a deployment: GitLab 8.15 recorded that of a job only when the job had succeeded. */
function isKnown({ build_id, status }: DeploymentRecord): boolean {
  return build_id === null || status === 'success'
}
