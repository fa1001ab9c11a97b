import { z } from '../../shared/zod.ts'
import { buildStatus } from './build.ts'

/** Groups the builds and the commit statuses of one commit on one ref (schemas/v3/resources/pipeline.json). */
export const pipelineModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of a branch or a tag. */
  ref: z.string(),
  sha: z.string(),
  /** Whether `ref` names a tag. */
  tag: z._default(z.boolean(), false),
  /** Follows the builds and commit statuses that it groups. */
  status: z._default(buildStatus, 'pending'),
  /** Why the description of the jobs could not be read; such a pipeline is failed and has no builds. */
  yaml_errors: z._default(z.nullable(z.string()), null),
  /** Who pushed. */
  user_id: z._default(z.nullable(z.int()), null),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.pipelines`: the builds and commit statuses of one commit on one ref. */
export type PipelineRecord = z.output<typeof pipelineModel>
