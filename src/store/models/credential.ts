import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** The scopes of tokens: `api` includes everything but the separate scopes of administrators. */
export const tokenScopes = [
  'api',
  'read_user',
  'read_api',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
  'read_virtual_registry',
  'write_virtual_registry',
  'create_runner',
  'manage_runner',
  'k8s_proxy',
  'self_rotate',
  'ai_features',
  'read_service_ping',
  'sudo',
  'admin_mode',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** A credential that authenticates a request (securitySchemes in the heads of the contracts under schemas/). */
export const credentialModel = z.object({
  id: z.int(),
  user_id: z.int(),
  kind: z.enum(['private', 'personal', 'oauth', 'session']),
  token: z.string(),
  name: z._default(z.string(), ''),
  description: z._default(z.nullable(z.string()), null),
  /** The scopes of the token; a private token has full access whatever they are. */
  scopes: z._default(z.array(z.enum(tokenScopes)), ['api']),
  /** Whether it is a personal token by which an administrator impersonates the user. */
  is_impersonation: z._default(z.boolean(), false),
  is_revoked: z._default(z.boolean(), false),
  /** The first day on which it is invalid. */
  expires_at: z._default(z.nullable(day), null),
  /** The exact time of expiry, as OAuth tokens have. */
  ends_at: z._default(z.nullable(timestamp), null),
  last_used_at: z._default(z.nullable(timestamp), null),
  /** The token that was rotated, which this one replaced. */
  previous_id: z._default(z.nullable(z.int()), null),
  /** The OAuth application that it was issued to; null for any other token. */
  application_id: z._default(z.nullable(z.int()), null),
  /** The refresh token; null where there is none or it was used. */
  refresh_token: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.credentials`: a token or a session of a user. */
export type CredentialRecord = z.output<typeof credentialModel>
