import { z } from 'zod'

/**
 * What an outside service says of a commit (schemas/resources/commit-status.json). What the forge's
 * own builds say is read from `builds`; the ids of both come from one counter, so that the list of
 * a commit's statuses holds every id once.
 */
export const commitStatusModel = z.object({
  id: z.int(),
  project_id: z.int(),
  pipeline_id: z.int(),
  sha: z.string(),
  /** The name of a branch or a tag. */
  ref: z.string(),
  status: z.enum(['pending', 'running', 'success', 'failed', 'canceled']).default('pending'),
  name: z.string().default('default'),
  stage: z.string().default('external'),
  target_url: z.string().nullable().default(null),
  description: z.string().nullable().default(null),
  allow_failure: z.boolean().default(false),
  author_id: z.int(),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z.iso.datetime({ offset: true }).nullable().default(null),
  finished_at: z.iso.datetime({ offset: true }).nullable().default(null),
})

/** A record of `forge.db.commitStatuses`: what an outside service said of a commit; times in ISO 8601. */
export type CommitStatusRecord = z.output<typeof commitStatusModel>
