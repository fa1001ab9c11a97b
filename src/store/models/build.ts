import { z } from '../../shared/zod.ts'
import { environmentTier } from './environment.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** The states of a build and of the pipeline around it (schemas/v3/resources/build-status.json). */
export const buildStatus = z.enum([
  'created',
  'pending',
  'running',
  'failed',
  'success',
  'canceled',
  'skipped',
])

/** Why a job failed (app/models/concerns/enums/ci/commit_status.rb of GitLab). */
export const failureReason = z.enum([
  'unknown_failure',
  'script_failure',
  'api_failure',
  'stuck_or_timeout_failure',
  'runner_system_failure',
  'missing_dependency_failure',
  'runner_unsupported',
  'stale_schedule',
  'job_execution_timeout',
  'unmet_prerequisites',
  'scheduler_failure',
  'data_integrity_failure',
  'no_matching_runner',
  'trace_size_exceeded',
  'insufficient_bridge_permissions',
  'downstream_bridge_project_not_found',
  'invalid_bridge_trigger',
  'downstream_pipeline_creation_failed',
  'pipeline_loop_detected',
  'reached_max_descendant_pipelines_depth',
  'reached_max_pipeline_hierarchy_size',
])

/** In bytes. */
export const MAX_ARTIFACT_BYTES = 100 * 2 ** 20
/** In characters. */
export const MAX_TRACE_LENGTH = 4 * 2 ** 20

/**
 * One run of a job. A build shows in the list of commit statuses too, so builds and commit statuses
 * take their ids from one counter: no two of them share an id.
 */
export const buildModel = z.object({
  id: z.int(),
  project_id: z.int(),
  pipeline_id: z.int(),
  /** The name of the job. */
  name: z.string(),
  stage: z._default(z.string(), 'test'),
  /** The place of the stage in its pipeline, from 0. */
  stage_index: z._default(z.int(), 0),
  /** The name of a branch or a tag. */
  ref: z.string(),
  /** Whether `ref` names a tag. */
  tag: z._default(z.boolean(), false),
  sha: z.string(),
  status: z._default(buildStatus, 'pending'),
  /** Of one that failed; null where its commands did. */
  failure_reason: z._default(z.nullable(failureReason), null),
  /** Of a bridge: the pipeline that it starts instead of running something (`Downstream` of src/ci). */
  trigger: z._default(
    z.nullable(
      z.object({
        project: z.nullable(z.string()),
        branch: z.nullable(z.string()),
        include: z.array(z.string()),
        strategy: z.nullable(z.enum(['depend', 'mirror'])),
        forwards: z.object({ job: z.boolean(), pipeline: z.boolean() }),
      }),
    ),
    null,
  ),
  /** What must have happened in the stages before for the build to start. */
  when: z._default(
    z.enum(['on_success', 'on_failure', 'always', 'manual', 'delayed']),
    'on_success',
  ),
  /** How many seconds after its turn came a delayed one starts. */
  start_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** When it starts by itself, once its turn has come. */
  scheduled_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  /** The names of the jobs that it waits for; null for one that waits for the stages before. */
  needs: z._default(z.nullable(z.array(z.string())), null),
  /** Whether a newer pipeline of its ref may cancel it once it runs. */
  interruptible: z._default(z.boolean(), false),
  /** Of which no two run at the same time; null where it does not matter. */
  resource_group: z._default(z.nullable(z.string()), null),
  /** Whether all but that is there for it. */
  waits_for_resource: z._default(z.boolean(), false),
  /** Those that its description gives it. */
  variables: z._default(z.array(pipelineVariable), []),
  /** Those that whoever played it gave it, which count before all others. */
  played_with: z._default(z.array(pipelineVariable), []),
  /** The name of the environment that it is for. */
  environment: z._default(z.nullable(z.string()), null),
  /** A success deploys to that, or stops it; with the others it does neither. */
  environment_action: z._default(z.enum(['start', 'stop', 'prepare', 'verify', 'access']), 'start'),
  /** Where that is to be seen from then on; null leaves it as it is. */
  environment_url: z._default(z.nullable(z.string()), null),
  /** The job of its pipeline that stops that. */
  environment_on_stop: z._default(z.nullable(z.string()), null),
  /** How many seconds after a success it is stopped; null: never. */
  environment_auto_stop_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** What that is for, from a success on; null leaves it as it is. */
  environment_tier: z._default(z.nullable(environmentTier), null),
  /** Per cent of the lines, 0 to 100. */
  coverage: z._default(z.nullable(z.number()), null),
  /** Whether the pipeline succeeds even if the build fails. */
  allow_failure: z._default(z.boolean(), false),
  /** Whether another build was made to run it again. */
  is_retried: z._default(z.boolean(), false),
  user_id: z._default(z.nullable(z.int()), null),
  /** What runs it, where that is said. */
  runner_id: z._default(z.nullable(z.int()), null),
  /** What a runner would run, one command a line. */
  commands: z._default(z.string(), ''),
  artifacts: z._default(
    z.nullable(
      z.object({
        filename: z.string().check(z.minLength(1)),
        bytes: z
          .instanceof(Uint8Array)
          .check(
            z.refine(({ length }) => length <= MAX_ARTIFACT_BYTES, 'must have at most 100 MiB'),
          ),
        /** Null: kept for ever. */
        expires_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
      }),
    ),
    null,
  ),
  /** How many seconds artifacts are kept that a runner hands in; null: for ever. */
  artifacts_expire_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** Where reports of tests are among its artifacts: paths, or globs. */
  junit_reports: z._default(z.array(z.string()), []),
  /** What the build printed; null before it prints, and once erased. */
  trace: z._default(z.nullable(z.string().check(z.maxLength(MAX_TRACE_LENGTH))), null),
  erased_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  /** What a runner must have to take it. */
  tag_list: z._default(z.array(z.string()), []),
  created_at: z.iso.datetime({ offset: true }),
  /** When it began to wait for a runner. */
  queued_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.builds`: one run of a job of a pipeline; times in ISO 8601. */
export type BuildRecord = z.output<typeof buildModel>
