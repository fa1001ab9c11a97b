import { matchesWildcard } from '../shared/wildcard.ts'

/**
 * Whether a path below that of an API is as a pattern says. In one of its parts `*` stands for any text, `**`
 * for any number of parts, none included. Parts are compared as they are meant: `jane%2Fsite` is
 * `jane%2fsite`, and one part. Slashes at the end count in neither.
 *
 * @example matchesPath('/projects/**', '/projects/jane%2Fsite/issues') // true
 */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesParts(partsOf(pattern, patternPart), partsOf(path, canonicalPart))
}

function partsOf(path: string, read: (part: string) => string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(read)
}

/** What stands between its `*` is compared, and `*` itself is left. */
function patternPart(part: string): string {
  return part.split('*').map(canonicalPart).join('*')
}

/** One form for all ways to escape a text; a broken escape stays as it is written. */
function canonicalPart(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part)).replaceAll('*', '%2A')
  } catch {
    return part
  }
}

/**
 * Where a part does not fit, the last `**` takes one part more: the one before it never needs to, so
 * that there are at most as many steps as pairs of parts.
 */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  let [position, next] = [0, 0]
  let retry: { readonly after: number; taken: number } | undefined
  while (position < parts.length) {
    const expected = pattern[next]
    if (expected === '**') {
      retry = { after: next + 1, taken: position }
      next += 1
    } else if (expected !== undefined && matchesWildcard(expected, parts[position] ?? '')) {
      position += 1
      next += 1
    } else if (retry) {
      retry.taken += 1
      position = retry.taken
      next = retry.after
    } else {
      return false
    }
  }
  return pattern.slice(next).every((part) => part === '**')
}
