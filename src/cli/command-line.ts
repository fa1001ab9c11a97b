import { parseArgs } from 'node:util'
import { type Command, type OptionValues, UsageError } from './command.ts'
import { commands } from './commands.ts'

export { UsageError } from './command.ts'

/** What a command line asks for. */
export type CommandLine =
  | { readonly kind: 'help'; readonly command: Command | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly values: OptionValues }

/** Reads the words after `forgery`; throws a UsageError that says what to do instead. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const [name, ...rest] = words
  if (name === undefined || name === '--help' || name === '-h') {
    return { kind: 'help', command: undefined }
  }
  if (name === '--version' || name === '-v') return { kind: 'version' }
  if (name === 'help') {
    const [topic] = rest
    return { kind: 'help', command: topic === undefined ? undefined : findCommand(topic) }
  }
  const command = findCommand(name)
  const { help, ...values } = parseOptions(command, rest)
  return help ? { kind: 'help', command } : { kind: 'run', command, values }
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
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, default: given, isRepeatable, short }]) => [
      name,
      {
        type,
        ...(given === undefined ? {} : { default: given }),
        ...(isRepeatable ? { multiple: true } : {}),
        ...(short ? { short } : {}),
      },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      strict: true,
      allowPositionals: command.argument !== undefined,
    })
    return { ...(values as OptionValues), ...readArgument(command, values.help, positionals) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)
    throw new UsageError(
      `${reason?.replace(/\.$/, '')}. \`forgery help ${command.name}\` lists what it takes.`,
    )
  }
}

function readArgument(
  { name, argument }: Command,
  isHelp: unknown,
  positionals: readonly string[],
): OptionValues {
  if (!argument || isHelp) return {}
  const [value, ...others] = positionals
  if (value !== undefined && others.length === 0) return { [argument.name]: value }
  const given = value === undefined ? 'none is given' : `${positionals.length} are given`
  throw new UsageError(
    `\`forgery ${name}\` takes one ${argument.name.toUpperCase()}, ${argument.summary}; ${given}.`,
  )
}
