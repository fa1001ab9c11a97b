import type { Failure, Result } from '../results.ts'
import { moreOf } from './describe-failure.ts'

/** Returns the place of the failed rule in the contract: a schema file and a line, counted from 1. */
export function locationOf({ place = '' }: Result): {
  readonly file: string
  readonly line: number
} {
  const end = place.lastIndexOf(':')
  return { file: place.slice(0, end), line: Number(place.slice(end + 1)) || 1 }
}

/** Returns a hash of 16 hexadecimal digits that is stable for a failure across runs. */
export function fingerprintOf({ operation, aspect, cause = '' }: Result): string {
  // 64-bit FNV-1a, since no security depends on it, and it needs no platform API.
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${operation} | ${aspect} | ${cause}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}

/**
 * Formats each failure once, with the number of further ones with its cause: `The rule. Expected 1, received 2 (and 3
 * more)`.
 */
export function sentenceOf(failure: Failure): string {
  const { rule, expected = '', received = '' } = failure.result
  const more = moreOf(failure)
  return `${rule} Expected ${expected}, received ${received}${more === '' ? '' : ` (${more})`}`
}
