import type { GitCommit } from '../../git/objects/objects.ts'
import type { ProjectRecord } from '../../store/models/project.ts'

/** Marks a merge request as merged by a commit that is about to be pushed. Returns the step that follows the push. */
export type MergeByCommit = (commit: GitCommit) => () => void

/** The merge requests that a commit merges, by project id and label. */
export type Merges = Map<string, readonly MergeByCommit[]>

/** Registers that the commit with a label merges a merge request when it is pushed. */
export function mergeWith(
  merges: Merges,
  { id }: ProjectRecord,
  label: string,
  merge: MergeByCommit,
): void {
  const key = `${id}:${label}`
  merges.set(key, [...(merges.get(key) ?? []), merge])
}

/** Returns the merges that the push of a commit performs. */
export function mergedBy(
  merges: Merges,
  { id }: ProjectRecord,
  label: string | undefined,
): readonly MergeByCommit[] {
  return merges.get(`${id}:${label}`) ?? []
}
