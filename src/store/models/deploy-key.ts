import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** An SSH key that gives read or write access to projects, without a user. */
export const deployKeyModel = z.object({
  id: z.int(),
  title: z.string(),
  key: z.string(),
  /** Whether any project can enable it. */
  is_public: z._default(z.boolean(), false),
  /** The user who added it. */
  user_id: z._default(z.nullable(z.int()), null),
  expires_at: z._default(z.nullable(timestamp), null),
  last_used_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.deployKeys`: an SSH key of projects. */
export type DeployKeyRecord = z.output<typeof deployKeyModel>

/** A deploy key that is enabled for a project. */
export const deployKeyLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  deploy_key_id: z.int(),
  /** Whether it gives write access to the project. */
  can_push: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.deployKeyLinks`: a deploy key that is enabled for a project. */
export type DeployKeyLinkRecord = z.output<typeof deployKeyLinkModel>
