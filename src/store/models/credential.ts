import { z } from 'zod'
import { day } from './fields.ts'

/** What a request may present to say who is asking (securitySchemes in schemas/openapi.yaml). */
export const credentialModel = z.object({
  id: z.int(),
  user_id: z.int(),
  kind: z.enum(['private', 'personal', 'oauth', 'session']),
  token: z.string(),
  name: z.string().default(''),
  scopes: z.array(z.enum(['api', 'read_user'])).default(['api']),
  is_revoked: z.boolean().default(false),
  expires_at: day.nullable().default(null),
})

/** A record of `forge.db.credentials`: a token or a session, and whose it is. */
export type CredentialRecord = z.output<typeof credentialModel>
