import type { Forge } from '../../../src/forge/forge.ts'
import type { ProtectedBranchRecord } from '../../../src/store/models/protected-branch.ts'
import { type Call, toRequest } from '../mutants/call.ts'
import { answer, on } from '../mutants/faults/operations.ts'
import type { Fault, FaultContext } from '../mutants/mutant.ts'

/**
 * A push takes effect in the background, as in GitLab 8.15: a new default branch is protected so many
 * milliseconds after it was pushed. What somebody protects themselves (`protectBranch`) is so at once.
 */
export function lateProtection(milliseconds: number): Fault {
  return (context) => {
    const { forge } = context
    /** The protections that were asked for. */
    const requested = new Set<number>()

    const protect = async (call: Call) => {
      const response = await answer(call, context)
      const protection = protectionOfDefaultBranch(forge, call)
      const isRequested = response.ok && protection?.name === call.path.get('branch')
      if (protection && isRequested) requested.add(protection.id)
      return response
    }
    const read = async (call: Call) => {
      const protection = protectionOfDefaultBranch(forge, call)
      const isLate =
        protection && !requested.has(protection.id) && isNew(forge, protection, milliseconds)
      return isLate ? answerWithout(protection, call, context) : answer(call, context)
    }
    return on(['protectBranch', 'getBranch', 'listBranches'], (call) =>
      call.operation === 'protectBranch' ? protect(call) : read(call),
    )(context)
  }
}

function protectionOfDefaultBranch(
  { db }: Forge,
  { path }: Call,
): ProtectedBranchRecord | undefined {
  const project = db.projects.get(Number(path.get('id')))
  if (!project) return undefined
  const { id, default_branch } = project
  return db.protectedBranches.by('project_id', id).find(({ name }) => name === default_branch)
}

/** Whether a branch was made by a push, less than so many milliseconds ago. */
function isNew(
  { db }: Forge,
  { project_id, name }: ProtectedBranchRecord,
  milliseconds: number,
): boolean {
  return db.events
    .by('project_id', project_id)
    .some(
      ({ data, created_at }) =>
        data?.ref === `refs/heads/${name}` &&
        data.before === null &&
        Date.parse(created_at) > Date.now() - milliseconds,
    )
}

/** Answers from a world in which a branch is not protected. */
function answerWithout(
  { id }: ProtectedBranchRecord,
  call: Call,
  { forge, hit }: FaultContext,
): Promise<Response> {
  hit()
  const past = forge.fork()
  const protection = past.db.protectedBranches.get(id)
  if (protection) past.db.protectedBranches.remove(protection)
  return past.fetch(toRequest(call))
}
