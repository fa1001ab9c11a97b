import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A domain of the Pages site of a project; nothing is served there (schemas/v4/resources/pages-domain.json). */
export const pagesDomainModel = z.object({
  id: z.int(),
  project_id: z.int(),
  domain: z.string(),
  auto_ssl_enabled: z._default(z.boolean(), false),
  /** In PEM; null for none. */
  certificate: z._default(z.nullable(z.string()), null),
  key: z._default(z.nullable(z.string()), null),
  verification_code: z.string(),
  /** The end of the verification of the domain; null where it is unverified. */
  enabled_until: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.pagesDomains`: a domain of the Pages site of a project. */
export type PagesDomainRecord = z.output<typeof pagesDomainModel>
