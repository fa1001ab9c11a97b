import { z } from '../../shared/zod.ts'
import { tokenScopes } from './credential.ts'
import { epoch, timestamp } from './fields.ts'

/** A program that users authorize to act for them by OAuth 2 (RFC 6749). */
export const oauthApplicationModel = z.object({
  id: z.int(),
  name: z.string(),
  /** The client id of OAuth 2. */
  uid: z.string(),
  secret: z.string(),
  /** The allowed redirect URIs, one per line. */
  redirect_uri: z.string(),
  /** The scopes that it can request. */
  scopes: z._default(z.array(z.enum(tokenScopes)), ['api']),
  /** Whether it can keep a secret, as a server can and a browser application cannot. */
  is_confidential: z._default(z.boolean(), true),
  /** Whether it skips the authorization page. */
  is_trusted: z._default(z.boolean(), false),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.oauthApplications`: a program that signs users in by OAuth 2. */
export type OauthApplicationRecord = z.output<typeof oauthApplicationModel>
