import { mustReadDeployments } from '../../access/builds.ts'
import { deploymentResource } from '../../resources/v3/deployment.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Deployments. */
export const deployments = {
  listDeployments(context) {
    const { store, project } = context
    mustReadDeployments(context)
    return list(store.deployments.by('project_id', project.id), (deployment) =>
      deploymentResource(deployment, context),
    )
  },

  getDeployment(context) {
    mustReadDeployments(context)
    return deploymentResource(context.deployment, context)
  },
} satisfies OperationsOf<'v3', 'Deployments'>
