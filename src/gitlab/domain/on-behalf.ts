import type { UserRecord } from '../../store/models/user.ts'
import { createViewer } from '../access/viewer.ts'
import type { Context, SystemContext } from './context.ts'

/** The context in which something is done in another user's name, with their permissions. */
export function onBehalfOf(work: SystemContext, user: UserRecord): Context {
  const { store, today, release } = work
  const { sharesPrivateSnippets } = release.authentication
  return { ...work, viewer: createViewer({ store, user, today, sharesPrivateSnippets }) }
}
