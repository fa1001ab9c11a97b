import { firstOf, type Target, validParameters } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch, addIssue, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { readRecords } from './callers.ts'
import { type AskedOperation, isCode, writesOf } from './operations.ts'

const callers = ['guest', 'reporter', 'developer', 'master', 'admin'] as const

/** Every write whose level of access is stated, by a member of each level and by the administrator, on new records. */
export function levels(world: World): void {
  const project = world.projects.find(({ level }) => level === 0)
  if (!project) return
  for (const operation of writesOf(world)) {
    if (!operation.permission?.stated?.includes('levels')) continue
    for (const as of callers) {
      if (as === 'guest' && isCode(operation)) continue
      const target = newTarget(world, project, operation)
      const valid = validParameters(operation, target, world)
      if (!valid) continue
      const branch = valid.branch === undefined ? {} : { branch: addBranch(world, project) }
      add(world, as, operation.id, { ...valid, ...branch })
      readRecords(world, target)
      if (isCode(operation)) add(world, 'owner', 'listCommits', { id: ref(project.symbol) })
    }
  }
}

function newTarget(world: World, project: Project, { path }: AskedOperation): Target {
  const target = firstOf(project)
  if (path.includes('{issue_id}'))
    return { ...target, issue: addIssue(world, project, 'developer', {}) }
  if (path.includes('{merge_request_id}'))
    return { ...target, request: addMergeRequest(world, project, {}) }
  return target
}
