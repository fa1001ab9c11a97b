import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const deployTokenScopes = [
  'read_repository',
  'read_registry',
  'write_registry',
  'read_package_registry',
  'write_package_registry',
  'read_virtual_registry',
  'write_virtual_registry',
] as const
export type DeployTokenScope = (typeof deployTokenScopes)[number]

/** A username and a password that give read access to a project, or to the projects of a group, without a user. */
export const deployTokenModel = z.object({
  id: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  name: z.string(),
  username: z.string(),
  token: z.string(),
  scopes: z.array(z.enum(deployTokenScopes)),
  /** The time from which it is invalid. */
  expires_at: z._default(z.nullable(timestamp), null),
  is_revoked: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.deployTokens`: the credentials by which machines read the code of projects. */
export type DeployTokenRecord = z.output<typeof deployTokenModel>
