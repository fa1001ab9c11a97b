import type { Label, LabelBasic, LabelOfProject } from '../../../contract/generated/v4/contract.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { Presentation } from '../../domain/context.ts'
import type { LabelCounts } from '../../domain/labels/counts.ts'
import { existingProject } from '../../domain/lookups.ts'
import { labelOf } from '../../domain/tracker/labels.ts'
import { isSubscribedToLabel } from '../../domain/tracker/subscribed.ts'
import { lineHtml } from './text-html.ts'

/** Returns a label for `with_labels_details` (schemas/v4/resources/label-basic.json). */
export function labelBasic(
  { id, title, description, color, project_id }: LabelRecord,
  presentation: Presentation,
): LabelBasic {
  const project = project_id === null ? undefined : existingProject(presentation, project_id)
  return {
    id,
    name: title,
    description,
    description_html: lineHtml(description, project, presentation),
    text_color: isLight(color) ? '#1F1E24' : '#FFFFFF',
    color,
  }
}

/** Returns a label of a group (schemas/v4/resources/label.json), with counts on request. */
export function labelResource(
  label: LabelRecord,
  presentation: Presentation,
  countsOf?: (label: LabelRecord) => LabelCounts,
): Label {
  const counts = countsOf?.(label)
  return {
    ...labelBasic(label, presentation),
    ...(counts && {
      open_issues_count: counts.openIssues,
      closed_issues_count: counts.closedIssues,
      open_merge_requests_count: counts.openMergeRequests,
    }),
    subscribed: isSubscribedToLabel(presentation, label),
  }
}

/** Returns a label of a project (schemas/v4/resources/label-of-project.json). */
export function labelOfProject(
  label: LabelRecord,
  presentation: Presentation,
  countsOf?: (label: LabelRecord) => LabelCounts,
): LabelOfProject {
  return {
    ...labelResource(label, presentation, countsOf),
    priority: label.priority,
    is_project_label: label.project_id !== null,
  }
}

/** Whether black is easier to read than white on a colour: `#rrggbb`, or `#rgb`. */
function isLight(color: string): boolean {
  const [, digits = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color) ?? []
  const parts = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const sum = (parts.match(/../g) ?? []).reduce((total, part) => total + Number(`0x${part}`), 0)
  return sum > 500
}

/**
 * Returns the labels of an issue or a merge request by name, as titles or with details. Titles without a label in the
 * project or its groups have no details.
 */
export function labelsOf(
  titles: readonly string[],
  project_id: number,
  context: Presentation,
  hasDetails: boolean,
): string[] | LabelBasic[] {
  const sorted = [...titles].sort()
  if (!hasDetails) return sorted
  const project = existingProject(context, project_id)
  return sorted
    .flatMap((title) => labelOf(context.store, project, title) ?? [])
    .map((label) => labelBasic(label, context))
}
