import type { Difference as DifferenceEntry } from '../../../contract/generated/v4/contract.ts'
import type { Difference } from '../../../git/diff/difference.ts'
import { boundedPatch } from '../../../git/diff/patch.ts'
import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import type { ObjectDatabase } from '../../../git/objects/database.ts'

/** The mode of a missing file. */
const NO_MODE = '0'

/**
 * Returns the diff of a file (`schemas/v4/resources/difference.json`). The budget is that of the whole response; a diff
 * that exceeds it has no text. `isUnified` adds the lines `---` and `+++` before the hunks.
 */
export function differenceResource(
  difference: Difference,
  { objects }: { readonly objects: ObjectDatabase },
  budget: WorkBudget,
  isUnified = false,
): DifferenceEntry {
  const patch = boundedPatch(objects, difference, budget)
  return {
    diff: isUnified ? unified(patch) : hunksOf(patch),
    collapsed: false,
    too_large: patch === undefined,
    new_path: difference.newPath,
    old_path: difference.oldPath,
    a_mode: difference.oldMode ?? NO_MODE,
    b_mode: difference.newMode ?? NO_MODE,
    new_file: difference.newFile,
    renamed_file: difference.renamedFile,
    deleted_file: difference.deletedFile,
    generated_file: false,
  }
}

/** Returns a patch with its header; a binary file has none. */
function unified(patch = ''): string {
  return patch.startsWith('---') ? patch : ''
}

/** Returns the hunks after the lines `---` and `+++`. */
function hunksOf(patch = ''): string {
  const start = patch.indexOf('\n@@ ')
  return start < 0 ? '' : patch.slice(start + 1)
}
