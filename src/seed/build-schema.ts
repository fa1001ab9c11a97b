import { z } from 'zod'
import { buildStatus, greatestArtifacts, longestTrace } from '../store/models/build.ts'

/** How a seed writes what is said of its commits: pipelines, statuses and deployments. */
const username = z.string().min(1)
const projectPath = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be NAMESPACE/PROJECT')
const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be an ISO 8601 time')
const place = {
  project: projectPath,
  ref: z
    .string()
    .min(1)
    .optional()
    .describe('A branch or a tag; the default branch where none is named.'),
  commit: z
    .string()
    .min(1)
    .optional()
    .describe('The label of a commit, or a SHA; the tip of the ref where none is named.'),
}
const at = time.optional().describe('The time of the commit where it is not said.')
const started_at = time.optional()
const finished_at = time.optional()
const allow_failure = z.boolean().optional()

const artifacts = z.strictObject({
  filename: z.string().min(1),
  content: z.string().max(greatestArtifacts),
  encoding: z.enum(['text', 'base64']).optional().describe('Of the content; text by default.'),
  expires_at: time.optional().describe('Kept for ever where it is not said.'),
})

const seedBuild = z.strictObject({
  name: z.string().min(1),
  stage: z.string().min(1).optional().describe('Stages follow each other as they first appear.'),
  status: buildStatus.optional(),
  when: z.enum(['on_success', 'on_failure', 'always', 'manual']).optional(),
  allow_failure,
  environment: z
    .union([z.string().min(1), z.strictObject({ name: z.string().min(1), url: z.url() })])
    .optional()
    .describe('Where the build deploys to: a success makes a deployment.'),
  coverage: z.number().min(0).max(100).optional(),
  commands: z.string().optional(),
  trace: z.string().max(longestTrace).optional().describe('What it printed.'),
  artifacts: artifacts.optional(),
  by: username
    .optional()
    .describe('Who started it; who started the pipeline where nobody is named.'),
  at: time.optional().describe('The time of the pipeline where it is not said.'),
  started_at: started_at.describe('When it was made, where it started and this is not said.'),
  finished_at: finished_at.describe('When it started, where it is over and this is not said.'),
})

const seedPipeline = z.strictObject({
  ...place,
  by: username.optional().describe('Who pushed.'),
  at,
  yaml_errors: z.string().min(1).optional().describe('Makes a failed pipeline without builds.'),
  builds: z.array(seedBuild).optional().describe('Without any it is a skipped pipeline.'),
})

const seedStatus = z.strictObject({
  ...place,
  name: z.string().min(1).optional(),
  state: z.enum(['pending', 'running', 'success', 'failed', 'canceled']),
  author: username,
  target_url: z.string().optional(),
  description: z.string().optional(),
  allow_failure,
  at,
  started_at,
  finished_at,
})

const seedEnvironment = z.strictObject({
  project: projectPath,
  name: z.string().min(1),
  external_url: z.string().optional(),
})

const seedDeployment = z.strictObject({
  ...place,
  environment: z.string().min(1),
  by: username.optional(),
  at,
})

/** The lists of a seed that this file describes. */
export const buildLists = {
  environments: z.array(seedEnvironment).optional(),
  pipelines: z.array(seedPipeline).optional(),
  statuses: z.array(seedStatus).optional(),
  deployments: z
    .array(seedDeployment)
    .optional()
    .describe('Those that no build made, before those that the builds of this seed made.'),
}

export type SeedBuild = z.output<typeof seedBuild>
export type SeedPipeline = z.output<typeof seedPipeline>
export type SeedStatus = z.output<typeof seedStatus>
export type SeedEnvironment = z.output<typeof seedEnvironment>
export type SeedDeployment = z.output<typeof seedDeployment>
