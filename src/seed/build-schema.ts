import { z } from 'zod'
import { buildStatus, greatestArtifacts, longestTrace } from '../store/models/build.ts'
import { address, id, projectPath, text, time, username } from './fields.ts'

/** How a seed writes what is said of its commits: pipelines, statuses and deployments. */
const place = {
  project: projectPath.describe('Whose commit it is.'),
  ref: text.optional().describe('A branch or a tag; the default branch where none is named.'),
  commit: text
    .optional()
    .describe('The label of a commit, or a SHA; the tip of the ref where none is named.'),
}
const at = time.optional().describe('The time of the commit where it is not said.')
const started_at = time.optional()
const finished_at = time.optional()
const allow_failure = z
  .boolean()
  .optional()
  .describe('Whether the pipeline may succeed without it.')

const artifacts = z.strictObject({
  filename: text.describe('What the archive is called.'),
  content: z.string().max(greatestArtifacts).describe('What is in the file.'),
  encoding: z.enum(['text', 'base64']).optional().describe('Of the content; text by default.'),
  expires_at: time.optional().describe('Kept for ever where it is not said.'),
})

const seedBuild = z.strictObject({
  id: id.optional().describe('The next free id of builds and statuses where not said.'),
  name: text.describe('The name of the job.'),
  stage: text.optional().describe('Stages follow each other as they first appear.'),
  status: buildStatus.optional().describe('success where not said.'),
  when: z
    .enum(['on_success', 'on_failure', 'always', 'manual'])
    .optional()
    .describe('When the stage gets to it; on_success where not said.'),
  allow_failure,
  environment: z
    .union([
      text,
      z.strictObject({
        name: text.describe('What the environment is called.'),
        url: address.describe('Where it is seen.'),
      }),
    ])
    .optional()
    .describe('Where the build deploys to: a success makes a deployment.'),
  coverage: z.number().min(0).max(100).optional().describe('Per cent of the lines.'),
  commands: z.string().optional().describe('What it ran, a line each.'),
  trace: z.string().max(longestTrace).optional().describe('What it printed.'),
  artifacts: artifacts.optional().describe('What it left behind.'),
  by: username
    .optional()
    .describe('Who started it; who started the pipeline where nobody is named.'),
  at: time.optional().describe('The time of the pipeline where it is not said.'),
  started_at: started_at.describe('When it was made, where it started and this is not said.'),
  finished_at: finished_at.describe('When it started, where it is over and this is not said.'),
})

const seedPipeline = z.strictObject({
  id: id.optional().describe('The next free id where not said.'),
  ...place,
  by: username.optional().describe('Who pushed.'),
  at,
  yaml_errors: text.optional().describe('Makes a failed pipeline without builds.'),
  builds: z.array(seedBuild).optional().describe('Without any it is a skipped pipeline.'),
})

const seedStatus = z.strictObject({
  id: id.optional().describe('The next free id of builds and statuses where not said.'),
  ...place,
  name: text.optional().describe('What is told, such as coverage; default where not said.'),
  state: z.enum(['pending', 'running', 'success', 'failed', 'canceled']).describe('How it stands.'),
  author: username.describe('Who told it.'),
  target_url: address.optional().describe('Where more is told.'),
  description: z.string().optional().describe('What it says, in a few words.'),
  allow_failure,
  at,
  started_at: started_at.describe('When it was told, where it started and this is not said.'),
  finished_at: finished_at.describe('When it started, where it is over and this is not said.'),
})

const seedEnvironment = z.strictObject({
  project: projectPath.describe('Whose environment it is.'),
  name: text.describe('What it is called, such as production.'),
  external_url: address.optional().describe('Where it is seen.'),
})

const seedDeployment = z.strictObject({
  ...place,
  environment: text.describe('Where it was deployed to; made where the project has none.'),
  by: username.optional().describe('Who deployed it.'),
  at,
})

/** The lists of a seed that this file describes. */
export const buildLists = {
  environments: z.array(seedEnvironment).optional().describe('Where projects are deployed to.'),
  pipelines: z
    .array(seedPipeline)
    .optional()
    .describe('Pipelines with their builds; ids follow this order.'),
  statuses: z
    .array(seedStatus)
    .optional()
    .describe('What outside services said of commits; ids follow this order.'),
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
