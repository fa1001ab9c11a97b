import type { Difference as DifferenceEntry } from '../../../contract/generated/v3/contract.ts'
import type { Difference } from '../../../git/diff/difference.ts'
import { boundedPatch } from '../../../git/diff/patch.ts'
import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import type { ObjectDatabase } from '../../../git/objects/database.ts'

/** The mode of a missing file, as in GitLab 8.15. */
const noMode = '0'

/**
 * Returns the diff of a file (`schemas/v3/resources/difference.json`). The budget is that of the whole response; a diff
 * that exceeds it has no text.
 */
export function differenceResource(
  difference: Difference,
  { objects }: { readonly objects: ObjectDatabase },
  budget: WorkBudget,
): DifferenceEntry {
  const patch = boundedPatch(objects, difference, budget)
  return {
    diff: patch ?? '',
    new_path: difference.newPath,
    old_path: difference.oldPath,
    a_mode: difference.oldMode ?? noMode,
    b_mode: difference.newMode ?? noMode,
    new_file: difference.newFile,
    renamed_file: difference.renamedFile,
    deleted_file: difference.deletedFile,
    ...(patch === undefined ? { too_large: true } : {}),
  }
}
