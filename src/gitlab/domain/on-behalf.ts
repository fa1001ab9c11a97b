import type { UserRecord } from '../../store/models/user.ts'
import { createViewer } from '../access/viewer.ts'
import type { Context, SystemContext } from './context.ts'

/** Returns the context for acting as another user, with that user's permissions. */
export function onBehalfOf(work: SystemContext, user: UserRecord): Context {
  const { store, today, release } = work
  const { sharesPrivateSnippets } = release.authentication
  return { ...work, viewer: createViewer({ store, user, today, sharesPrivateSnippets }) }
}
