import { canPush, protectionOf } from '../../access/protection.ts'
import { forbidden } from '../../contract/errors.ts'
import type { ObjectId } from '../../git/objects.ts'
import { listBranches } from '../../git/repository.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import { createPipelineOfPush } from '../builds/pipeline-creation.ts'
import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { pushData } from '../hooks/push-data.ts'
import { pushMessage } from '../hooks/push-messages.ts'
import { followMergeRequests } from '../merge-requests/follow-push.ts'
import { actionOf, branchOf, type Push, pushedRecord } from './pushes.ts'
import { moveReference, repositoryOf } from './repositories.ts'

/**
 * Refuses with 403 who may not write to a branch: below developer, on an archived project, and on a
 * protected branch below master where it does not let developers push.
 */
export function mustPush(context: Context, project: ProjectRecord, branch: string): void {
  context.viewer.must('push_code', project)
  if (!canPush(context, project, branch)) {
    throw forbidden('You are not allowed to push into this branch')
  }
}

/**
 * Moves a ref (full name) of a project to an object, or with none takes it away. Every write of a
 * ref goes through here, so that the event, the hooks and what else follows a push are never
 * missed. Permissions and names are the caller's to check.
 */
export function push(
  context: Context,
  project: ProjectRecord,
  ref: string,
  after: ObjectId | undefined,
): void {
  const { store } = context
  const repository = repositoryOf(store, project)
  const made: Push = { project, ref, before: repository.refs.get(ref), after }
  const isFirst = listBranches(repository).length === 0
  moveReference(store, project, ref, after)
  if (isFirst) adoptDefaultBranch(context, made)
  protectNewDefaultBranch(context, made)
  const user = context.viewer.signedIn()
  const data = pushedRecord(store, made, user)
  recordEvent(context, actionOf(made), project, { data })
  context.fire(pushMessage(context, made, pushData(context, project, user.id, data)))
  afterPush(context, made)
}

/**
 * What else follows a push, in this order. Each is handed the push once refs, event and hooks are
 * done, in the same transaction.
 */
function afterPush(context: Context, made: Push): void {
  followMergeRequests(context, made)
  createPipelineOfPush(context, made)
}

/** The first branch of a repository is its default branch, whatever the name. */
function adoptDefaultBranch({ store }: Context, made: Push): void {
  const branch = branchOf(made)
  const current = store.projects.get(made.project.id)
  if (branch === undefined || !current || current.default_branch === branch) return
  store.projects.replace(current, { default_branch: branch })
}

/**
 * Document 1, Application settings, default_branch_protection: 0 leaves the new default branch open,
 * 1 lets developers push to it, 2 does not.
 */
function protectNewDefaultBranch({ store, settings }: Context, made: Push): void {
  const branch = branchOf(made)
  const isNew = made.before === undefined && made.after !== undefined
  if (branch === undefined || !isNew || repositoryOf(store, made.project).head !== branch) return
  if (settings.default_branch_protection === 0) return
  if (protectionOf(store, made.project, branch)) return
  store.protectedBranches.insert({
    project_id: made.project.id,
    name: branch,
    developers_can_push: settings.default_branch_protection === 1,
  })
}
