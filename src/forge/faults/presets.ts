import type { FaultDescription } from '../control.ts'

/** A common fault, ready to be added. */
export interface FaultPreset {
  /** Its effect, in a sentence. */
  readonly summary: string
  readonly fault: FaultDescription
}

/**
 * Common faults by name. They can be added unchanged or with criteria of the caller.
 * @example
 * forge.faults.add(faultPresets['flaky-writes'].fault)
 * forge.faults.add({ ...faultPresets['slow-network'].fault, path: '/projects/**' })
 */
export const faultPresets = {
  'slow-network': {
    summary: 'Each answer takes from half a second to two seconds.',
    fault: { delay: '500..2000' },
  },
  'flaky-writes': {
    summary: 'Three in ten writes are answered 503, and nothing is written.',
    fault: { method: 'POST,PUT,PATCH,DELETE', share: 0.3, status: 503 },
  },
  'lost-answers': {
    summary: 'Three in ten writes are carried out, and their answers are lost.',
    fault: { method: 'POST,PUT,PATCH,DELETE', share: 0.3, phase: 'after', connection: 'drop' },
  },
  unavailable: {
    summary: 'Everything is answered 503, to be tried again after 30 seconds.',
    fault: { status: 503, retryAfter: 30 },
  },
  'expired-token': {
    summary: 'Everything is answered 401, as to a token that has expired.',
    fault: { status: 401 },
  },
  'rate-limited': {
    summary: 'Everything is answered 429, to be tried again after 10 seconds.',
    fault: { status: 429, retryAfter: 10 },
  },
  offline: {
    summary: 'Every connection is closed without an answer.',
    fault: { connection: 'drop' },
  },
} as const satisfies Readonly<Record<string, FaultPreset>>

/** The names of `faultPresets`. */
export type FaultPresetName = keyof typeof faultPresets
