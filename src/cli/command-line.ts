import { parseArgs } from 'node:util'
import { suggestion } from '../shared/suggestion.ts'
import { argumentsOf, aValueOf, type Command, type OptionValues, UsageError } from './command.ts'
import { commandNames, loadCommand } from './commands.ts'

export { UsageError } from './command.ts'

/** The parsed command line. */
type CommandLine =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly values: OptionValues }

/** Parses the arguments of `forgery`; throws a UsageError that says what to do instead. */
export async function readCommandLine(words: readonly string[]): Promise<CommandLine> {
  const [name = 'help', ...rest] = words
  if (helpWords.includes(name)) return { kind: 'help', command: await topicOf(rest) }
  if (name === '--version' || name === '-v') {
    refuseExcess(rest[0], '`forgery --version` takes none.')
    return { kind: 'version' }
  }
  const command = await findCommand(name)
  const { help, ...values } = parseOptions(command, rest)
  return help ? { kind: 'help', command } : { kind: 'run', command, values }
}

const helpWords: readonly string[] = ['help', '--help', '-h']

/** Returns the command that help is requested for; undefined for general help, or for help itself. */
async function topicOf([topic = 'help', excess]: readonly string[]): Promise<Command | undefined> {
  refuseExcess(excess, `\`forgery help ${topic}\` says more of it.`)
  return helpWords.includes(topic) ? undefined : findCommand(topic)
}

function refuseExcess(word: string | undefined, advice: string): void {
  if (word !== undefined) throw new UsageError(`"${word}" is one word too many. ${advice}`)
}

async function findCommand(name: string): Promise<Command> {
  const command = await loadCommand(name)
  if (command) return command
  const isOption = name.startsWith('-')
  const what = isOption ? 'option' : 'command'
  // `--port` belongs to a command, and is not `export` misspelled.
  const meant = (!isOption && suggestion(name, commandNames)) || '.'
  throw new UsageError(
    `There is no ${what} "${name}"${meant} The commands are ${commandNames.join(', ')}; \`forgery --help\` says more.`,
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

/** Explains which required option is missing; help requires none. */
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

interface ParsedWords {
  readonly values: OptionValues
  /** The positional arguments. */
  readonly positionals: readonly string[]
}

/** Parses the arguments after the name of a command; throws a UsageError where they do not match its options. */
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
      args: withOptionalValues(command, withNumbers(command, words)),
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
    return { values: values as OptionValues, positionals }
  } catch (error) {
    throw usageError(command, reasonOf(command, error))
  }
}

/** Makes the error for a command line that does not match the options of a command. */
function usageError(command: Command, reason: string): UsageError {
  const sentence = /[.?]$/.test(reason) ? reason : `${reason}.`
  return new UsageError(`${sentence} \`forgery help ${command.name}\` lists what it takes.`)
}

/** Turns `--port -1` into `--port=-1`: no option is a digit, and the command itself states the valid range. */
function withNumbers({ options }: Command, words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const option = optionOf(options, joined.at(-1) ?? '')
    if (option !== undefined && options[option]?.type === 'string' && /^-\d/.test(word)) {
      joined[joined.length - 1] = `--${option}=${word}`
    } else joined.push(word)
  }
  return joined
}

/** Turns `--clean-up` into `--clean-up=`, and `--clean-up FILE` into `--clean-up=FILE`. */
function withOptionalValues({ options }: Command, words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    const option = last.endsWith('=') ? optionOf(options, last.slice(0, -1)) : undefined
    const isValue = option !== undefined && options[option]?.isValueOptional
    if (isValue && !word.startsWith('-') && !/^https?:/i.test(word)) {
      joined[joined.length - 1] = `${last}${word}`
    } else joined.push(options[optionOf(options, word) ?? '']?.isValueOptional ? `${word}=` : word)
  }
  return joined
}

/** Returns the option that an argument names, in full or by its letter. */
function optionOf(options: Command['options'], word: string): string | undefined {
  return Object.keys(options).find(
    (name) => word === `--${name}` || (options[name]?.short && word === `-${options[name].short}`),
  )
}

/** Shortens the messages of Node; any other message is reduced to its first sentence. */
function reasonOf(command: Command, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, written = ''] = /^(?:Unknown option|Option) '([^']+)'/.exec(message) ?? []
  const [, name = ''] = /--([^ ]+)/.exec(written) ?? []
  if (message.startsWith('Unknown option')) {
    const known = [...Object.keys(command.options), 'help']
    const meant = name === '' ? '' : suggestion(name, known).replace('"', '"--')
    return `There is no option ${written}${meant}`
  }
  if (/argument (missing|is ambiguous)/.test(message)) {
    return `--${name} needs ${aValueOf(command, name)} after it`
  }
  if (message.includes('does not take an argument')) return `--${name} takes no value`
  const [sentence = ''] = message.split(/\.\s/)
  return sentence.replace(/\.$/, '')
}
