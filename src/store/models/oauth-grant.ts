import { z } from '../../shared/zod.ts'
import { tokenScopes } from './credential.ts'
import { epoch, timestamp } from './fields.ts'

/** An authorization code, which an application exchanges for a token once (RFC 6749, 4.1.2). */
export const oauthGrantModel = z.object({
  id: z.int(),
  application_id: z.int(),
  user_id: z.int(),
  code: z.string(),
  /** The address that the user was redirected to with the code. */
  redirect_uri: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /**
   * The PKCE challenge, which ties the code to the application that requested it (RFC 7636); null where none was sent.
   */
  code_challenge: z._default(z.nullable(z.string()), null),
  code_challenge_method: z._default(z.enum(['plain', 'S256']), 'plain'),
  /** The time of expiry. */
  expires_at: timestamp,
  is_revoked: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.oauthGrants`: an authorization code. */
export type OauthGrantRecord = z.output<typeof oauthGrantModel>
