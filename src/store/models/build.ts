import { z } from 'zod'

/** The states of a build and of the pipeline around it (schemas/resources/build-status.json). */
export const buildStatus = z.enum([
  'created',
  'pending',
  'running',
  'failed',
  'success',
  'canceled',
  'skipped',
])

/** In bytes. */
export const greatestArtifacts = 100 * 2 ** 20
/** In characters. */
export const longestTrace = 4 * 2 ** 20

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
  stage: z.string().default('test'),
  /** The place of the stage in its pipeline, from 0. */
  stage_index: z.int().default(0),
  /** The name of a branch or a tag. */
  ref: z.string(),
  /** Whether `ref` names a tag. */
  tag: z.boolean().default(false),
  sha: z.string(),
  status: buildStatus.default('pending'),
  /** What must have happened in the stages before for the build to start. */
  when: z.enum(['on_success', 'on_failure', 'always', 'manual']).default('on_success'),
  /** The name of the environment that a success deploys to. */
  environment: z.string().nullable().default(null),
  /** Where that is to be seen from then on; null leaves it as it is. */
  environment_url: z.string().nullable().default(null),
  /** Per cent of the lines, 0 to 100. */
  coverage: z.number().nullable().default(null),
  /** Whether the pipeline succeeds even if the build fails. */
  allow_failure: z.boolean().default(false),
  user_id: z.int().nullable().default(null),
  /** What a runner would run, one command a line. */
  commands: z.string().default(''),
  artifacts: z
    .object({
      filename: z.string().min(1),
      bytes: z
        .instanceof(Uint8Array)
        .refine(({ length }) => length <= greatestArtifacts, 'must have at most 100 MiB'),
      /** Null: kept for ever. */
      expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** What the build printed; null before it prints, and once erased. */
  trace: z.string().max(longestTrace).nullable().default(null),
  erased_at: z.iso.datetime({ offset: true }).nullable().default(null),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z.iso.datetime({ offset: true }).nullable().default(null),
  finished_at: z.iso.datetime({ offset: true }).nullable().default(null),
})

/** A record of `forge.db.builds`: one run of a job of a pipeline; times in ISO 8601. */
export type BuildRecord = z.output<typeof buildModel>
