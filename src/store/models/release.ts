import { z } from 'zod'

/** The notes of a tag; at most one a tag (document 3, Tags and releases). */
export const releaseModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The name of the tag, without `refs/tags/`. */
  tag_name: z.string(),
  description: z.string(),
})

export type ReleaseRecord = z.output<typeof releaseModel>
