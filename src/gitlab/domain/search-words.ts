import { wrongParameters } from '../../contract/errors.ts'
import { folded } from '../../store/record-keys.ts'

/** The limit of GitLab's own search (`NON_ES_SEARCH_TERM_LIMIT` in app/controllers/search_controller.rb). */
const MAX_WORDS = 64

/** How many characters of each text are searched: a hundred long texts cost as much as thousands of usual ones. */
const MAX_SEARCHED_CHARACTERS = 100_000

/** Returns the distinct words of a search in lower case. Throws 400 for too many words. */
export function wordsOf(search: string): string[] {
  const words = new Set(folded(search).split(/\s+/))
  words.delete('')
  if (words.size > MAX_WORDS) {
    throw wrongParameters([{ name: 'search', problem: `has more than ${MAX_WORDS} words` }])
  }
  return [...words]
}

/**
 * Returns a test of whether every word of a search occurs in any of some texts, ignoring case; undefined for a search
 * without words.
 * Throws 400 for too many words.
 */
export function wordTest(
  search: string | undefined,
): ((texts: readonly (string | null)[]) => boolean) | undefined {
  const wanted = wordsOf(search ?? '')
  if (wanted.length === 0) return undefined
  return (texts) => {
    const places = texts.map((text) => folded((text ?? '').slice(0, MAX_SEARCHED_CHARACTERS)))
    return wanted.every((word) => places.some((place) => place.includes(word)))
  }
}
