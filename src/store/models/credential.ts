import { z } from '../../shared/zod.ts'
import { day } from './fields.ts'

/** What a request may present to say who is asking (securitySchemes in schemas/v3/openapi.yaml). */
export const credentialModel = z.object({
  id: z.int(),
  user_id: z.int(),
  kind: z.enum(['private', 'personal', 'oauth', 'session']),
  token: z.string(),
  name: z._default(z.string(), ''),
  scopes: z._default(z.array(z.enum(['api', 'read_user'])), ['api']),
  is_revoked: z._default(z.boolean(), false),
  expires_at: z._default(z.nullable(day), null),
})

/** A record of `forge.db.credentials`: a token or a session, and whose it is. */
export type CredentialRecord = z.output<typeof credentialModel>
