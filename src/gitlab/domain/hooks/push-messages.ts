import type { PushData } from '../../../contract/generated/v3/contract.ts'
import { getObject } from '../../../git/objects/database.ts'
import type { Context } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import type { HookMessage } from './hook-message.ts'

/** Which hooks hear of a push. */
export function pushTrigger(push: Push): 'push' | 'tag_push' {
  return branchOf(push) === undefined ? 'tag_push' : 'push'
}

/**
 * What hooks are sent of a push: the payload of GitLab 8.15, which is what the activity list shows
 * with the names of the event and the person who pushed.
 */
export function pushMessage(context: Context, push: Push, data: PushData): HookMessage {
  const { store } = context
  const kind = pushTrigger(push)
  const user = context.viewer.signedIn()
  const after = push.after === undefined ? undefined : getObject(store.objects, push.after)
  return {
    trigger: kind,
    payload: {
      object_kind: kind,
      event_name: kind,
      ...data,
      message: after?.type === 'tag' ? after.message : null,
      user_email: user.email,
      user_avatar: context.addresses.avatar(user.avatar_url),
      project_id: push.project.id,
      repository: {
        ...data.repository,
        git_http_url: context.addresses.cloneByHttp(
          namespaceOf(context, push.project),
          push.project,
        ),
        git_ssh_url: data.repository.url,
        visibility_level: push.project.visibility_level,
      },
    },
  }
}
