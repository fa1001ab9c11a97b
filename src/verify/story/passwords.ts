import { randomText } from '../sandbox/names.ts'

/** Passwords that the server under test takes, as far as it said what it does not. */
export interface Passwords {
  next(): string
  /** Reads the refusal of a password; false where it says nothing that is not known, or nothing is left to try. */
  learn(refusal: string): boolean
}

/** Small letters, capitals, digits and a sign: what most servers ask for. */
const usual = 'aaaaaAAAAA00000-aaaAA00!'

/** Tried where the refusal names no length: no sign at all, longer ones, shorter ones. */
const others = ['aaaaaAAAAA00000aaaAA0000', `${usual}${usual}`, 'aaAA00!aaA', 'aaAA00aA']

/**
 * Random passwords of a pattern, in which `a`, `A` and `0` stand for a small letter, a capital and a digit,
 * and all else for itself. A pattern that was given is not changed for what the server says.
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

/** A password of the length that the refusal asks for: `(minimum is 30 characters)`. */
function patternOf(refusal: string): string | undefined {
  const least = Number(/(?:minimum|at least)\D{0,20}(\d{1,3})/i.exec(refusal)?.[1] ?? 0)
  const most = Number(/(?:maximum|at most)\D{0,20}(\d{1,3})/i.exec(refusal)?.[1] ?? 0)
  if (least === 0 && most === 0) return undefined
  const length = most > 0 ? Math.max(least, Math.min(most, usual.length)) : least
  // All kinds of characters stand among the first of it.
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
