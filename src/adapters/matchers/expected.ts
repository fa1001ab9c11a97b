import { inWords } from '../../shared/options.ts'
import { suggestion } from '../../shared/suggestion.ts'
import { type Fields, isAsymmetric } from './comparison.ts'

/** What may be expected, and how messages speak of it. */
export interface KnownFields {
  /** What has them: `an issue`, `createIssue`. */
  readonly owner: string
  readonly word: 'field' | 'parameter'
  readonly names: readonly string[]
  /** Why a name is wrong that somebody may well write; undefined where it is any other. */
  hintAt?(name: string): string | undefined
}

/**
 * Checks that what is expected names nothing that is never there: the negated expectation would hold
 * for ever.
 * @throws TypeError naming the matcher, the wrong name and the one that may have been meant.
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
