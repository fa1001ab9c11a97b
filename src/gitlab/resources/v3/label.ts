import type { Label, LabelBasic } from '../../../contract/generated/v3/contract.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { Presentation } from '../../domain/context.ts'
import type { LabelCounts } from '../../domain/labels/counts.ts'
import { isSubscribedToLabel } from '../../domain/tracker/subscribed.ts'

/** Returns a label for other records (schemas/v3/resources/label-basic.json). */
export function labelBasic({ id, title, color, description }: LabelRecord): LabelBasic {
  return { id, name: title, color, description }
}

/** Returns a label of a project (schemas/v3/resources/label.json). */
export function labelResource(
  label: LabelRecord,
  presentation: Presentation,
  countsOf: (label: LabelRecord) => LabelCounts,
): Label {
  const counts = countsOf(label)
  return {
    ...labelBasic(label),
    open_issues_count: counts.openIssues,
    closed_issues_count: counts.closedIssues,
    open_merge_requests_count: counts.openMergeRequests,
    priority: label.priority,
    subscribed: isSubscribedToLabel(presentation, label),
  }
}
