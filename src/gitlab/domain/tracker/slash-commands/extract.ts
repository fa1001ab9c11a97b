import { MAX_READ_CHARACTERS } from '../code-blocks.ts'

/** A command in a text: `/assign @jane` has the name `assign` and the argument `@jane`. */
export interface GivenCommand {
  readonly name: string
  /** The trimmed argument; empty for none. */
  readonly argument: string
}

interface Extraction {
  /** The trimmed text without its commands; unchanged where it has none. */
  readonly text: string
  readonly commands: readonly GivenCommand[]
}

/** The blocks that cannot contain commands, by their first and last line. */
const blocks = [
  { first: /^```/, last: /^```$/ },
  { first: /^>>>/, last: /^>>>$/ },
  { first: /^<[^>]+>$/, last: /^<\/[^>]+>$/ },
]

/** A fast test for lines that can be commands: most texts have none, and need not be split. */
const lineOfCommand = /^\//m

/** The rules of a release for extraction. */
interface ExtractionRules {
  /** Whether arguments can contain slashes, as paths and URLs do. */
  readonly takesSlashes?: boolean
  /** Returns the text that replaces a command. */
  readonly textOf?: (command: GivenCommand) => string | undefined
}

const plainArgument = /^\/([a-z_]+)(?: ([^/]*))?$/
const anyArgument = /^\/([a-z_]+)(?: (.*))?$/

/**
 * Extracts the commands from a text. A command is a line of its own outside code, quotes and HTML, in some
 * releases without a slash in its argument.
 * Unknown commands stay in the text, as does everything after the first million characters.
 */
export function extractCommands(
  text: string,
  isKnown: (name: string) => boolean,
  { takesSlashes = false, textOf }: ExtractionRules = {},
): Extraction {
  if (!lineOfCommand.test(text)) return { text, commands: [] }
  const end = text.length > MAX_READ_CHARACTERS ? text.lastIndexOf('\n', MAX_READ_CHARACTERS) : -1
  const [read, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  const lines = read.replaceAll('\r', '').split('\n')
  const commands: GivenCommand[] = []
  const kept: string[] = []
  const findEnd = createEndFinder(lines)
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const end = findEnd(index)
    const [, name, given = ''] = (takesSlashes ? anyArgument : plainArgument).exec(line) ?? []
    const argument = given.trim()
    if (end !== undefined) {
      for (const inBlock of lines.slice(index, end + 1)) kept.push(inBlock)
      index = end
    } else if (name !== undefined && isKnown(name)) {
      commands.push({ name, argument })
      const instead = textOf?.({ name, argument })
      if (instead !== undefined) kept.push(instead)
    } else kept.push(line)
  }
  return { text: commands.length > 0 ? `${kept.join('\n')}${rest}`.trim() : text, commands }
}

/**
 * Returns a function that finds the last line of the block that begins at a line; undefined where no block begins, or
 * it has no end.
 */
function createEndFinder(lines: readonly string[]): (index: number) => number | undefined {
  const endless = new Set<RegExp>()
  return (index) => {
    const block = blocks.find(({ first }) => first.test(lines[index] ?? ''))
    if (!block || endless.has(block.last)) return undefined
    for (let end = index + 2; end < lines.length; end += 1) {
      if (block.last.test(lines[end] ?? '')) return end
    }
    // No such line follows; remembering that avoids scanning again.
    endless.add(block.last)
    return undefined
  }
}
