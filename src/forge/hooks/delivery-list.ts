import type { HookPayload } from '../../gitlab/domain/hooks/hook-message.ts'

/** One delivery to one hook, successful or failed. Secrets are masked. */
export interface HookDelivery {
  /** Counts deliveries from 1, in the order in which they ended; from 1 again after a reset. */
  readonly id: number
  readonly hook_id: number
  /** The project of the hook; null for a system hook. */
  readonly project_id: number | null
  readonly url: string
  /** The `object_kind` of the payload, such as `push` or `merge_request`; otherwise its `event_name`. */
  readonly event: string
  /** The status of the response; undefined where there was none. */
  readonly status: number | undefined
  /** The reason why there was no response; undefined where there was one. */
  readonly error: string | undefined
  /** The time of the event, ISO 8601, by the forge's clock. */
  readonly at: string
  /** The time from the request to the response or the failure. */
  readonly milliseconds: number
  /** The headers of the request, with secrets masked. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined where the hook has no token. */
  readonly token: '[MASKED]' | undefined
  /** The payload. Where its JSON is longer than 65,536 characters, it is cut, and each cut is marked. */
  readonly payload: HookPayload
}

/** The deliveries to hooks, in the order in which they ended. */
export type DeliveryList = readonly HookDelivery[] & {
  /** Returns a copy of the list. */
  all(): readonly HookDelivery[]
  /**
   * Repeats a delivery with the present settings of its hook. The result is a new delivery.
   * @throws Error where there is no such delivery, or its hook was removed.
   * @example
   * forge.deliveries.resend(1)
   */
  resend(id: number): void
}

/** The last deliveries, bounded in number and size. */
interface BoundedDeliveries {
  /** The list, which is the same object throughout. */
  readonly list: DeliveryList
  /** Adds a delivery with the length of its payload in characters, and drops the oldest ones beyond the limits. */
  add(delivery: HookDelivery, characters: number): void
  clear(): void
}

/**
 * Creates a list that holds at most `limit` deliveries and `characterLimit` characters, but always the last delivery.
 */
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

/** Adds the methods to an array as non-enumerable properties, so that loops over its keys skip them. */
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
