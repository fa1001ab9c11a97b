import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A version of the diff of a merge request (schemas/v4/resources/merge-request-version.json). */
export const mergeRequestVersionModel = z.object({
  id: z.int(),
  merge_request_id: z.int(),
  /** The head of the source branch. */
  head_sha: z.string(),
  /** The head of the target branch; null where there was no such branch. */
  start_sha: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.mergeRequestVersions`: the heads of a merge request after a push. */
export type MergeRequestVersionRecord = z.output<typeof mergeRequestVersionModel>
