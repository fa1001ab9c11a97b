const fence = /^ {0,3}(```+|~~~+)/

/**
 * How many characters of a text are searched for mentions and references: the limit of a text in later releases
 * (`Gitlab::Database::MAX_TEXT_SIZE_LIMIT`).
 */
export const MAX_READ_CHARACTERS = 1_000_000

/** The limit of mentions and of references per text; later ones are ignored. */
const MAX_REFERENCES = 1000

/** Returns the part of a text that is searched for mentions and references: its beginning, without code. */
export function readablePart(text: string): string {
  return withoutCode(text.slice(0, MAX_READ_CHARACTERS))
}

/** Returns the first matches of a pattern, without searching for the rest. */
export function firstMatches(
  text: string,
  pattern: RegExp,
  count = MAX_REFERENCES,
): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    if (found.length >= count) break
    found.push(match)
  }
  return found
}

/**
 * Removes fenced blocks and inline code spans from a Markdown text: GitLab 8.15 recognized no references there. The
 * number of lines stays the same.
 */
function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~')) return text
  let open: string | undefined
  const lines = text.split('\n').map((line) => {
    const mark = fence.exec(line)?.[1]
    if (open !== undefined) {
      if (mark?.startsWith(open)) open = undefined
      return ''
    }
    if (mark === undefined) return line.replace(/`[^`]*`/g, ' ')
    open = mark
    return ''
  })
  return lines.join('\n')
}
