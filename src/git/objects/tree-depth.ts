import { getObject, type ObjectDatabase } from './database.ts'
import type { GitTree } from './objects.ts'

/** As git has it by default (`core.maxTreeDepth`): what is deeper, a walk through it might not end. */
export const MAX_TREE_DEPTH = 2048

/** How many folders stand in each other at most, the tree itself counted; those that are not there count as empty. */
export function treeDepth(objects: ObjectDatabase, tree: GitTree): number {
  const { depths } = objects.findings
  const waiting = [tree]
  for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
    const folders = foldersIn(objects, top)
    const unknown = folders.filter((folder) => !depths.has(folder))
    if (unknown.length > 0) {
      waiting.push(...unknown)
      continue
    }
    const below = folders.reduce((most, folder) => Math.max(most, depths.get(folder) ?? 0), 0)
    depths.set(top, below + 1)
    waiting.pop()
  }
  return depths.get(tree) ?? 1
}

function foldersIn(objects: ObjectDatabase, { entries }: GitTree): GitTree[] {
  return entries.flatMap(({ mode, id }) => {
    const folder = mode === '40000' ? getObject(objects, id) : undefined
    return folder?.type === 'tree' ? folder : []
  })
}
