import { closestMatch } from 'leven'

/** The greatest edit distance for a suggestion: a third of the length, and at least two (two swapped letters). */
function mistakesIn(name: string): number {
  return Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3)))
}

/** `; did you mean "jane"?` where one of the known names is close to a name, else nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const maxDistance = mistakesIn(name)
  const byFolded = new Map([...known].map((one) => [one.toLowerCase(), one]))
  const closest = closestMatch(name.toLowerCase(), [...byFolded.keys()], { maxDistance })
  const found = closest === undefined ? undefined : byFolded.get(closest)
  return found === undefined ? '' : `; did you mean "${found}"?`
}
