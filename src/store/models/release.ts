import { z } from '../../shared/zod.ts'

/** The notes of a tag; at most one a tag (createRelease). */
export const releaseModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the tag, without `refs/tags/`. */
  tag_name: z.string(),
  description: z.string(),
})

/** A record of `forge.db.releases`: the release notes of a tag. */
export type ReleaseRecord = z.output<typeof releaseModel>
