import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** Where a project would be pushed to (schemas/v4/resources/remote-mirror.json). */
export const remoteMirrorModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** With the credentials in it. */
  url: z.string(),
  is_enabled: z._default(z.boolean(), false),
  only_protected_branches: z._default(z.boolean(), false),
  keep_divergent_refs: z._default(z.nullable(z.boolean()), null),
  auth_method: z._default(z.enum(['password', 'ssh_public_key']), 'password'),
  /** Null where it signs in with a password. */
  public_key: z._default(z.nullable(z.string()), null),
  /** When it was last asked for; nothing is pushed. */
  synced_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.remoteMirrors`: where a project would be pushed to. */
export type RemoteMirrorRecord = z.output<typeof remoteMirrorModel>
