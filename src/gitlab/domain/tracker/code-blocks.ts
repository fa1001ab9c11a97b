const fence = /^ {0,3}(```+|~~~+)/

/**
 * A Markdown text without its code, where GitLab 8.15 read no references: fenced blocks, and spans
 * within a line. Lines keep their number.
 */
export function withoutCode(text: string): string {
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
