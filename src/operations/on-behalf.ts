import { createViewer } from '../access/viewer.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Context } from './operation.ts'

/** The context in which something is done in another user's name, with their permissions. */
export function onBehalfOf(context: Context, user: UserRecord): Context {
  const { store, today } = context
  return { ...context, viewer: createViewer({ store, user, today }) }
}
