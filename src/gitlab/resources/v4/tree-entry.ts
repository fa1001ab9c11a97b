import type { TreeEntry } from '../../../contract/generated/v4/contract.ts'
import type { ListedEntry } from '../../../git/objects/tree.ts'

/** An entry of a folder (`schemas/v4/resources/tree-entry.json`). A mode has six digits here, and may have five in git. */
export function treeEntry({ id, name, type, path, mode }: ListedEntry): TreeEntry {
  return { id, name, type, path, mode: mode.padStart(6, '0') }
}
