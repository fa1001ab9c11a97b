import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A topic of projects. A project lists the names of its topics (`tag_list`), and each topic has a record here. */
export const topicModel = z.object({
  id: z.int(),
  name: z.string(),
  title: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  avatar_url: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.topics`: a topic of projects. */
export type TopicRecord = z.output<typeof topicModel>
