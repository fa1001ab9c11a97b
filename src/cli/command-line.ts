import { suggestion } from '../shared/suggestion.ts'
import { argumentsOf, aValueOf, type Command, type OptionValues, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { parseWords, usageError } from './parsed-words.ts'

export { UsageError } from './command.ts'

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly values: OptionValues }

/** Reads the words after `forgery`; throws a UsageError that says what to do instead. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const [name = 'help', ...rest] = words
  if (helpWords.includes(name)) return { kind: 'help', command: topicOf(rest) }
  if (name === '--version' || name === '-v') {
    refuseExcess(rest[0], '`forgery --version` takes none.')
    return { kind: 'version' }
  }
  const command = findCommand(name)
  const { help, ...values } = parseOptions(command, rest)
  return help ? { kind: 'help', command } : { kind: 'run', command, values }
}

const helpWords: readonly string[] = ['help', '--help', '-h']

/** The command that help is asked for; undefined where it is help for all, or for help itself. */
function topicOf([topic = 'help', excess]: readonly string[]): Command | undefined {
  refuseExcess(excess, `\`forgery help ${topic}\` says more of it.`)
  return helpWords.includes(topic) ? undefined : findCommand(topic)
}

function refuseExcess(word: string | undefined, advice: string): void {
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many. ${advice}`)
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name)
  if (command) return command
  const known = commands.map((candidate) => candidate.name)
  const what = name.startsWith('-') ? 'option' : 'command'
  const meant = suggestion(name, known) || '.'
  throw new UsageError(
    `There is no ${what} "${name}"${meant} The commands are ${known.join(', ')}; \`forgery --help\` says more.`,
  )
}

function parseOptions(command: Command, words: readonly string[]): OptionValues {
  const { values, positionals } = parseWords(command, words)
  const unnamed = argumentsOf(command).filter((name) => values[name] === undefined)
  const excess = positionals[unnamed.length]
  if (excess !== undefined) throw usageError(command, `"${excess}" is one word too many`)
  const named = Object.fromEntries(positionals.map((word, place) => [unnamed[place] ?? '', word]))
  const given = { ...defaultsOf(command), ...values, ...named }
  const missing = missingOption(command, given)
  if (missing !== undefined) throw usageError(command, missing)
  return given
}

/** What is wrong where a required option is not given; nothing is required for help. */
function missingOption(command: Command, given: OptionValues): string | undefined {
  if (given.help === true) return undefined
  const missing = Object.entries(command.options).find(
    ([option, { isRequired }]) => isRequired && given[option] === undefined,
  )
  return missing && `\`forgery ${command.name}\` needs ${aValueOf(command, missing[0])}`
}

function defaultsOf(command: Command): OptionValues {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { default: given }]) => [name, given]),
  )
}
