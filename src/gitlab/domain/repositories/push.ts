import { forbidden, refused } from '../../../contract/errors.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { hasBranches } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canPush } from '../../access/protection.ts'
import { applyConsequences, type Context, type ProjectContext } from '../context.ts'
import type { Push, PushCircumstances } from './pushes.ts'
import { moveReferences, repositoryOf } from './repositories.ts'

/**
 * Throws 403 for who may not write to a branch: below developer, on an archived project, and on a
 * protected branch below master where it does not let developers push.
 */
export function mustPush(context: Context, project: ProjectRecord, branch: string): void {
  if (canPush(context, project, branch)) return
  context.viewer.must('push_code', project)
  throw forbidden('You are not allowed to push into this branch')
}

/** As `mustPush` for whoever may read the code: whether the branch or the role is in the way is not told apart. */
export function mustPushTo(context: Context, project: ProjectRecord, branch: string): void {
  context.viewer.must('download_code', project)
  if (canPush(context, project, branch)) return
  throw forbidden('You are not allowed to push into this branch')
}

/**
 * As `mustPush` for whoever may push to other branches, where it is the commit that is refused: 400, as
 * in GitLab 8.15.
 */
export function checkPush(context: ProjectContext, branch: string): void {
  if (!canPush(context, context.project, branch)) {
    throw refused('You are not allowed to push into this branch')
  }
}

/**
 * Moves a ref (full name) of a project to an object, or with none removes it. Every write of a ref
 * goes through here, so that what follows a push is never missed: see `consequences.pushed`.
 * Permissions and names are the caller's to check.
 */
export function push(
  context: Context,
  project: ProjectRecord,
  ref: string,
  after: ObjectId | undefined,
): void {
  pushAll(context, project, [{ ref, after }])
}

/** As `push` for each of several refs, all of which have moved before anything follows; gives what was pushed. */
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
