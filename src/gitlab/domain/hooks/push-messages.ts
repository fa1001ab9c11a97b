import { getObject } from '../../../git/objects/database.ts'
import type { PushedRecord } from '../../../store/models/event.ts'
import type { Context, PayloadContext } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { branchOf, type Push } from '../repositories/pushes.ts'
import type { HookEventData } from './hook-event.ts'
import type { SystemMessage } from './hook-message.ts'
import { pushData } from './push-data.ts'

/** Returns the trigger of a push. */
export function pushTrigger(push: Push): 'push' | 'tag_push' {
  return branchOf(push) === undefined ? 'tag_push' : 'push'
}

/** Returns the message of a push to system hooks. */
export function pushMessage(context: Context, push: Push, pushed: PushedRecord): SystemMessage {
  const user = context.viewer.signedIn()
  return { trigger: pushTrigger(push), payload: pushPayload({ push, pushed, user }, context) }
}

/**
 * Returns the push payload of GitLab 8.15: the data of the activity list, with the names of the event and of the user
 * who pushed.
 */
export function pushPayload(
  { push, pushed, user }: HookEventData['push'],
  presentation: PayloadContext,
): SystemMessage['payload'] {
  const { store, addresses } = presentation
  const kind = pushTrigger(push)
  const data = pushData(presentation, push.project, user.id, pushed)
  const after = push.after === undefined ? undefined : getObject(store.objects, push.after)
  return {
    object_kind: kind,
    event_name: kind,
    ...data,
    message: after?.type === 'tag' ? after.message : null,
    user_email: user.email,
    user_avatar: addresses.avatar(user.avatar_url),
    project_id: push.project.id,
    repository: {
      ...data.repository,
      git_http_url: addresses.cloneByHttp(namespaceOf(presentation, push.project), push.project),
      git_ssh_url: data.repository.url,
      visibility_level: push.project.visibility_level,
    },
  }
}
