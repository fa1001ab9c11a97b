import { inWords } from '../../shared/options.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { type Fields, isAsymmetric } from './comparison.ts'

/** The fields that an expectation can have, and their names in messages. */
export interface KnownFields {
  /** The owner of the fields: `an issue`, `createIssue`. */
  readonly owner: string
  readonly word: 'field' | 'parameter'
  readonly names: readonly string[]
  /** Explains why a likely name is wrong; undefined for any other name. */
  hintAt?(name: string): string | undefined
}

/**
 * Checks that an expectation has no unknown names, since its negation would always hold.
 * @throws TypeError that names the matcher, the wrong name and the closest known one.
 */
export function checkExpected(
  matcher: string,
  { owner, word, names, hintAt }: KnownFields,
  expected: unknown,
): asserts expected is Fields {
  if (!isFields(expected)) {
    const given = isAsymmetric(expected) ? 'an asymmetric matcher' : inWords(expected)
    throw new TypeError(
      `${matcher}: the expected ${word}s must be an object, whose values may be asymmetric matchers; got ${given}`,
    )
  }
  const wrong = Object.keys(expected).find((name) => !names.includes(name))
  if (wrong === undefined) return
  const hint = hintAt?.(wrong) ?? (suggestion(wrong, names) || list(word, names))
  throw new TypeError(`${matcher}: ${owner} has no ${word} "${wrong}"${hint}`)
}

const list = (word: string, names: readonly string[]) =>
  names.length === 0 ? ', nor any other' : `. Its ${word}s are ${names.join(', ')}`

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isAsymmetric(value)
  )
}
