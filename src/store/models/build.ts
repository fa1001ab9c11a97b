import { z } from '../../shared/zod.ts'
import { environmentTier } from './environment.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** The states of a build and of its pipeline (schemas/v3/resources/build-status.json). */
export const buildStatus = z.enum([
  'created',
  'pending',
  'running',
  'failed',
  'success',
  'canceled',
  'skipped',
])

/** The reasons of failure (app/models/concerns/enums/ci/commit_status.rb of GitLab). */
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
  'environment_creation_failure',
  'insufficient_bridge_permissions',
  'downstream_bridge_project_not_found',
  'invalid_bridge_trigger',
  'downstream_pipeline_creation_failed',
  'pipeline_loop_detected',
  'reached_max_descendant_pipelines_depth',
  'reached_max_pipeline_hierarchy_size',
])

/** The values of inputs of a CI configuration by their names. */
const inputs = z.record(z.string(), z.unknown())

/** In bytes. */
export const MAX_ARTIFACT_BYTES = 100 * 2 ** 20
/** In characters. */
export const MAX_TRACE_LENGTH = 4 * 2 ** 20

/** One run of a job. Builds are listed among commit statuses too, so both share one sequence of ids. */
export const buildModel = z.object({
  id: z.int(),
  project_id: z.int(),
  pipeline_id: z.int(),
  /** The name of the job. */
  name: z.string(),
  stage: z._default(z.string(), 'test'),
  /** The index of the stage in its pipeline, from 0. */
  stage_index: z._default(z.int(), 0),
  /** The name of a branch or a tag. */
  ref: z.string(),
  /** Whether `ref` names a tag. */
  tag: z._default(z.boolean(), false),
  sha: z.string(),
  status: z._default(buildStatus, 'pending'),
  /** The reason of a failure; null for a failed script. */
  failure_reason: z._default(z.nullable(failureReason), null),
  /** The downstream pipeline that a bridge job starts instead of running a script (`Downstream` of src/ci). */
  trigger: z._default(
    z.nullable(
      z.object({
        project: z.nullable(z.string()),
        branch: z.nullable(z.string()),
        include: z.array(
          z.union([
            z.string(),
            z.object({ local: z.string(), inputs, rules: z.optional(z.unknown()) }),
          ]),
        ),
        inputs: z._default(inputs, {}),
        strategy: z.nullable(z.enum(['depend', 'mirror'])),
        forwards: z.object({ job: z.boolean(), pipeline: z.boolean() }),
      }),
    ),
    null,
  ),
  /** The condition on the previous stages for the build to start. */
  when: z._default(
    z.enum(['on_success', 'on_failure', 'always', 'manual', 'delayed']),
    'on_success',
  ),
  /** The delay of a delayed build, in seconds. */
  start_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** The time at which a delayed build starts. */
  scheduled_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  /** The names of the jobs that it needs; null for a job that waits for the previous stages. */
  needs: z._default(z.nullable(z.array(z.string())), null),
  /** Whether a newer pipeline of the same ref can cancel it while it runs. */
  interruptible: z._default(z.boolean(), false),
  /** The resource group; its builds never run at the same time. Null for none. */
  resource_group: z._default(z.nullable(z.string()), null),
  /** How often a failure is followed by another build, and which failures; null for none. */
  retry: z._default(z.nullable(z.object({ max: z.int(), when: z.array(z.string()) })), null),
  /** Whether it is only waiting for its resource group. */
  waits_for_resource: z._default(z.boolean(), false),
  /** The variables of its job configuration. */
  variables: z._default(z.array(pipelineVariable), []),
  /** The variables given when it was played, which override all others. */
  played_with: z._default(z.array(pipelineVariable), []),
  /** The name of its environment. */
  environment: z._default(z.nullable(z.string()), null),
  /**
   * A successful build with `start` deploys to the environment, with `stop` it stops it; the other actions do neither.
   */
  environment_action: z._default(z.enum(['start', 'stop', 'prepare', 'verify', 'access']), 'start'),
  /** The new address of the environment; null keeps the present one. */
  environment_url: z._default(z.nullable(z.string()), null),
  /** The job of its pipeline that stops the environment. */
  environment_on_stop: z._default(z.nullable(z.string()), null),
  /** The seconds after which the environment is stopped automatically; null never stops it. */
  environment_auto_stop_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** The tier that a successful build gives the environment; null keeps the present one. */
  environment_tier: z._default(z.nullable(environmentTier), null),
  /** The percentage of covered lines, 0 to 100. */
  coverage: z._default(z.nullable(z.number()), null),
  /** Whether the pipeline succeeds even if the build fails. */
  allow_failure: z._default(z.boolean(), false),
  /** Whether a later build retried it. */
  is_retried: z._default(z.boolean(), false),
  user_id: z._default(z.nullable(z.int()), null),
  /** The runner that executes it, if known. */
  runner_id: z._default(z.nullable(z.int()), null),
  /** The script, one command per line. */
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
        /** Null keeps them forever. */
        expires_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
      }),
    ),
    null,
  ),
  /** The seconds for which artifacts from a runner are kept; null keeps them forever. */
  artifacts_expire_in: z._default(z.nullable(z.number().check(z.positive())), null),
  /** The paths or globs of the JUnit reports among its artifacts. */
  junit_reports: z._default(z.array(z.string()), []),
  /** The log of the build; null before it has any, and after erasing. */
  trace: z._default(z.nullable(z.string().check(z.maxLength(MAX_TRACE_LENGTH))), null),
  erased_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  /** The tags that a runner must have. */
  tag_list: z._default(z.array(z.string()), []),
  created_at: z.iso.datetime({ offset: true }),
  /** The time from which it waits for a runner. */
  queued_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.builds`: one run of a job of a pipeline; times in ISO 8601. */
export type BuildRecord = z.output<typeof buildModel>
