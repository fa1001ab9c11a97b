import type { DescribedRequest } from './request-criteria.ts'

/** The effect of a fault on a request that it hits. */
export type FaultEffect =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: number }
  | { readonly kind: 'drop' | 'stall' | 'malform' | 'stale' }
  /** Without a number of bytes, half of the body is sent. */
  | { readonly kind: 'truncate'; readonly afterBytes: number | undefined }
  /** A delay alone. */
  | { readonly kind: 'none' }

/** The id of a fault: a number for one of a single world, `shared-1` and so on for one that worlds share. */
export type FaultId = number | `shared-${number}`

/** A hit of a fault on a request. */
export interface FaultHit {
  /** The id of the fault; undefined for the delay of all requests (the option `delay`). */
  readonly id: FaultId | undefined
  readonly phase: 'before' | 'after'
  /** The delay of the request, in milliseconds. */
  readonly delay: number
  readonly effect: FaultEffect
}

/** Decides which requests are hit by which fault. */
export interface FaultSource {
  /** Finds the fault of a request and counts the hit. Called once for each request. */
  hit(request: DescribedRequest): FaultHit | undefined
}
