import { scheduleMerge } from '../gitlab/domain/merge-requests/schedule.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Parent } from './conversation.ts'
import type { SeedMergeRequest } from './tracker-schema.ts'

/** A merge request that is being loaded. */
export interface MergeRequestParent extends Parent {
  readonly seed: SeedMergeRequest
  readonly author: UserRecord
  readonly source: ProjectRecord
  mergeRequest(): MergeRequestRecord | undefined
}

/** Schedules the merge, when whoever wanted that did; one that was closed is scheduled later. */
export function schedule(
  { loading, since, mergeRequest }: MergeRequestParent,
  user: UserRecord,
): void {
  const present = mergeRequest()
  if (present) scheduleMerge(loading.as(user, since), present, {})
}
