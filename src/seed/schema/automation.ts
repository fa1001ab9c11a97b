import { z } from '../../shared/zod.ts'
import { pipelineVariable } from '../../store/models/pipeline-variable.ts'
import { groupPath, projectPath, text, time, username } from './fields.ts'
import { seedVariable } from './instance.ts'

/** The format of CI variables, triggers, runners and schedules. */
const seedScopedVariable = z.extend(seedVariable, {
  project: z.optional(projectPath).check(z.describe('Whose jobs are given it.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects are given it.')),
  hidden: z.optional(z.boolean()).check(z.describe('Whether nobody is shown the value any more.')),
  environment_scope: z
    .optional(text)
    .check(z.describe('The environments whose jobs are given it; all where not said.')),
})

const seedTrigger = z.strictObject({
  project: projectPath.check(z.describe('Whose pipelines it starts.')),
  owner: username.check(z.describe('In whose name it starts them.')),
  token: text.check(z.describe('The token, such as glptt-1.')),
  description: z.optional(text).check(z.describe('What it is for.')),
  expires_at: z.optional(time).check(z.describe('Never where it is not said.')),
})

const seedSchedule = z.strictObject({
  project: projectPath.check(z.describe('Whose pipelines it starts.')),
  owner: username.check(z.describe('In whose name it starts them.')),
  description: text.check(z.describe('What it is for.')),
  ref: z
    .optional(text)
    .check(z.describe('A branch or a tag; the default branch where none is named.')),
  cron: text.check(z.describe('When it starts them: the five fields of a crontab.')),
  cron_timezone: z.optional(text).check(z.describe('By whose clocks; UTC where not said.')),
  active: z.optional(z.boolean()).check(z.describe('Whether it starts any; true where not said.')),
  variables: z
    .optional(z.array(pipelineVariable))
    .check(z.describe('Variables that its pipelines are given.')),
})

const seedRunner = z.strictObject({
  token: text.check(z.describe('The token, such as glrt-1.')),
  project: z.optional(projectPath).check(z.describe('The project whose builds it takes.')),
  also: z.optional(z.array(projectPath)).check(z.describe('Further projects that have it.')),
  group: z.optional(groupPath).check(z.describe('The group whose projects’ builds it takes.')),
  description: z.optional(text).check(z.describe('What it is.')),
  tags: z.optional(z.array(text)).check(z.describe('What it has that builds may ask for.')),
  paused: z.optional(z.boolean()).check(z.describe('Whether it takes no builds.')),
  locked: z.optional(z.boolean()).check(z.describe('Whether no other project may have it.')),
  contacted_at: z.optional(time).check(z.describe('When it was there last; never where not said.')),
})

const seedAdmission = z.strictObject({
  project: projectPath.check(z.describe('Which lets them in.')),
  jobs_of: z
    .optional(projectPath)
    .check(z.describe('The project whose jobs it lets in by their tokens.')),
  jobs_of_group: z
    .optional(groupPath)
    .check(z.describe('The group whose projects’ jobs it lets in by their tokens.')),
})

const seedDeployKey = z.strictObject({
  title: text.check(z.describe('What it is called.')),
  key: text.check(z.describe('The public key, with its type.')),
  public: z.optional(z.boolean()).check(z.describe('Whether every project may have it.')),
  projects: z
    .optional(z.record(z.string(), z.enum(['read', 'write'])))
    .check(z.describe('The paths of the projects that have it, and what for.')),
})

/** The lists of a seed that this module defines. */
export const automationLists = {
  variables: z
    .optional(z.array(seedScopedVariable))
    .check(z.describe('Variables that the jobs of a project or a group are given.')),
  triggers: z
    .optional(z.array(seedTrigger))
    .check(z.describe('Tokens that start pipelines of a project.')),
  runners: z
    .optional(z.array(seedRunner))
    .check(z.describe('What runs builds: of a project, a group, or else of the instance.')),
  pipeline_schedules: z
    .optional(z.array(seedSchedule))
    .check(z.describe('When pipelines start by themselves.')),
  deploy_keys: z.optional(z.array(seedDeployKey)).check(z.describe('SSH keys of projects.')),
  job_token_allowances: z
    .optional(z.array(seedAdmission))
    .check(z.describe('Whose jobs projects let in by their tokens, beside their own.')),
}

export type SeedScopedVariable = z.output<typeof seedScopedVariable>
export type SeedAdmission = z.output<typeof seedAdmission>
export type SeedDeployKey = z.output<typeof seedDeployKey>
export type SeedRunner = z.output<typeof seedRunner>
export type SeedSchedule = z.output<typeof seedSchedule>
export type SeedTrigger = z.output<typeof seedTrigger>
