import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A push mirror of a project (schemas/v4/resources/remote-mirror.json). Nothing is actually pushed. */
export const remoteMirrorModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** With credentials. */
  url: z.string(),
  is_enabled: z._default(z.boolean(), false),
  only_protected_branches: z._default(z.boolean(), false),
  keep_divergent_refs: z._default(z.nullable(z.boolean()), null),
  auth_method: z._default(z.enum(['password', 'ssh_public_key']), 'password'),
  /** Null where it authenticates with a password. */
  public_key: z._default(z.nullable(z.string()), null),
  /** The time of the last requested synchronization. */
  synced_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.remoteMirrors`: a push mirror of a project. */
export type RemoteMirrorRecord = z.output<typeof remoteMirrorModel>
