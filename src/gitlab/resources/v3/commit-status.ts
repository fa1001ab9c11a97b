import type { CommitStatus } from '../../../contract/generated/v3/contract.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isBuild } from '../../domain/builds/shown-status.ts'
import type { StatusSource } from '../../domain/builds/status.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, namespaceOf } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** Returns the commit status of a build or an external service (`schemas/v3/resources/commit-status.json`). */
export function commitStatusResource(
  source: StatusSource,
  project: ProjectRecord,
  presentation: Presentation,
): CommitStatus {
  const { id, sha, ref, status, name, created_at, started_at, finished_at, allow_failure } = source
  const authorId = isBuild(source) ? source.user_id : source.author_id
  return {
    id,
    sha,
    ref,
    status,
    name,
    target_url: isBuild(source) ? pageOf(source, project, presentation) : source.target_url,
    description: isBuild(source) ? null : source.description,
    created_at,
    started_at,
    finished_at,
    allow_failure,
    author:
      authorId === null ? null : userBrief(existingUser(presentation, authorId), presentation),
  }
}

function pageOf({ id }: BuildRecord, project: ProjectRecord, presentation: Presentation): string {
  const home = presentation.addresses.project(namespaceOf(presentation, project), project)
  return `${home}/builds/${id}`
}
