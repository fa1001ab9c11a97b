import type { ProjectStatistics } from '../../../contract/generated/v3/contract.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../../domain/lookups.ts'
import { sizesOfProject } from '../../domain/projects/sizes.ts'

/** Returns the sizes of a project in bytes; the storage size is the sum of the others. */
export function projectStatistics(project: ProjectRecord, context: WithStore): ProjectStatistics {
  const { commits, repository, lfsObjects, artifacts } = sizesOfProject(context, project)
  return {
    commit_count: commits,
    storage_size: repository + lfsObjects + artifacts,
    repository_size: repository,
    lfs_objects_size: lfsObjects,
    build_artifacts_size: artifacts,
  }
}
