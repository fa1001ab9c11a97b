import type { Viewer } from '../gitlab/access/viewer.ts'
import type { Addresses } from '../gitlab/domain/addresses.ts'
import type { Consequences, Context, SystemContext } from '../gitlab/domain/context.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import type { Moment } from '../gitlab/domain/moment.ts'
import type { ApplicationSettingsRecord } from '../store/models/application-settings.ts'
import type { Store } from '../store/store.ts'
import type { Perspective } from './perspectives.ts'

/**
 * The context of an operation that reads. It notices whether the time within the day or chance was asked
 * for: an answer that depends on them is no answer to the next request.
 */
export class ReadingContext implements Context {
  readonly store: Store
  readonly viewer: Viewer
  readonly settings: ApplicationSettingsRecord
  readonly today: string
  readonly addresses: Addresses
  readonly consequences: Consequences
  readonly moment: () => Moment
  readonly #work: SystemContext
  #isRepeatable = true

  constructor(work: SystemContext, { viewer, moment }: Perspective) {
    this.store = work.store
    this.viewer = viewer
    this.settings = work.settings
    this.today = work.today
    this.addresses = work.addresses
    this.consequences = work.consequences
    this.moment = moment
    this.#work = work
  }

  /** Whether nothing but the world, the viewer and the day was asked for. */
  get isRepeatable(): boolean {
    return this.#isRepeatable
  }

  get now(): string {
    this.#isRepeatable = false
    return this.#work.now
  }

  get random(): () => number {
    this.#isRepeatable = false
    return this.#work.random
  }

  get fire(): (message: HookMessage) => void {
    this.#isRepeatable = false
    return this.#work.fire
  }
}
