import { z } from '../../shared/zod.ts'
import { pipelineVariable } from '../../store/models/pipeline-variable.ts'
import { groupPath, projectPath, text, time, username } from './fields.ts'
import { seedVariable } from './instance.ts'

/** The format of CI variables, triggers, runners and schedules. */
const seedScopedVariable = z.extend(seedVariable, {
  project: z.optional(projectPath).check(z.describe('The project whose jobs get it.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects get it.')),
  hidden: z.optional(z.boolean()).check(z.describe('Whether the value is hidden for good.')),
  environment_scope: z
    .optional(text)
    .check(z.describe('The environments whose jobs get it; by default all.')),
})

const seedTrigger = z.strictObject({
  project: projectPath.check(z.describe('The project whose pipelines it starts.')),
  owner: username.check(z.describe('The user as whom it starts them.')),
  token: text.check(z.describe('The token, such as glptt-1.')),
  description: z.optional(text).check(z.describe('The description of the trigger token.')),
  expires_at: z.optional(time).check(z.describe('The time of expiry; by default never.')),
})

const seedSchedule = z.strictObject({
  project: projectPath.check(z.describe('The project whose pipelines it starts.')),
  owner: username.check(z.describe('The user as whom it starts them.')),
  description: text.check(z.describe('The description of the schedule.')),
  ref: z.optional(text).check(z.describe('A branch or a tag; by default the default branch.')),
  cron: text.check(z.describe('The schedule: the five fields of a crontab.')),
  cron_timezone: z.optional(text).check(z.describe('The time zone; by default UTC.')),
  active: z.optional(z.boolean()).check(z.describe('Whether it is active; by default true.')),
  variables: z
    .optional(z.array(pipelineVariable))
    .check(z.describe('The variables of its pipelines.')),
})

const seedRunner = z.strictObject({
  token: text.check(z.describe('The token, such as glrt-1.')),
  project: z.optional(projectPath).check(z.describe('The project of a project runner.')),
  also: z.optional(z.array(projectPath)).check(z.describe('Further projects that can use it.')),
  group: z.optional(groupPath).check(z.describe('The group of a group runner.')),
  description: z.optional(text).check(z.describe('The description of the runner.')),
  tags: z
    .optional(z.array(text))
    .check(z.describe('The tags of the runner, which builds ask for.')),
  paused: z.optional(z.boolean()).check(z.describe('Whether it takes no builds.')),
  locked: z
    .optional(z.boolean())
    .check(z.describe('Whether it cannot be enabled for other projects.')),
  contacted_at: z
    .optional(time)
    .check(z.describe('The time of its last contact; by default never.')),
})

const seedAdmission = z.strictObject({
  project: projectPath.check(z.describe('The project that is accessed.')),
  jobs_of: z.optional(projectPath).check(z.describe('The project whose job tokens have access.')),
  jobs_of_group: z
    .optional(groupPath)
    .check(z.describe("The group whose projects' job tokens have access.")),
})

const seedDeployKey = z.strictObject({
  title: text.check(z.describe('The title of the key.')),
  key: text.check(z.describe('The public key, with its type.')),
  public: z.optional(z.boolean()).check(z.describe('Whether any project can enable it.')),
  projects: z
    .optional(z.record(z.string(), z.enum(['read', 'write'])))
    .check(z.describe('The paths of the projects that use it, with their access.')),
})

/** The lists of a seed that this module defines. */
export const automationLists = {
  variables: z
    .optional(z.array(seedScopedVariable))
    .check(z.describe('CI/CD variables of projects and groups.')),
  triggers: z
    .optional(z.array(seedTrigger))
    .check(z.describe('Trigger tokens of pipelines of projects.')),
  runners: z
    .optional(z.array(seedRunner))
    .check(z.describe('Runners of a project, a group, or else of the instance.')),
  pipeline_schedules: z
    .optional(z.array(seedSchedule))
    .check(z.describe('Schedules of pipelines.')),
  deploy_keys: z.optional(z.array(seedDeployKey)).check(z.describe('Deploy keys of projects.')),
  job_token_allowances: z
    .optional(z.array(seedAdmission))
    .check(z.describe('Access of job tokens of other projects.')),
}

export type SeedScopedVariable = z.output<typeof seedScopedVariable>
export type SeedAdmission = z.output<typeof seedAdmission>
export type SeedDeployKey = z.output<typeof seedDeployKey>
export type SeedRunner = z.output<typeof seedRunner>
export type SeedSchedule = z.output<typeof seedSchedule>
export type SeedTrigger = z.output<typeof seedTrigger>
