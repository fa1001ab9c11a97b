import type { TreeEntry } from '../../../contract/generated/v4/contract.ts'
import type { ListedEntry } from '../../../git/objects/tree.ts'

/**
 * Returns an entry of a folder (`schemas/v4/resources/tree-entry.json`). Its mode is padded to six digits, where git
 * can have five.
 */
export function treeEntry({ id, name, type, path, mode }: ListedEntry): TreeEntry {
  return { id, name, type, path, mode: mode.padStart(6, '0') }
}
