import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'
import type { SystemContext } from '../context.ts'

/** The number of the next issue of a project: greater than any there was, deleted ones counted. */
export function nextIssueIid(store: Store, { id, gone_issue_iid }: ProjectRecord): number {
  return nextIid(store.issues.by('project_id', id), gone_issue_iid)
}

export function nextMergeRequestIid(
  store: Store,
  { id, gone_merge_request_iid }: ProjectRecord,
): number {
  return nextIid(store.mergeRequests.by('target_project_id', id), gone_merge_request_iid)
}

/**
 * Has the next issue of a project numbered after an iid, as if there had been one of it, until the
 * function that it returns is called.
 */
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

function nextIid(records: readonly { readonly iid: number }[], gone: number): number {
  return records.reduce((highest, { iid }) => Math.max(highest, iid), gone) + 1
}
