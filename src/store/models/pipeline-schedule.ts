import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** A value for an input that a configuration declares. */
const scheduleInput = z.object({
  name: z.string().check(z.describe('Its name.')),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.unknown())])
    .check(z.describe('What it holds.')),
})

/** Starts a pipeline of a branch or a tag again and again, in the name of its owner. */
export const pipelineScheduleModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Null once the owner is gone: then it starts nothing. */
  owner_id: z._default(z.nullable(z.int()), null),
  description: z.string(),
  /** In full: `refs/heads/main`. */
  ref: z.string(),
  cron: z.string(),
  cron_timezone: z._default(z.string(), 'UTC'),
  is_active: z._default(z.boolean(), true),
  variables: z._default(z.array(pipelineVariable), []),
  inputs: z._default(z.array(scheduleInput), []),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.pipelineSchedules`: when pipelines of a branch or a tag start by themselves. */
export type PipelineScheduleRecord = z.output<typeof pipelineScheduleModel>
