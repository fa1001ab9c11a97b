import { z } from '../../shared/zod.ts'
import { buildStatus } from './build.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** The sources of pipelines (schemas/v4/paths/pipelines.yaml). */
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

/** The builds and the commit statuses of one commit on one ref (schemas/v3/resources/pipeline.json). */
export const pipelineModel = z.object({
  id: z.int(),
  /** Counted within the project, from 1; 0 where it was never counted, in which case its position is used. */
  iid: z._default(z.int(), 0),
  project_id: z.int(),
  name: z._default(z.nullable(z.string()), null),
  source: z._default(pipelineSource, 'push'),
  /** The name of a branch or a tag, or `refs/merge-requests/N/head` of a merge request. */
  ref: z.string(),
  sha: z.string(),
  /** The commit of the branch before the push. */
  before_sha: z._default(z.nullable(z.string()), null),
  /** Whether `ref` names a tag. */
  tag: z._default(z.boolean(), false),
  /** Derived from its builds and commit statuses. */
  status: z._default(buildStatus, 'pending'),
  /** Why the CI configuration is invalid; such a pipeline has failed and has no builds. */
  yaml_errors: z._default(z.nullable(z.string()), null),
  /** What a pipeline of a newer commit of the ref cancels (`workflow:auto_cancel:on_new_commit`). */
  auto_cancel_on_new_commit: z._default(
    z.enum(['conservative', 'interruptible', 'none']),
    'conservative',
  ),
  /** Whether the failure of a job cancels the other jobs (`workflow:auto_cancel:on_job_failure`). */
  auto_cancel_on_job_failure: z._default(z.enum(['none', 'all']), 'none'),
  /** The schedule that started it. */
  pipeline_schedule_id: z._default(z.nullable(z.int()), null),
  /** The trigger whose token started it. */
  trigger_id: z._default(z.nullable(z.int()), null),
  /** The merge request of a merge request pipeline; the pipeline belongs to the project of the source branch. */
  merge_request_id: z._default(z.nullable(z.int()), null),
  /** The job of this or another project that started it. */
  source_build_id: z._default(z.nullable(z.int()), null),
  /** The variables that it was started with. */
  variables: z._default(z.array(pipelineVariable), []),
  /** The user who pushed. */
  user_id: z._default(z.nullable(z.int()), null),
  created_at: z.iso.datetime({ offset: true }),
  /** The time of the last change of its state. */
  updated_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.pipelines`: the builds and commit statuses of one commit on one ref. */
export type PipelineRecord = z.output<typeof pipelineModel>
