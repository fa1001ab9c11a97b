import type { Failure, Result } from '../results.ts'
import { moreOf } from './describe-failure.ts'

/** Where the contract states what failed: a file of the schemas and a line, counted from 1. */
export function locationOf({ place = '' }: Result): {
  readonly file: string
  readonly line: number
} {
  const end = place.lastIndexOf(':')
  return { file: place.slice(0, end), line: Number(place.slice(end + 1)) || 1 }
}

/** A number of 16 hexadecimal digits that is the same for the same failure in every run. */
export function fingerprintOf({ operation, aspect, cause = '' }: Result): string {
  // FNV-1a of 64 bits: nothing secret depends on it, and it needs no runtime of its own.
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(`${operation} | ${aspect} | ${cause}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash.toString(16).padStart(16, '0')
}

/** Each failure once, with how often its cause was met: `The rule. Expected 1, received 2 (and 3 more)`. */
export function sentenceOf(failure: Failure): string {
  const { rule, expected = '', received = '' } = failure.result
  const more = moreOf(failure)
  return `${rule} Expected ${expected}, received ${received}${more === '' ? '' : ` (${more})`}`
}
