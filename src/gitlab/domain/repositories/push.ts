import { forbidden, refused } from '../../../contract/errors.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { hasBranches } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canPush } from '../../access/protection.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import { canPushFirst } from './push-checks.ts'
import type { Push, PushCircumstances } from './pushes.ts'
import { moveReferences, repositoryOf } from './repositories.ts'

/**
 * Throws 403 where the caller may not push to a branch: below developer, on an archived project, and on a protected
 * branch below master where developers may not push.
 */
export function mustPush(context: Context, project: ProjectRecord, branch: string): void {
  if (canPush(context, project, branch)) return
  context.viewer.must('push_code', project)
  throw forbidden('You are not allowed to push into this branch')
}

/**
 * Does the same as `mustPush` for a caller who may read the code, with one error for a protected branch and a missing
 * role.
 */
export function mustPushTo(context: Context, project: ProjectRecord, branch: string): void {
  context.viewer.must('download_code', project)
  const isFirst = !hasBranches(repositoryOf(context.store, project))
  const mayCreate = !isFirst || canPushFirst({ ...context, project })
  if (mayCreate && canPush(context, project, branch)) return
  throw forbidden('You are not allowed to push into this branch')
}

/**
 * Does the same as `mustPush`, but throws 400 as in GitLab 8.15: the caller may push to other branches, and it is the
 * commit that is refused.
 */
export function checkPush(context: ProjectContext, branch: string): void {
  if (!canPush(context, context.project, branch)) {
    throw refused('You are not allowed to push into this branch')
  }
}

/**
 * Moves a ref (full name) of a project to an object, or removes it without one. Every write of a ref goes through here,
 * so that the consequences of a push always happen: see `consequences.pushed`. The caller checks permissions and names.
 */
export function push(
  context: Context,
  project: ProjectRecord,
  ref: string,
  after: ObjectId | undefined,
): void {
  pushAll(context, project, [{ ref, after }])
}

/** Moves several refs before the consequences of any of them happen. Returns the pushes. */
export function pushAll(
  context: Context,
  project: ProjectRecord,
  moves: readonly (Pick<Push, 'ref' | 'after'> & PushCircumstances)[],
): Push[] {
  const { store, consequences } = context
  const repository = repositoryOf(store, project)
  const isFirst = !hasBranches(repository)
  const pushes = moves.map((move): Push => {
    const made = { project, before: repository.refs.get(move.ref), isFirst }
    return Object.assign(made, move)
  })
  moveReferences(store, project, pushes)
  for (const made of pushes) applyConsequences(consequences.pushed, context, made)
  return pushes
}
