import { type Identity, identify, type PresentedCredentials } from '../gitlab/access/credentials.ts'
import { createViewer, type Viewer } from '../gitlab/access/viewer.ts'
import { type Addresses, addressesUnder } from '../gitlab/domain/addresses.ts'
import type { Moment } from '../gitlab/domain/moment.ts'
import type { Contents } from '../store/contents.ts'
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

/** The collections that say who asks and what they may do (src/gitlab/access/credentials.ts, membership.ts). */
const deciding = [
  'users',
  'credentials',
  'members',
  'namespaces',
  'groupLinks',
  'projects',
] as const

/** What was found last. */
interface Latest {
  readonly standpoint: Standpoint
  readonly perspective: Perspective
  readonly version: number
}

/**
 * Makes the function that finds how a request sees the world, which throws a 401 or a 403 where its
 * credentials do not hold. Until something is written it is looked up once for all requests from the
 * same standpoint: who asks, and what they may do, changes with the world alone. For the client that asked last
 * it is looked up again where what was written decides it; what it was answered is forgotten with each write.
 */
export function createPerspectives(store: Store): (standpoint: Standpoint) => Perspective {
  const perspectives = new Perspectives(store)
  return (standpoint) => perspectives.find(standpoint)
}

/** A class: of a thousand worlds each would have functions of its own. */
class Perspectives {
  readonly #store: Store
  #contents: Contents
  #latest: Latest | undefined
  /** The latest one before the last write. */
  #former: Latest | undefined
  /** All but the latest: a client that asks alone, as most do, is spared the writing of a key. */
  #known: Map<string, Perspective> | undefined
  readonly #budget = { characters: 0 }

  constructor(store: Store) {
    this.#store = store
    this.#contents = store.contents
  }

  find(standpoint: Standpoint): Perspective {
    const { contents } = this.#store
    if (contents !== this.#contents || this.#isFull()) this.#letGo()
    this.#contents = contents
    const latest = this.#latest
    if (latest && isSame(latest.standpoint, standpoint)) return latest.perspective
    if (!isRemembered(standpoint)) return perspectiveOf(this.#store, standpoint)
    if (latest) {
      this.#known ??= new Map()
      this.#known.set(keyOf(latest.standpoint), latest.perspective)
    }
    this.#latest = this.#asBefore(standpoint) ?? this.#found(standpoint)
    this.#former = undefined
    return this.#latest.perspective
  }

  #isFull(): boolean {
    return (this.#known?.size ?? 0) >= mostPerspectives || isSpent(this.#budget)
  }

  #letGo(): void {
    this.#former = this.#latest ?? this.#former
    this.#former?.perspective.answers.letGo()
    this.#latest = undefined
    // Not cleared: a Map leads from what it held before to what it holds, for the collector of garbage.
    this.#known = undefined
    this.#budget.characters = 0
  }

  /** The former one, where nothing that decides it was written since. */
  #asBefore(standpoint: Standpoint): Latest | undefined {
    const former = this.#former
    if (!former || !isSame(former.standpoint, standpoint)) return undefined
    return former.version === this.#store.versionOf(deciding) ? former : undefined
  }

  #found(standpoint: Standpoint): Latest {
    const perspective =
      this.#known?.get(keyOf(standpoint)) ?? perspectiveOf(this.#store, standpoint, this.#budget)
    return { standpoint, perspective, version: this.#store.versionOf(deciding) }
  }
}

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

/** Not with sudo, nor with a token beyond the length. */
function isRemembered({ presented }: Standpoint): boolean {
  return presented.sudo === undefined && tokenOf(presented).length <= longestToken
}

function keyOf({ presented, today, origin }: Standpoint): string {
  const { privateToken, accessToken, session } = presented
  const kind = [privateToken, accessToken, session].findIndex((one) => one !== undefined)
  // The token stands last, as the only part that may hold a line break.
  return `${kind}\n${today}\n${origin}\n${tokenOf(presented)}`
}

function tokenOf({ privateToken, accessToken, session }: PresentedCredentials): string {
  return privateToken ?? accessToken ?? session ?? ''
}
