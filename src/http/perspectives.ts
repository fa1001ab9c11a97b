import { type Identity, identify, type PresentedCredentials } from '../access/credentials.ts'
import { createViewer, type Viewer } from '../access/viewer.ts'
import { type Addresses, addressesUnder } from '../domain/addresses.ts'
import type { Moment } from '../domain/moment.ts'
import type { Store } from '../store/store.ts'
import { momentsOf } from './moments.ts'
import { isSpent, RememberedAnswers } from './remembered-answers.ts'

/** How a world is seen: by whom, on a day, and under an address. */
export interface Perspective {
  readonly identity: Identity
  readonly viewer: Viewer
  readonly addresses: Addresses
  /** As a `Context` has it. */
  moment(): Moment
  /** What it was answered. */
  readonly answers: RememberedAnswers
}

/** Where a request is made from. */
export interface Standpoint {
  readonly presented: PresentedCredentials
  /** YEAR-MONTH-DAY. */
  readonly today: string
  readonly origin: string
}

/** So many perspectives of a world are remembered at once. */
const mostPerspectives = 100

/** In characters; whom a longer one belongs to is looked up with each request. */
const longestToken = 500

/**
 * Makes the function that finds how a request sees the world, which throws a 401 or a 403 where its
 * credentials do not hold. Until something is written it is looked up once for all requests from the
 * same standpoint: who asks, and what they may do, changes with the world alone.
 */
export function createPerspectives(store: Store): (standpoint: Standpoint) => Perspective {
  let known = new Map<string, Perspective>()
  let { contents } = store
  let latest: { standpoint: Standpoint; perspective: Perspective } | undefined
  let budget = { characters: 0 }
  return (standpoint) => {
    if (contents !== store.contents || known.size >= mostPerspectives || isSpent(budget)) {
      // Not cleared: a Map leads from what it held before to what it holds, for the collector of garbage.
      known = new Map()
      latest = undefined
      budget = { characters: 0 }
    }
    contents = store.contents
    if (latest && isSame(latest.standpoint, standpoint)) return latest.perspective
    const key = keyOf(standpoint)
    if (key === undefined) return perspectiveOf(store, standpoint)
    const perspective = known.get(key) ?? perspectiveOf(store, standpoint, budget)
    known.set(key, perspective)
    latest = { standpoint, perspective }
    return perspective
  }
}

/** Spares the same client, who asks again and again, the writing of a key. */
function isSame(one: Standpoint, other: Standpoint): boolean {
  const [first, second] = [one.presented, other.presented]
  return (
    first.privateToken === second.privateToken &&
    first.accessToken === second.accessToken &&
    first.session === second.session &&
    first.sudo === second.sudo &&
    one.today === other.today &&
    one.origin === other.origin
  )
}

/** How the world of a store is seen, found anew; `budget` is shared by those that are remembered together. */
export function perspectiveOf(
  store: Store,
  { presented, today, origin }: Standpoint,
  budget = { characters: 0 },
): Perspective {
  const identity = identify(store, presented, today)
  const { user, sudoer, showsPrivateToken } = identity
  return {
    identity,
    viewer: createViewer({ store, user, sudoer, showsPrivateToken, today }),
    addresses: addressesUnder(origin),
    moment: momentsOf(store, { user, sudoer, showsPrivateToken, today, origin }),
    answers: new RememberedAnswers(budget),
  }
}

/** Undefined where a perspective is not remembered: with sudo, and with a token beyond the length. */
function keyOf({ presented, today, origin }: Standpoint): string | undefined {
  const { privateToken, accessToken, session, sudo } = presented
  const token = privateToken ?? accessToken ?? session ?? ''
  if (sudo !== undefined || token.length > longestToken) return undefined
  const kind = [privateToken, accessToken, session].findIndex((one) => one !== undefined)
  // The token stands last, as the only part that may hold a line break.
  return `${kind}\n${today}\n${origin}\n${token}`
}
