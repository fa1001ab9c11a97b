import type { LabelBasic } from '../../../contract/generated/v4/contract.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { Presentation } from '../../domain/context.ts'
import { escaped } from './html.ts'

/** A label, as lists give it `with_labels_details` (schemas/v4/resources/label-basic.json). */
function labelBasic({ id, title, description, color }: LabelRecord): LabelBasic {
  return {
    id,
    name: title,
    description,
    description_html: escaped(description ?? ''),
    text_color: isLight(color) ? '#1F1E24' : '#FFFFFF',
    color,
  }
}

/** Whether black is easier to read on a colour: `#rrggbb`, or `#rgb`. */
function isLight(color: string): boolean {
  const [, digits = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color) ?? []
  const parts = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const sum = (parts.match(/../g) ?? []).reduce((total, part) => total + Number(`0x${part}`), 0)
  return sum > 500
}

/**
 * The labels of an issue or a merge request by name: the titles alone, or all that is known of each. A title that no
 * label of the project has is left out of the latter.
 */
export function labelsOf(
  titles: readonly string[],
  projectId: number,
  { store }: Pick<Presentation, 'store'>,
  hasDetails: boolean,
): string[] | LabelBasic[] {
  const sorted = [...titles].sort()
  if (!hasDetails) return sorted
  const known = new Map(store.labels.by('project_id', projectId).map((one) => [one.title, one]))
  return sorted.flatMap((title) => known.get(title) ?? []).map(labelBasic)
}
