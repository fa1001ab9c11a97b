import type { HookPayload } from '../../gitlab/domain/hooks/hook-message.ts'

/** One delivery to one hook, done or failed. Secrets are masked. */
export interface HookDelivery {
  /** Counted from 1, in the order they ended; anew after a reset. */
  readonly id: number
  readonly hook_id: number
  /** The project that the hook is of; null for a system hook. */
  readonly project_id: number | null
  readonly url: string
  /** The `object_kind` of the payload, such as `push` or `merge_request`; else its `event_name`. */
  readonly event: string
  /** What the receiver answered; undefined where it did not. */
  readonly status: number | undefined
  /** Why there was no answer; undefined where there was one. */
  readonly error: string | undefined
  /** When it was fired, ISO 8601, by the forge's clock. */
  readonly at: string
  /** From the request to the answer or the failure. */
  readonly milliseconds: number
  /** Those that were sent; what is secret in them is masked. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined where the hook has no token. */
  readonly token: '[MASKED]' | undefined
  /** Cut, with a mark wherever something is left out, where its JSON is longer than 65,536 characters. */
  readonly payload: HookPayload
}

/** What was sent to hooks, in the order it ended. */
export type DeliveryList = readonly HookDelivery[] & {
  /** The same, in an array of its own. */
  all(): readonly HookDelivery[]
  /**
   * Sends a delivery again, to the hook as it is now; what comes of it is a delivery of its own.
   * @throws Error where there is no such delivery, or its hook is gone.
   * @example
   * forge.deliveries.resend(1)
   */
  resend(id: number): void
}

/** The last deliveries, and what keeps them few. */
interface BoundedDeliveries {
  /** One list for good. */
  readonly list: DeliveryList
  /** Adds a delivery whose payload has so many characters; the oldest go where there are too many. */
  add(delivery: HookDelivery, characters: number): void
  clear(): void
}

/** A list of at most so many deliveries, and of so many characters together, but for the last one. */
export function createDeliveryList(
  limit: number,
  characterLimit: number,
  resend: (delivery: HookDelivery) => void,
): BoundedDeliveries {
  const deliveries: HookDelivery[] = []
  let lengths: number[] = []
  let total = 0
  const list = listed(deliveries, resend)
  return {
    list,
    add(delivery, characters) {
      deliveries.push(delivery)
      lengths.push(characters)
      total += characters
      while (deliveries.length > limit || (total > characterLimit && lengths.length > 1)) {
        deliveries.shift()
        total -= lengths.shift() ?? 0
      }
    },
    clear() {
      deliveries.length = 0
      lengths = []
      total = 0
    },
  }
}

/** An array with methods that no loop over its keys sees. */
function listed(
  deliveries: HookDelivery[],
  resendOne: (delivery: HookDelivery) => void,
): DeliveryList {
  const all = () => deliveries.slice()
  const resend = (id: number) => {
    const delivery = deliveries.find((one) => one.id === id)
    if (!delivery) throw new Error(`There is no delivery ${id}, or no more.`)
    resendOne(delivery)
  }
  const list = Object.assign(deliveries, { all, resend })
  const isHidden = { enumerable: false }
  return Object.defineProperties(list, { all: isHidden, resend: isHidden })
}
