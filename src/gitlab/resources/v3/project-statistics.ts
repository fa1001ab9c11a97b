import type { ProjectStatistics } from '../../../contract/generated/v3/contract.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'

/** Returns the sizes of a project in bytes; the storage size is the sum of the others. */
export function projectStatistics({ statistics }: ProjectRecord): ProjectStatistics {
  const { commit_count, repository_size, lfs_objects_size, build_artifacts_size } = statistics
  return {
    commit_count,
    storage_size: repository_size + lfs_objects_size + build_artifacts_size,
    repository_size,
    lfs_objects_size,
    build_artifacts_size,
  }
}
