import { z } from '../../shared/zod.ts'
import { tokenScopes } from './credential.ts'
import { epoch, timestamp } from './fields.ts'

/** A program that users let act for them by OAuth 2 (RFC 6749). */
export const oauthApplicationModel = z.object({
  id: z.int(),
  name: z.string(),
  /** What OAuth 2 calls the client id. */
  uid: z.string(),
  secret: z.string(),
  /** Where users may be sent back to, an address a line. */
  redirect_uri: z.string(),
  /** What it may ask for. */
  scopes: z._default(z.array(z.enum(tokenScopes)), ['api']),
  /** Whether it can keep a secret, as a program on a server can and one in a browser cannot. */
  is_confidential: z._default(z.boolean(), true),
  /** Whether users are not asked whether it may act for them. */
  is_trusted: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.oauthApplications`: a program that signs users in by OAuth 2. */
export type OauthApplicationRecord = z.output<typeof oauthApplicationModel>
