import { type Context, fireHooks } from '../context.ts'
import { recordEvent } from '../events.ts'
import { isHeard } from '../hooks/hook-recipients.ts'
import { pushMessage, pushTrigger } from '../hooks/push-messages.ts'
import { actionOf, type Push, pushedRecord } from './pushes.ts'

/** Records the event of a push, and fires the hooks. */
export function recordPush(context: Context, push: Push): void {
  const user = context.viewer.signedIn()
  const data = pushedRecord(context.store, push, user)
  const { eventOf = 1 } = push
  if (eventOf > 0) recordEvent(context, actionOf(push), push.project, { data })
  if (eventOf !== 1) return
  fireHooks(context, { kind: 'push', push, pushed: data, user })
  if (isHeard(context.store, pushTrigger(push))) context.fire(pushMessage(context, push, data))
}
