import { z } from '../../shared/zod.ts'

/**
 * A status of a commit that an external service sets (schemas/v3/resources/commit-status.json). The forge's own builds
 * are in `builds`; both share one sequence of ids, so that ids are unique in the list of the statuses of a commit.
 */
export const commitStatusModel = z.object({
  id: z.int(),
  project_id: z.int(),
  pipeline_id: z.int(),
  sha: z.string(),
  /** The name of a branch or a tag. */
  ref: z.string(),
  status: z._default(
    z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
    'pending',
  ),
  name: z._default(z.string(), 'default'),
  stage: z._default(z.string(), 'external'),
  target_url: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  /** The percentage of covered lines, 0 to 100. */
  coverage: z._default(z.nullable(z.number()), null),
  allow_failure: z._default(z.boolean(), false),
  author_id: z.int(),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.commitStatuses`: a status of a commit that an external service set; times in ISO 8601. */
export type CommitStatusRecord = z.output<typeof commitStatusModel>
