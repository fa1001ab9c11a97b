import { getObject, type ObjectDatabase } from './database.ts'
import type { GitTree } from './objects.ts'

/** The default of git (`core.maxTreeDepth`); walking through a deeper tree could fail to terminate. */
export const MAX_TREE_DEPTH = 2048

/** Returns the depth of nested folders, including the tree itself; missing trees count as empty. */
export function treeDepth(objects: ObjectDatabase, tree: GitTree): number {
  const { depths } = objects.findings
  const waiting = [tree]
  for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
    const count = waiting.length
    let below = 0
    for (const { mode, id } of top.entries) {
      const folder = mode === '40000' ? getObject(objects, id) : undefined
      if (folder?.type !== 'tree') continue
      const depth = depths.get(folder)
      if (depth === undefined) waiting.push(folder)
      else below = Math.max(below, depth)
    }
    if (waiting.length > count) continue
    depths.set(top, below + 1)
    waiting.pop()
  }
  return depths.get(tree) ?? 1
}
