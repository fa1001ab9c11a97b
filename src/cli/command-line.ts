import { parseArgs } from 'node:util'
import { argumentsOf, aValueOf, type Command, type OptionValues, UsageError } from './command.ts'
import { commands } from './commands.ts'

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
  const known = commands.map((candidate) => candidate.name).join(', ')
  const what = name.startsWith('-') ? 'option' : 'command'
  throw new UsageError(
    `There is no ${what} "${name}". The commands are ${known}; \`forgery --help\` says more.`,
  )
}

function parseOptions(command: Command, words: readonly string[]): OptionValues {
  const { values, positionals }: ParsedWords = parseWords(command, words)
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

interface ParsedWords {
  readonly values: OptionValues
  /** The words that belong to no option. */
  readonly positionals: readonly string[]
}

function parseWords(command: Command, words: readonly string[]): ParsedWords {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, short, isRepeatable }]) => [
      name,
      {
        type,
        ...(short === undefined ? {} : { short }),
        ...(isRepeatable ? { multiple: true } : {}),
      },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
    return { values: values as OptionValues, positionals }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    throw usageError(command, reason.replace(/\.$/, ''))
  }
}

function usageError(command: Command, reason: string): UsageError {
  return new UsageError(`${reason}. \`forgery help ${command.name}\` lists what it takes.`)
}

function defaultsOf(command: Command): OptionValues {
  return Object.fromEntries(
    Object.entries(command.options).map(([name, { default: given }]) => [name, given]),
  )
}
