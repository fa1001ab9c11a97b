import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A release of a tag, which has at most one (createRelease). */
export const releaseModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the tag, without `refs/tags/`. */
  tag_name: z.string(),
  /** Null uses the name of the tag. */
  name: z._default(z.nullable(z.string()), null),
  /** The release notes. */
  description: z._default(z.nullable(z.string()), null),
  author_id: z._default(z.nullable(z.int()), null),
  milestone_ids: z._default(z.array(z.int()), []),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  /** Can be in the future. */
  released_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.releases`: a release of a tag. */
export type ReleaseRecord = z.output<typeof releaseModel>

/** A link of a release to an asset (createReleaseLink). */
export const releaseLinkModel = z.object({
  id: z.int(),
  release_id: z.int(),
  name: z.string(),
  url: z.string(),
  /** A path below the release that redirects to the URL; begins with a slash. */
  filepath: z._default(z.nullable(z.string()), null),
  link_type: z._default(z.enum(['other', 'runbook', 'image', 'package']), 'other'),
})

/** A record of `forge.db.releaseLinks`: a link of a release. */
export type ReleaseLinkRecord = z.output<typeof releaseLinkModel>
