import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A domain under which the pages of a project would be shown (schemas/v4/resources/pages-domain.json). */
export const pagesDomainModel = z.object({
  id: z.int(),
  project_id: z.int(),
  domain: z.string(),
  auto_ssl_enabled: z._default(z.boolean(), false),
  /** PEM; null where there is none. */
  certificate: z._default(z.nullable(z.string()), null),
  key: z._default(z.nullable(z.string()), null),
  verification_code: z.string(),
  /** Until when it was found to be the owner's; null where it was not. */
  enabled_until: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.pagesDomains`: a domain of the pages of a project. */
export type PagesDomainRecord = z.output<typeof pagesDomainModel>
