import { coloursFor } from '../adapters/server/colours.ts'
import { actionsThatTake, argumentsOf, type Command, listInWords } from './command.ts'
import { loadCommands } from './commands.ts'

export async function generalHelp(): Promise<string> {
  const { bold } = coloursFor(process.stdout)
  const commands = await loadCommands()
  return [
    'Forgery, a fake GitLab in memory: its API v4 of today, and v3 of release 8.15.',
    '',
    bold('Usage'),
    '  forgery COMMAND [OPTIONS]',
    '',
    bold('Commands'),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    bold('Examples'),
    ...examples(commands.flatMap((command) => command.examples.slice(0, 1))),
    '',
    '`forgery help COMMAND` says more of a command; `forgery --version` prints the',
    'version.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const { name, summary, details, options } = command
  const { bold } = coloursFor(process.stdout)
  const rows = Object.entries(options).map(([option, { short, placeholder, ...rest }]) => [
    [
      ...(short ? [`-${short},`] : []),
      `--${option}`,
      ...(placeholder ? [rest.isValueOptional ? `[${placeholder}]` : placeholder] : []),
    ].join(' '),
    [
      rest.summary,
      ...(rest.default === undefined ? [] : [`(default: ${rest.default})`]),
      ...forActions(command, option),
    ].join(' '),
  ])
  return [
    summary,
    '',
    bold('Usage'),
    `  forgery ${name} [OPTIONS]${wordsOf(command)}`,
    '',
    ...paragraphs(details),
    '',
    bold('Options'),
    ...columns(rows),
    '',
    bold('Examples'),
    ...examples(command.examples),
  ].join('\n')
}

/** Names the actions that an option applies to; empty where it applies to all. */
function forActions(command: Command, option: string): string[] {
  const actions = actionsThatTake(command, option)
  return actions.length === 0 ? [] : [`For ${listInWords(actions)}.`]
}

/** Formats the positional arguments, with optional ones in brackets. */
function wordsOf(command: Command): string {
  return argumentsOf(command)
    .map((name) => {
      const { placeholder = name, isRequired = false } = command.options[name] ?? {}
      return isRequired ? ` ${placeholder}` : ` [${placeholder}]`
    })
    .join('')
}

/** The line width, which every terminal supports. */
const lineWidth = 80

/** Wraps words into lines; a longer word gets a line of its own. */
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

/** Wraps paragraphs, separated by empty lines. */
function paragraphs(text: string): string[] {
  return text
    .split('\n\n')
    .flatMap((paragraph, place) => [
      ...(place === 0 ? [] : ['']),
      ...wrapped(paragraph.split(/\s+/), lineWidth),
    ])
}

/** Formats rows of terms and meanings in two columns, wrapping the meanings. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([term = '']) => term.length))
  const indent = width + 4
  return rows.flatMap(([term = '', meaning = '']) => {
    const [first = '', ...rest] = wrapped(meaning.split(' '), lineWidth - indent)
    return [`  ${term.padEnd(width)}  ${first}`, ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}

/**
 * Formats example command lines, each with its meaning below. A long line is continued on the next one as in a shell.
 */
function examples(rows: readonly (readonly [line: string, meaning: string])[]): string[] {
  return rows.flatMap(([line, meaning]) => [
    ...wrapped(line.split(/ (?=-)/), lineWidth - 6).map(
      (part, place, all) =>
        `${place === 0 ? '  ' : '    '}${part}${place < all.length - 1 ? ' \\' : ''}`,
    ),
    `      ${meaning}`,
  ])
}
