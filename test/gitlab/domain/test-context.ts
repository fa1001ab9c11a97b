import { addressesUnder } from '../../../src/gitlab/domain/addresses.ts'
import { consequences } from '../../../src/gitlab/domain/consequences.ts'
import {
  type Context,
  type SystemContext,
  systemContext,
} from '../../../src/gitlab/domain/context.ts'
import { onBehalfOf } from '../../../src/gitlab/domain/on-behalf.ts'
import { worldRelease } from '../../../src/gitlab/domain/release.ts'
import type { Store } from '../../../src/store/store.ts'
import { now } from '../../harness.ts'

/** The context of a step that nobody asked for, at the time of the tests. */
export function testSystemContext(store: Store): SystemContext {
  const world = { store, consequences, release: worldRelease, now, random: () => 0 }
  return systemContext(world, addressesUnder('http://forge.test'), [])
}

/** The context of what a user does; throws where there is no such user. */
export function testContext(store: Store, username: string): Context {
  const user = store.users.one('username', username)
  if (!user) throw new Error(`There is no user ${username}.`)
  return onBehalfOf(testSystemContext(store), user)
}
