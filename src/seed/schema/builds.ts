import { z } from '../../shared/zod.ts'
import {
  buildStatus,
  failureReason,
  MAX_ARTIFACT_BYTES,
  MAX_TRACE_LENGTH,
} from '../../store/models/build.ts'
import { environmentTier } from '../../store/models/environment.ts'
import { pipelineSource } from '../../store/models/pipeline.ts'
import { pipelineVariable } from '../../store/models/pipeline-variable.ts'
import { address, id, projectPath, text, time, username } from './fields.ts'

/** The format of reports on commits: pipelines, statuses and deployments. */
const place = {
  project: projectPath.check(z.describe('Whose commit it is.')),
  ref: z
    .optional(text)
    .check(z.describe('A branch or a tag; the default branch where none is named.')),
  commit: z
    .optional(text)
    .check(z.describe('The label of a commit, or a SHA; the tip of the ref where none is named.')),
}
const at = z.optional(time).check(z.describe('The time of the commit where it is not said.'))
const started_at = z.optional(time)
const finished_at = z.optional(time)
const allow_failure = z
  .optional(z.boolean())
  .check(z.describe('Whether the pipeline may succeed without it.'))

const coverage = z
  .optional(z.number().check(z.minimum(0)).check(z.maximum(100)))
  .check(z.describe('Per cent of the lines.'))

const artifacts = z.strictObject({
  filename: text.check(z.describe('What the archive is called.')),
  content: z
    .string()
    .check(z.maxLength(MAX_ARTIFACT_BYTES))
    .check(z.describe('What is in the file.')),
  encoding: z
    .optional(z.enum(['text', 'base64']))
    .check(z.describe('Of the content; text by default.')),
  expires_at: z.optional(time).check(z.describe('Kept for ever where it is not said.')),
  junit: z
    .optional(z.union([text, z.array(text)]))
    .check(
      z.describe(
        'The paths of the reports of tests in it, which the report of the pipeline is read from.',
      ),
    ),
})

const seedBuild = z.strictObject({
  id: z.optional(id).check(z.describe('The next free id of builds and statuses where not said.')),
  name: text.check(z.describe('The name of the job.')),
  stage: z.optional(text).check(z.describe('Stages follow each other as they first appear.')),
  status: z.optional(buildStatus).check(z.describe('success where not said.')),
  failure_reason: z
    .optional(failureReason)
    .check(z.describe('Why it failed, where it did; script_failure where not said.')),
  when: z
    .optional(z.enum(['on_success', 'on_failure', 'always', 'manual']))
    .check(z.describe('When the stage gets to it; on_success where not said.')),
  allow_failure,
  environment: z
    .optional(
      z.union([
        text,
        z.strictObject({
          name: text.check(z.describe('What the environment is called.')),
          url: address.check(z.describe('Where it is seen.')),
        }),
      ]),
    )
    .check(z.describe('Where the build deploys to: a success makes a deployment.')),
  resource_group: z
    .optional(text)
    .check(z.describe('Of which no two builds run at the same time.')),
  coverage,
  commands: z.optional(z.string()).check(z.describe('What it ran, a line each.')),
  tags: z.optional(z.array(text)).check(z.describe('What a runner must have to take it.')),
  trace: z
    .optional(z.string().check(z.maxLength(MAX_TRACE_LENGTH)))
    .check(z.describe('What it printed.')),
  artifacts: z.optional(artifacts).check(z.describe('What it left behind.')),
  by: z
    .optional(username)
    .check(z.describe('Who started it; who started the pipeline where nobody is named.')),
  at: z.optional(time).check(z.describe('The time of the pipeline where it is not said.')),
  started_at: started_at.check(
    z.describe('When it was made, where it started and this is not said.'),
  ),
  finished_at: finished_at.check(
    z.describe('When it started, where it is over and this is not said.'),
  ),
})

const seedPipeline = z.strictObject({
  id: z.optional(id).check(z.describe('The next free id where not said.')),
  ...place,
  name: z.optional(text).check(z.describe('What the pipeline is called; nothing where not said.')),
  source: z
    .optional(pipelineSource)
    .check(z.describe('What it started from; push where not said.')),
  variables: z
    .optional(z.array(pipelineVariable))
    .check(z.describe('Variables that its jobs are given.')),
  by: z.optional(username).check(z.describe('Who pushed.')),
  at,
  yaml_errors: z.optional(text).check(z.describe('Makes a failed pipeline without builds.')),
  builds: z.optional(z.array(seedBuild)).check(z.describe('Without any it is a skipped pipeline.')),
})

const seedStatus = z.strictObject({
  id: z.optional(id).check(z.describe('The next free id of builds and statuses where not said.')),
  ...place,
  name: z
    .optional(text)
    .check(z.describe('What is reported, such as coverage; default where not said.')),
  state: z
    .enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped'])
    .check(z.describe('How it stands.')),
  author: username.check(z.describe('Who reported it.')),
  target_url: z.optional(address).check(z.describe('Where the details are.')),
  description: z.optional(z.string()).check(z.describe('What it says, in a few words.')),
  coverage,
  allow_failure,
  at,
  started_at: started_at.check(
    z.describe('When it was reported, where it started and this is not said.'),
  ),
  finished_at: finished_at.check(
    z.describe('When it started, where it is over and this is not said.'),
  ),
})

const seedEnvironment = z.strictObject({
  project: projectPath.check(z.describe('Whose environment it is.')),
  name: text.check(z.describe('What it is called, such as production.')),
  external_url: z.optional(address).check(z.describe('Where it is seen.')),
  description: z.optional(text).check(z.describe('What there is to say of it.')),
  tier: z
    .optional(environmentTier)
    .check(z.describe('What it is for; its name says so where nothing else does.')),
  state: z
    .optional(z.enum(['available', 'stopped']))
    .check(z.describe('Whether it is there; available where not said.')),
})

const seedDeployment = z.strictObject({
  ...place,
  environment: text.check(z.describe('Where it was deployed to; made where the project has none.')),
  status: z
    .optional(z.enum(['running', 'success', 'failed', 'canceled']))
    .check(z.describe('How it stands; success where not said.')),
  by: z.optional(username).check(z.describe('Who deployed it.')),
  at,
})

/** The lists of a seed that this module defines. */
export const buildLists = {
  environments: z
    .optional(z.array(seedEnvironment))
    .check(z.describe('Where projects are deployed to.')),
  pipelines: z
    .optional(z.array(seedPipeline))
    .check(z.describe('Pipelines with their builds; ids follow this order.')),
  statuses: z
    .optional(z.array(seedStatus))
    .check(z.describe('What outside services said of commits; ids follow this order.')),
  deployments: z
    .optional(z.array(seedDeployment))
    .check(z.describe('Those that no build made, before those that the builds of this seed made.')),
}

export type SeedBuild = z.output<typeof seedBuild>
export type SeedPipeline = z.output<typeof seedPipeline>
export type SeedStatus = z.output<typeof seedStatus>
export type SeedEnvironment = z.output<typeof seedEnvironment>
export type SeedDeployment = z.output<typeof seedDeployment>
