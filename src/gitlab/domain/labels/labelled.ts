import { labelledKey } from '../../../store/list-keys.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { descendantsOf } from '../../access/group-tree.ts'
import { labelOf } from '../tracker/labels.ts'

/** Returns the projects whose records can have a label. */
export function projectsWith(store: Store, label: LabelRecord): readonly ProjectRecord[] {
  if (label.project_id !== null)
    return [store.projects.get(label.project_id)].flatMap((p) => p ?? [])
  const group = store.namespaces.get(label.group_id ?? 0)
  if (!group) return []
  return [group, ...descendantsOf(store, group)]
    .flatMap(({ id }) => store.projects.by('namespace_id', id))
    .filter(
      (project) =>
        isUsedIn(store, project, label.title) &&
        labelOf(store, project, label.title)?.id === label.id,
    )
}

function isUsedIn(store: Store, { id }: ProjectRecord, title: string): boolean {
  const key = labelledKey(id, title)
  return (
    store.issues.by('labelled', key).length > 0 ||
    store.mergeRequests.by('labelled', key).length > 0
  )
}

/** Returns the issues with a label, except deleted ones. */
export function issuesWith(store: Store, label: LabelRecord): IssueRecord[] {
  return projectsWith(store, label).flatMap(({ id }) =>
    store.issues.by('labelled', labelledKey(id, label.title)),
  )
}

export function mergeRequestsWith(store: Store, label: LabelRecord): MergeRequestRecord[] {
  return projectsWith(store, label).flatMap(({ id }) =>
    store.mergeRequests.by('labelled', labelledKey(id, label.title)),
  )
}
