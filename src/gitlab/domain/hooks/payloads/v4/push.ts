import { getObject, readCommit } from '../../../../../git/objects/database.ts'
import { peelToCommit } from '../../../../../git/revision.ts'
import { isProtected, isProtectedTag } from '../../../../access/protection.ts'
import type { PayloadContext } from '../../../context.ts'
import { branchOf, type Push } from '../../../repositories/pushes.ts'
import type { HookEvent } from '../../hook-event.ts'
import { changedPaths } from '../../push-data.ts'
import { commitAttributes, fullRepositoryAttributes, projectAttributes } from './attributes.ts'

const noObject = '0'.repeat(40)

/** Returns the payload of a push to a branch or a tag (`Gitlab::DataBuilder::Push`). */
export function pushPayload(
  { push, pushed, user }: HookEvent<'push'>,
  presentation: PayloadContext,
) {
  const { store, addresses } = presentation
  const { project, ref, before, after } = push
  const kind = branchOf(push) === undefined ? 'tag_push' : 'push'
  const target = after === undefined ? undefined : getObject(store.objects, after)
  return {
    object_kind: kind,
    event_name: kind,
    before: before ?? noObject,
    after: after ?? noObject,
    ref,
    ref_protected: isProtectedRef(push, presentation),
    checkout_sha: after === undefined ? null : (peelToCommit(store.objects, after) ?? null),
    message: target?.type === 'tag' ? target.message : null,
    user_id: user.id,
    user_name: user.name,
    user_username: user.username,
    user_email: user.public_email ?? '',
    user_avatar: addresses.avatar(user.avatar_url),
    project_id: project.id,
    project: projectAttributes(project, presentation),
    commits: pushed.commit_ids.map((id) => {
      const commit = readCommit(store.objects, id)
      return commitAttributes(commit, project, presentation, changedPaths(store.objects, commit))
    }),
    total_commits_count: pushed.total_commits_count,
    push_options: {},
    repository: fullRepositoryAttributes(project, presentation),
  }
}

function isProtectedRef(push: Push, { store }: PayloadContext): boolean {
  const branch = branchOf(push)
  if (branch !== undefined) return isProtected(store, push.project, branch)
  return isProtectedTag(store, push.project, push.ref.slice('refs/tags/'.length))
}
