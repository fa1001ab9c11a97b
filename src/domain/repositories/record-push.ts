import type { Context } from '../context.ts'
import { recordEvent } from '../events.ts'
import { pushData } from '../hooks/push-data.ts'
import { pushMessage } from '../hooks/push-messages.ts'
import { actionOf, type Push, pushedRecord } from './pushes.ts'

/** Records the event of a push, and tells the hooks of it. */
export function recordPush(context: Context, push: Push): void {
  const user = context.viewer.signedIn()
  const data = pushedRecord(context.store, push, user)
  recordEvent(context, actionOf(push), push.project, { data })
  context.fire(pushMessage(context, push, pushData(context, push.project, user.id, data)))
}
