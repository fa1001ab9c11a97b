import { z } from '../../shared/zod.ts'
import { tokenScopes } from './credential.ts'
import { epoch, timestamp } from './fields.ts'

/** A code that an application changes for a token, once (RFC 6749, 4.1.2). */
export const oauthGrantModel = z.object({
  id: z.int(),
  application_id: z.int(),
  user_id: z.int(),
  code: z.string(),
  /** Where the user was sent back to with it. */
  redirect_uri: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** By which the application shows that it is the one that asked (RFC 7636); null where it sent none. */
  code_challenge: z._default(z.nullable(z.string()), null),
  code_challenge_method: z._default(z.enum(['plain', 'S256']), 'plain'),
  /** From when on it is worth nothing. */
  expires_at: timestamp,
  is_revoked: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.oauthGrants`: a code on its way from a user to a token. */
export type OauthGrantRecord = z.output<typeof oauthGrantModel>
