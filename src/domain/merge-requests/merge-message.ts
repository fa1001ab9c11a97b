import type { MergeRequestRecord } from '../../store/models/merge-request.ts'

/** The message of a merge commit where a request gives none: that of GitLab 8.15 (x-unspecified). */
export function defaultMergeMessage({
  source_branch,
  target_branch,
  title,
  iid,
}: MergeRequestRecord): string {
  const merged = `Merge branch '${source_branch}' into '${target_branch}'`
  return [merged, title, `See merge request !${iid}`].join('\n\n')
}
