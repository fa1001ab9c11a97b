import type { GitCommit } from '../../git/objects/objects.ts'
import type { ProjectRecord } from '../../store/models/project.ts'

/** Marks a merge request as merged by a commit that is about to be pushed; returns what follows. */
export type MergeByCommit = (commit: GitCommit) => () => void

/** Which merge requests a commit merges, by its project's id and its label. */
export type Merges = Map<string, readonly MergeByCommit[]>

/** Announces that a commit of a label will merge a merge request, to be done with its push. */
export function mergeWith(
  merges: Merges,
  { id }: ProjectRecord,
  label: string,
  merge: MergeByCommit,
): void {
  const key = `${id}:${label}`
  merges.set(key, [...(merges.get(key) ?? []), merge])
}

/** What merges with the push of a commit. */
export function mergedBy(
  merges: Merges,
  { id }: ProjectRecord,
  label: string | undefined,
): readonly MergeByCommit[] {
  return merges.get(`${id}:${label}`) ?? []
}
