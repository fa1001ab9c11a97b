import { z } from 'zod'
import { buildStatus } from './build.ts'

/** Groups the builds and the commit statuses of one commit on one ref (schemas/resources/pipeline.json). */
export const pipelineModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of a branch or a tag. */
  ref: z.string(),
  sha: z.string(),
  /** Whether `ref` names a tag. */
  tag: z.boolean().default(false),
  /** Follows the builds and commit statuses that it groups. */
  status: buildStatus.default('pending'),
  /** Why the description of the jobs could not be read; such a pipeline is failed and has no builds. */
  yaml_errors: z.string().nullable().default(null),
  /** Who pushed. */
  user_id: z.int().nullable().default(null),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z.iso.datetime({ offset: true }).nullable().default(null),
  finished_at: z.iso.datetime({ offset: true }).nullable().default(null),
})

/** A record of `forge.db.pipelines`: the builds and commit statuses of one commit on one ref. */
export type PipelineRecord = z.output<typeof pipelineModel>
