import { canPush } from '../../access/protection.ts'
import { forbidden } from '../../contract/errors.ts'
import type { ObjectId } from '../../git/objects.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { applyConsequences, type Context } from '../context.ts'
import { moveReference, repositoryOf } from './repositories.ts'

/**
 * Throws 403 for who may not write to a branch: below developer, on an archived project, and on a
 * protected branch below master where it does not let developers push.
 */
export function mustPush(context: Context, project: ProjectRecord, branch: string): void {
  context.viewer.must('push_code', project)
  if (!canPush(context, project, branch)) {
    throw forbidden('You are not allowed to push into this branch')
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
  const { store, consequences } = context
  const before = repositoryOf(store, project).refs.get(ref)
  moveReference(store, project, ref, after)
  applyConsequences(consequences.pushed, context, { project, ref, before, after })
}
