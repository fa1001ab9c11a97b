import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'

/** Returns the next iid for an issue of a project: greater than any before it, including those of deleted issues. */
export function nextIssueIid(store: Store, { id, gone_issue_iid }: ProjectRecord): number {
  return nextIid(store.issues.by('project_id', id, 'iid'), gone_issue_iid)
}

export function nextMergeRequestIid(
  store: Store,
  { id, gone_merge_request_iid }: ProjectRecord,
): number {
  return nextIid(store.mergeRequests.by('target_project_id', id, 'iid'), gone_merge_request_iid)
}

/** Returns the issue of a project with an iid. */
export function issueOfIid(
  store: Store,
  { id }: ProjectRecord,
  iid: number,
): IssueRecord | undefined {
  return ofIid(store.issues.by('project_id', id, 'iid'), iid)
}

/** Returns the merge request into a project with an iid. */
export function mergeRequestOfIid(
  store: Store,
  { id }: ProjectRecord,
  iid: number,
): MergeRequestRecord | undefined {
  return ofIid(store.mergeRequests.by('target_project_id', id, 'iid'), iid)
}

/** Makes new issues of a project start after an iid, until the returned function is called. */
export function reserveIssueIids(
  { store }: Pick<SystemContext, 'store'>,
  project: ProjectRecord,
  last: number,
): () => void {
  const { id, gone_issue_iid } = project
  store.projects.replace(project, { gone_issue_iid: Math.max(last, gone_issue_iid) })
  return () => {
    const present = store.projects.get(id)
    if (present) store.projects.replace(present, { gone_issue_iid })
  }
}

interface Numbered {
  readonly iid: number
}

/** Returns the next iid. `records` are sorted by ascending iid, also in `ofIid`. */
function nextIid(records: readonly Numbered[], gone: number): number {
  return Math.max(records.at(-1)?.iid ?? 0, gone) + 1
}

function ofIid<R extends Numbered>(records: readonly R[], iid: number): R | undefined {
  let [low, high] = [0, records.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((records[middle]?.iid ?? iid) < iid) low = middle + 1
    else high = middle
  }
  const found = records[low]
  return found?.iid === iid ? found : undefined
}
