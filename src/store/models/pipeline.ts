import { z } from '../../shared/zod.ts'
import { buildStatus } from './build.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** What pipelines start from (schemas/v4/paths/pipelines.yaml). */
export const pipelineSource = z.enum([
  'push',
  'web',
  'trigger',
  'schedule',
  'api',
  'external',
  'pipeline',
  'chat',
  'webide',
  'merge_request_event',
  'external_pull_request_event',
  'parent_pipeline',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
])

/** Groups the builds and the commit statuses of one commit on one ref (schemas/v3/resources/pipeline.json). */
export const pipelineModel = z.object({
  id: z.int(),
  /** Counts from 1 in each project; 0 where nobody counted: then it is its place among them. */
  iid: z._default(z.int(), 0),
  project_id: z.int(),
  name: z._default(z.nullable(z.string()), null),
  source: z._default(pipelineSource, 'push'),
  /** The name of a branch or a tag; of a merge request `refs/merge-requests/N/head`. */
  ref: z.string(),
  sha: z.string(),
  /** Where the branch stood before the push that it is of. */
  before_sha: z._default(z.nullable(z.string()), null),
  /** Whether `ref` names a tag. */
  tag: z._default(z.boolean(), false),
  /** Follows the builds and commit statuses that it groups. */
  status: z._default(buildStatus, 'pending'),
  /** Why the description of the jobs could not be read; such a pipeline is failed and has no builds. */
  yaml_errors: z._default(z.nullable(z.string()), null),
  /** The schedule that started it. */
  pipeline_schedule_id: z._default(z.nullable(z.int()), null),
  /** The merge request that it is of alone; its project is the one of the source branch. */
  merge_request_id: z._default(z.nullable(z.int()), null),
  /** The job that started it, of this project or of another. */
  source_build_id: z._default(z.nullable(z.int()), null),
  /** Those that it was started with. */
  variables: z._default(z.array(pipelineVariable), []),
  /** Who pushed. */
  user_id: z._default(z.nullable(z.int()), null),
  created_at: z.iso.datetime({ offset: true }),
  /** When its state changed last. */
  updated_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.pipelines`: the builds and commit statuses of one commit on one ref. */
export type PipelineRecord = z.output<typeof pipelineModel>
