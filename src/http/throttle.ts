import type { Identity } from '../gitlab/access/credentials.ts'
import { ensureSettings } from '../gitlab/domain/instance-settings.ts'
import { newerSetting } from '../gitlab/domain/newer-settings.ts'
import type { Store } from '../store/store.ts'
import type { Answer } from './response.ts'

/** The throttles of the API (`application-settings.json`), by kind of caller. */
const throttles = {
  user: 'throttle_authenticated_api',
  anyone: 'throttle_unauthenticated_api',
} as const

/** A request that is counted. */
interface CountedRequest {
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  /** The caller. Anonymous requests are counted together, since a forge does not know the addresses of clients. */
  readonly identity: Pick<Identity, 'user' | 'sudoer'>
}

/**
 * Counts the requests of each user in fixed periods, by the rate limits of the settings. The counts are no part of the
 * world: a reset clears them, but restoring a snapshot does not.
 */
export class Throttle {
  /** The counts by user id; 0 for anonymous callers. */
  readonly #counts = new Map<number, { readonly period: number; requests: number }>()

  reset(): void {
    this.#counts.clear()
  }

  /** Counts a request. Returns the 429 response where there were too many. */
  refusal({ store, now, identity }: CountedRequest): Answer | undefined {
    const settings = ensureSettings(store)
    const user = identity.sudoer ?? identity.user
    const name = throttles[user ? 'user' : 'anyone']
    if (!newerSetting(settings, `${name}_enabled`)) return undefined
    const limit = newerSetting(settings, `${name}_requests_per_period`)
    const length = newerSetting(settings, `${name}_period_in_seconds`)
    const seconds = Math.floor(Date.parse(now) / 1000)
    const period = Math.floor(seconds / length)
    const counted = this.#counts.get(user?.id ?? 0)
    const count = counted?.period === period ? counted : { period, requests: 0 }
    count.requests++
    this.#counts.set(user?.id ?? 0, count)
    if (count.requests <= limit) return undefined
    const end = (period + 1) * length
    const text = newerSetting(settings, 'rate_limiting_response_text') ?? 'Retry later'
    const headers = {
      // The header states the limit per minute.
      'RateLimit-Limit': Math.ceil((limit / length) * 60),
      'RateLimit-Name': name,
      'RateLimit-Observed': count.requests,
      'RateLimit-Remaining': 0,
      'RateLimit-Reset': end,
      'Retry-After': end - seconds,
    }
    return {
      status: 429,
      headers: Object.fromEntries(
        Object.entries(headers).map(([header, value]) => [header, String(value)]),
      ),
      file: { body: `${text}\n`, type: 'text/plain' },
      isFault: true,
    }
  }
}
