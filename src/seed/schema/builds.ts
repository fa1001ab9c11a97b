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
  project: projectPath.check(z.describe('The project of the commit.')),
  ref: z.optional(text).check(z.describe('A branch or a tag; by default the default branch.')),
  commit: z
    .optional(text)
    .check(z.describe('The label of a commit, or a SHA; by default the tip of the ref.')),
}
const at = z.optional(time).check(z.describe('The time; by default that of the commit.'))
const started_at = z.optional(time)
const finished_at = z.optional(time)
const allow_failure = z
  .optional(z.boolean())
  .check(z.describe('Whether the pipeline can succeed without it.'))

const coverage = z
  .optional(z.number().check(z.minimum(0)).check(z.maximum(100)))
  .check(z.describe('The percentage of covered lines.'))

const artifacts = z.strictObject({
  filename: text.check(z.describe('The file name of the archive.')),
  content: z
    .string()
    .check(z.maxLength(MAX_ARTIFACT_BYTES))
    .check(z.describe('The content of the file.')),
  encoding: z
    .optional(z.enum(['text', 'base64']))
    .check(z.describe('The encoding of the content; by default text.')),
  expires_at: z.optional(time).check(z.describe('The time of expiry; by default never.')),
  junit: z
    .optional(z.union([text, z.array(text)]))
    .check(
      z.describe(
        'The paths of the JUnit reports in it, which the test report of the pipeline is read from.',
      ),
    ),
})

const seedBuild = z.strictObject({
  id: z
    .optional(id)
    .check(z.describe('The id; by default the next free one of builds and statuses.')),
  name: text.check(z.describe('The name of the job.')),
  stage: z
    .optional(text)
    .check(z.describe('The stage; stages run in the order of their first occurrence.')),
  status: z.optional(buildStatus).check(z.describe('The status; by default success.')),
  failure_reason: z
    .optional(failureReason)
    .check(z.describe('The reason of a failure; by default script_failure.')),
  when: z
    .optional(z.enum(['on_success', 'on_failure', 'always', 'manual']))
    .check(z.describe('The condition for running; by default on_success.')),
  allow_failure,
  environment: z
    .optional(
      z.union([
        text,
        z.strictObject({
          name: text.check(z.describe('The name of the environment.')),
          url: address.check(z.describe('The address of the environment.')),
        }),
      ]),
    )
    .check(
      z.describe('The environment of the build, with a deployment in the state of the build.'),
    ),
  resource_group: z
    .optional(text)
    .check(z.describe('The resource group, whose builds never run at the same time.')),
  coverage,
  commands: z.optional(z.string()).check(z.describe('The script, one command per line.')),
  tags: z.optional(z.array(text)).check(z.describe('The tags that a runner must have.')),
  trace: z.optional(z.string().check(z.maxLength(MAX_TRACE_LENGTH))).check(z.describe('The log.')),
  artifacts: z.optional(artifacts).check(z.describe('The artifacts.')),
  by: z
    .optional(username)
    .check(z.describe('The user who started it; by default the user of the pipeline.')),
  at: z.optional(time).check(z.describe('The time; by default that of the pipeline.')),
  started_at: started_at.check(
    z.describe('The start of a build that has started; by default its creation.'),
  ),
  finished_at: finished_at.check(
    z.describe('The end of a build that has finished; by default its start.'),
  ),
})

const seedPipeline = z.strictObject({
  id: z.optional(id).check(z.describe('The id; by default the next free one.')),
  ...place,
  name: z.optional(text).check(z.describe('The name of the pipeline; by default none.')),
  source: z
    .optional(pipelineSource)
    .check(z.describe('The source of the pipeline; by default push.')),
  variables: z.optional(z.array(pipelineVariable)).check(z.describe('The variables of its jobs.')),
  by: z.optional(username).check(z.describe('The user who pushed.')),
  at,
  yaml_errors: z
    .optional(text)
    .check(
      z.describe('The errors of the configuration, which make a failed pipeline without builds.'),
    ),
  builds: z
    .optional(z.array(seedBuild))
    .check(z.describe('The builds; without any the pipeline is skipped.')),
})

const seedStatus = z.strictObject({
  id: z
    .optional(id)
    .check(z.describe('The id; by default the next free one of builds and statuses.')),
  ...place,
  name: z
    .optional(text)
    .check(z.describe('The name of the status, such as coverage; by default default.')),
  state: z
    .enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped'])
    .check(z.describe('The state.')),
  author: username.check(z.describe('The user who reported it.')),
  target_url: z.optional(address).check(z.describe('The address of the details.')),
  description: z.optional(z.string()).check(z.describe('A short description.')),
  coverage,
  allow_failure,
  at,
  started_at: started_at.check(
    z.describe('The start of a status that has started; by default its creation.'),
  ),
  finished_at: finished_at.check(
    z.describe('The end of a status that has finished; by default its start.'),
  ),
})

const seedEnvironment = z.strictObject({
  project: projectPath.check(z.describe('The project of the environment.')),
  name: text.check(z.describe('The name, such as production.')),
  external_url: z.optional(address).check(z.describe('The address of the environment.')),
  description: z.optional(text).check(z.describe('The description of the environment.')),
  tier: z
    .optional(environmentTier)
    .check(z.describe('The tier; by default derived from the name.')),
  state: z
    .optional(z.enum(['available', 'stopped']))
    .check(z.describe('The state; by default available.')),
})

const seedDeployment = z.strictObject({
  ...place,
  environment: text.check(
    z.describe('The environment, which is created where the project has none.'),
  ),
  status: z
    .optional(z.enum(['running', 'success', 'failed', 'canceled']))
    .check(z.describe('The status; by default success.')),
  by: z.optional(username).check(z.describe('The user who deployed.')),
  at,
})

/** The lists of a seed that this module defines. */
export const buildLists = {
  environments: z.optional(z.array(seedEnvironment)).check(z.describe('Environments of projects.')),
  pipelines: z
    .optional(z.array(seedPipeline))
    .check(z.describe('Pipelines with their builds, with ids in this order.')),
  statuses: z
    .optional(z.array(seedStatus))
    .check(z.describe('Commit statuses of external services, with ids in this order.')),
  deployments: z
    .optional(z.array(seedDeployment))
    .check(
      z.describe('Deployments without a build; they precede those of the builds of this seed.'),
    ),
}

export type SeedBuild = z.output<typeof seedBuild>
export type SeedPipeline = z.output<typeof seedPipeline>
export type SeedStatus = z.output<typeof seedStatus>
export type SeedEnvironment = z.output<typeof seedEnvironment>
export type SeedDeployment = z.output<typeof seedDeployment>
