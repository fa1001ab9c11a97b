import { z } from '../../shared/zod.ts'

/** A version of the code that was deployed to an environment (schemas/v3/resources/deployment.json). */
export const deploymentModel = z.object({
  id: z.int(),
  /** Counted within the project, from 1. */
  iid: z.int(),
  project_id: z.int(),
  environment_id: z.int(),
  /** The name of a branch or a tag. */
  ref: z.string(),
  sha: z.string(),
  /** The build that deployed. */
  build_id: z._default(z.nullable(z.int()), null),
  user_id: z._default(z.nullable(z.int()), null),
  status: z._default(
    z.enum(['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked']),
    'success',
  ),
  created_at: z.iso.datetime({ offset: true }),
  /** The time of the last change of its state; null stands for its creation. */
  updated_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.deployments`: a version of the code that was deployed to an environment. */
export type DeploymentRecord = z.output<typeof deploymentModel>
