import { randomText } from '../sandbox/names.ts'

/** Passwords that the server accepts, as far as its refusals show. */
export interface Passwords {
  next(): string
  /** Parses the refusal of a password; false where it contains nothing new, or no alternative is left. */
  learn(refusal: string): boolean
}

/** Lower-case and upper-case letters, digits and a punctuation mark, as most servers require. */
const usual = 'aaaaaAAAAA00000-aaaAA00!'

/** Alternatives where the refusal states no length: without punctuation, longer, shorter. */
const others = ['aaaaaAAAAA00000aaaAA0000', `${usual}${usual}`, 'aaAA00!aaA', 'aaAA00aA']

/**
 * Generates random passwords from a pattern, in which `a`, `A` and `0` stand for a lower-case letter, an upper-case
 * letter and a digit; other characters stand for themselves. A given pattern is not adapted to refusals.
 *
 * @example createPasswords('aaaa-AAAA-0000!').next() // → kqzf-WMBT-4829!
 */
export function createPasswords(given?: string): Passwords {
  const left = [...others]
  const patterns = [given ?? usual]
  const learnt = new Set<string>()
  return {
    next: () => ofPattern(patterns.at(-1) ?? usual),
    learn(refusal) {
      if (given !== undefined || !/password/i.test(refusal)) return false
      const named = patternOf(refusal)
      const pattern = named !== undefined && !learnt.has(named) ? named : left.shift()
      if (pattern === undefined) return false
      learnt.add(pattern)
      patterns.push(pattern)
      return true
    },
  }
}

/** Returns a pattern of the length that the refusal requires: `(minimum is 30 characters)`. */
function patternOf(refusal: string): string | undefined {
  const least = Number(/(?:minimum|at least)\D{0,20}(\d{1,3})/i.exec(refusal)?.[1] ?? 0)
  const most = Number(/(?:maximum|at most)\D{0,20}(\d{1,3})/i.exec(refusal)?.[1] ?? 0)
  if (least === 0 && most === 0) return undefined
  const length = most > 0 ? Math.max(least, Math.min(most, usual.length)) : least
  // The beginning contains all kinds of characters.
  return `aA0!${usual.repeat(Math.ceil(length / usual.length))}`.slice(0, length)
}

const capitals = /[A-Z]/
const ofPattern = (pattern: string) => pattern.replace(/[aA0]/g, randomOf)

function randomOf(kind: string): string {
  const text = randomText(1)
  const isDigit = /\d/.test(text)
  if (kind === '0') return isDigit ? text : String(text.charCodeAt(0) % 10)
  const letter = isDigit ? 'bcdfghjk'.charAt(Number(text) - 2) : text
  return capitals.test(kind) ? letter.toUpperCase() : letter
}
