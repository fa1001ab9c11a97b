import type { DescribedRequest } from './request-criteria.ts'

/** What a fault does to a request that it hits. */
export type FaultEffect =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number }
  | { readonly kind: 'drop' | 'stall' | 'malform' | 'stale' }
  /** Half of the body comes where no number is said. */
  | { readonly kind: 'truncate'; readonly afterBytes: number | undefined }
  /** Nothing but a delay. */
  | { readonly kind: 'none' }

/** A number of a world's own fault, `shared-1` and so on of one that worlds share. */
export type FaultId = number | `shared-${number}`

/** A request that was hit. */
export interface FaultHit {
  /** The fault; undefined for the delay that all requests have. */
  readonly id: FaultId | undefined
  readonly phase: 'before' | 'after'
  /** How long the request waits, in milliseconds. */
  readonly delay: number
  readonly effect: FaultEffect
}

/** What decides which requests go wrong, and how. */
export interface FaultSource {
  /** Counts the hit where there is one: it is asked once for each request. */
  hit(request: DescribedRequest): FaultHit | undefined
}
