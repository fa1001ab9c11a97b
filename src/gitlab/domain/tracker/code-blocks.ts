const fence = /^ {0,3}(```+|~~~+)/

/**
 * Characters of a text in which mentions and references are read: as many as a text may have at all in later
 * releases (`Gitlab::Database::MAX_TEXT_SIZE_LIMIT`). Those behind are text.
 */
export const MAX_READ_CHARACTERS = 1_000_000

/** So many mentions of a text are read, and so many references: those behind are text. */
const MAX_REFERENCES = 1000

/** The part of a text in which mentions and references are read: the beginning of it, without its code. */
export function readablePart(text: string): string {
  return withoutCode(text.slice(0, MAX_READ_CHARACTERS))
}

/** The first of some matches: those behind are not looked for. */
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
 * A Markdown text without its code, where GitLab 8.15 read no references: fenced blocks, and spans
 * within a line. Lines keep their number.
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
