import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { pipelineVariable } from './pipeline-variable.ts'

/** The value of an input that the CI configuration declares. */
const scheduleInput = z.object({
  name: z.string().check(z.describe('The name of the input.')),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.unknown())])
    .check(z.describe('The value of the input.')),
})

/** A schedule that starts pipelines of a branch or a tag periodically, as its owner. */
export const pipelineScheduleModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** Null after the owner was deleted; such a schedule starts no pipelines. */
  owner_id: z._default(z.nullable(z.int()), null),
  description: z.string(),
  /** The full ref name, such as `refs/heads/main`. */
  ref: z.string(),
  cron: z.string(),
  cron_timezone: z._default(z.string(), 'UTC'),
  is_active: z._default(z.boolean(), true),
  variables: z._default(z.array(pipelineVariable), []),
  inputs: z._default(z.array(scheduleInput), []),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.pipelineSchedules`: a schedule of pipelines of a branch or a tag. */
export type PipelineScheduleRecord = z.output<typeof pipelineScheduleModel>
