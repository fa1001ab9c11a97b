/**
 * Unique names under a prefix that shows their origin: `forgery-k3v9x2q7-user-4`. They consist of lower-case letters,
 * digits and hyphens, which are valid in every name and path of the API.
 */
export interface Names {
  readonly prefix: string
  next(kind: string): string
}

export function createNames(): Names {
  const prefix = `forgery-${randomText(8)}`
  let count = 0
  return { prefix, next: (kind) => `${prefix}-${kind}-${++count}` }
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Returns the prefix of the run that generated a name; undefined for any other name. */
export function prefixIn(name: string): string | undefined {
  return /\b(forgery-[a-km-np-z2-9]{8})-[a-z]+-\d+\b/.exec(name)?.[1]
}

/** An id without a record: ids count up from 1, and this is near the maximum. */
export const unknownId = 2_147_480_000

/** A name without a record. */
export const unknownName = 'no-such-name'

/** Returns a random text that is unique and cannot be guessed. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}
