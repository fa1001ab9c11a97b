/** A line such as `Signed-off-by: Jane <jane@example.com>` at the end of a commit message. */
export interface Trailer {
  readonly key: string
  readonly value: string
}

const TRAILER = /^([A-Za-z\d-]+)[ \t]*:(.*)$/
/** Trailers of git itself, which may be mixed with other text (git-interpret-trailers(1)). */
const OF_GIT = /^(?:Signed-off-by: |\(cherry picked from commit )/

/** Parses the trailers of the last paragraph of a message, unless that is the title or plain text. */
export function trailersOf(message: string): Trailer[] {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/)
  const last = paragraphs.length > 1 ? paragraphs.at(-1) : undefined
  const lines = unfolded((last ?? '').split('\n').filter((line) => line !== ''))
  const trailers = lines.flatMap((line) => {
    const [, key, value = ''] = TRAILER.exec(line) ?? []
    return key === undefined ? [] : [{ key, value: value.trim() }]
  })
  const isMixed = lines.some((line) => OF_GIT.test(line)) && trailers.length * 4 >= lines.length
  return trailers.length === lines.length || isMixed ? trailers : []
}

/** Joins each line with its continuation lines, which begin with whitespace. */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (const line of lines) {
    const before = /^[ \t]/.test(line) ? whole.pop() : undefined
    whole.push(before === undefined ? line : `${before} ${line.trim()}`)
  }
  return whole
}
