/**
 * Unique names under one prefix that shows where they come from: `forgery-k3v9x2q7-user-4`. Lower
 * case letters, digits and hyphens alone, which every name and path of the API may have.
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

/** The prefix of the run that gave a name; undefined where no run gave it. */
export function prefixIn(name: string): string | undefined {
  return /\b(forgery-[a-km-np-z2-9]{8})-[a-z]+-\d+\b/.exec(name)?.[1]
}

/** An id that no record has: ids are counted upwards, and this is nearly the greatest that there is. */
export const unknownId = 2_147_480_000

/** A name that nothing has. */
export const unknownName = 'no-such-name'

/** A text that nobody guesses and nobody else has. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}
