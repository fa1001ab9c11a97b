import { z } from 'zod'

/** A comment on a commit (document 3, Comment placement rules). */
export const commitCommentModel = z.object({
  id: z.int(),
  project_id: z.int(),
  /** The full id of the commit, whatever name the comment was made by. */
  sha: z.string(),
  note: z.string(),
  author_id: z.int(),
  /** Where it stands in the diff; all three are null for a comment on the commit as a whole. */
  path: z.string().nullable().default(null),
  line: z.int().nullable().default(null),
  line_type: z.enum(['new', 'old']).nullable().default(null),
  created_at: z.iso.datetime({ offset: true }),
})

export type CommitCommentRecord = z.output<typeof commitCommentModel>
