import type { CommitStatus } from '../../../contract/generated/v4/contract.ts'
import { isBuild, shownJobStatus } from '../../domain/builds/shown-status.ts'
import type { StatusSource } from '../../domain/builds/status.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns the commit status of a job or an external service (`schemas/v4/resources/commit-status.json`). */
export function commitStatusResource(
  source: StatusSource,
  presentation: Presentation,
): CommitStatus {
  const { id, project_id, sha, ref, name, allow_failure, coverage, pipeline_id } = source
  const { created_at, started_at, finished_at } = source
  const authorId = isBuild(source) ? source.user_id : source.author_id
  const author = authorId === null ? undefined : existingUser(presentation, authorId)
  return {
    id,
    sha,
    ref,
    status: isBuild(source) ? shownJobStatus(presentation, source) : source.status,
    name,
    target_url: isBuild(source)
      ? `${projectAddress(presentation, project_id)}/-/jobs/${id}`
      : source.target_url,
    description: isBuild(source) ? null : source.description,
    created_at,
    started_at,
    finished_at,
    allow_failure,
    coverage,
    pipeline_id,
    author: author ? userBasic(author, presentation) : null,
  }
}
