import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** What a token may be let do: `api` is everything but what is named beside it for administrators. */
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

/** What a request may present to say who is asking (securitySchemes in the heads of the contracts under schemas/). */
export const credentialModel = z.object({
  id: z.int(),
  user_id: z.int(),
  kind: z.enum(['private', 'personal', 'oauth', 'session']),
  token: z.string(),
  name: z._default(z.string(), ''),
  description: z._default(z.nullable(z.string()), null),
  /** What it opens; a private token opens everything, whatever stands here. */
  scopes: z._default(z.array(z.enum(tokenScopes)), ['api']),
  /** A personal token by which an administrator acts as the user. */
  is_impersonation: z._default(z.boolean(), false),
  is_revoked: z._default(z.boolean(), false),
  /** The first day on which it opens nothing. */
  expires_at: z._default(z.nullable(day), null),
  /** The moment from which on it opens nothing, as of what an application was given. */
  ends_at: z._default(z.nullable(timestamp), null),
  last_used_at: z._default(z.nullable(timestamp), null),
  /** The token that was rotated into this one. */
  previous_id: z._default(z.nullable(z.int()), null),
  /** The application that it was given to; null for one that was given to nobody else. */
  application_id: z._default(z.nullable(z.int()), null),
  /** What the application gets the next token for; null where it gets none, or got it. */
  refresh_token: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.credentials`: a token or a session, and whose it is. */
export type CredentialRecord = z.output<typeof credentialModel>
