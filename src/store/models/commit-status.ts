import { z } from '../../shared/zod.ts'

/**
 * What an outside service says of a commit (schemas/v3/resources/commit-status.json). What the forge's
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
  status: z._default(
    z.enum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped']),
    'pending',
  ),
  name: z._default(z.string(), 'default'),
  stage: z._default(z.string(), 'external'),
  target_url: z._default(z.nullable(z.string()), null),
  description: z._default(z.nullable(z.string()), null),
  /** Per cent of the lines, 0 to 100. */
  coverage: z._default(z.nullable(z.number()), null),
  allow_failure: z._default(z.boolean(), false),
  author_id: z.int(),
  created_at: z.iso.datetime({ offset: true }),
  started_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
  finished_at: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})

/** A record of `forge.db.commitStatuses`: what an outside service said of a commit; times in ISO 8601. */
export type CommitStatusRecord = z.output<typeof commitStatusModel>
