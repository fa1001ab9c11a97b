import { matchesWildcard } from '../shared/wildcard.ts'

/**
 * Whether a path below the base path of an API matches a pattern, in which `*` stands for any text within a segment and
 * `**` for any number of segments. Escapes are normalized: `jane%2Fsite` equals `jane%2fsite`, and is one segment.
 * Trailing slashes are ignored.
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

/** Normalizes the escapes of a pattern's segment, and keeps its `*`. */
function patternPart(part: string): string {
  return part.split('*').map(canonicalPart).join('*')
}

/** Normalizes the escapes of a text; malformed ones are kept. */
function canonicalPart(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part)).replaceAll('*', '%2A')
  } catch {
    return part
  }
}

/**
 * Where a segment does not match, the last `**` takes one segment more; earlier ones never need to. So there are at
 * most as many steps as pairs of segments.
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
