import { wrongParameters } from '../../contract/errors.ts'
import { folded } from '../../store/record-keys.ts'

/** As many as GitLab's own search takes (`NON_ES_SEARCH_TERM_LIMIT` in app/controllers/search_controller.rb). */
const MAX_WORDS = 64

/** Of each text so many characters are looked at: a hundred long ones are as much as thousands of usual ones. */
const MAX_SEARCHED_CHARACTERS = 100_000

/** The words of a search, each once and in lower case. Throws 400 for more words than one may have. */
export function wordsOf(search: string): string[] {
  const words = new Set(folded(search).split(/\s+/))
  words.delete('')
  if (words.size > MAX_WORDS) {
    throw wrongParameters([{ name: 'search', problem: `has more than ${MAX_WORDS} words` }])
  }
  return [...words]
}

/**
 * A test whether each word of a search is in one of some texts, whatever its case; undefined for a search without
 * words. Throws 400 for more words than one may have.
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
