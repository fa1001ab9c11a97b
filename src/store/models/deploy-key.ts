import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** An SSH key by which projects are read, or written to, by no user. */
export const deployKeyModel = z.object({
  id: z.int(),
  title: z.string(),
  key: z.string(),
  /** Whether every project may have it. */
  is_public: z._default(z.boolean(), false),
  /** Who added it. */
  user_id: z._default(z.nullable(z.int()), null),
  expires_at: z._default(z.nullable(timestamp), null),
  last_used_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.deployKeys`: an SSH key of projects. */
export type DeployKeyRecord = z.output<typeof deployKeyModel>

/** That a project has a deploy key. */
export const deployKeyLinkModel = z.object({
  id: z.int(),
  project_id: z.int(),
  deploy_key_id: z.int(),
  /** Whether it is written to by it. */
  can_push: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.deployKeyLinks`: that a project has a deploy key. */
export type DeployKeyLinkRecord = z.output<typeof deployKeyLinkModel>
