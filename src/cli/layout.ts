/** Characters in a line, which every terminal has. */
const lineWidth = 80

/** Words in lines that are short enough; a word that is longer has a line of its own. */
function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`
    } else lines.push(word)
  }
  return lines
}

/** Paragraphs, with an empty line between them, in lines that fit. */
export function paragraphs(text: string): string[] {
  return text
    .split('\n\n')
    .flatMap((paragraph, place) => [
      ...(place === 0 ? [] : ['']),
      ...wrapped(paragraph.split(/\s+/), lineWidth),
    ])
}

/** Rows of a term and its meaning, the meanings one below the other, in lines that fit. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([term = '']) => term.length))
  const indent = width + 4
  return rows.flatMap(([term = '', meaning = '']) => {
    const [first = '', ...rest] = wrapped(meaning.split(' '), lineWidth - indent)
    return [`  ${term.padEnd(width)}  ${first}`, ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}

/**
 * Command lines, each with what it does below it. One that is too long goes on in the next line, as a
 * shell reads it.
 */
export function examples(rows: readonly (readonly [line: string, meaning: string])[]): string[] {
  return rows.flatMap(([line, meaning]) => [
    ...wrapped(line.split(/ (?=-)/), lineWidth - 6).map(
      (part, place, all) =>
        `${place === 0 ? '  ' : '    '}${part}${place < all.length - 1 ? ' \\' : ''}`,
    ),
    `      ${meaning}`,
  ])
}
