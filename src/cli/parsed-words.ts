import { parseArgs } from 'node:util'
import { suggestion } from '../shared/suggestion.ts'
import { aValueOf, type Command, type OptionValues, UsageError } from './command.ts'

export interface ParsedWords {
  readonly values: OptionValues
  /** The words that belong to no option. */
  readonly positionals: readonly string[]
}

/** Reads the words after the name of a command; throws a UsageError where they are not as it takes them. */
export function parseWords(command: Command, words: readonly string[]): ParsedWords {
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
      args: withNumbers(command, words),
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
    return { values: values as OptionValues, positionals }
  } catch (error) {
    throw usageError(command, reasonOf(command, error))
  }
}

/** A command line of a command that is not as it takes it. */
export function usageError(command: Command, reason: string): UsageError {
  const sentence = /[.?]$/.test(reason) ? reason : `${reason}.`
  return new UsageError(`${sentence} \`forgery help ${command.name}\` lists what it takes.`)
}

/** `--port -1` as `--port=-1`: no option is a digit, and the command says which numbers there may be. */
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

/** The option that a word names, whole or by its letter. */
function optionOf(options: Command['options'], word: string): string | undefined {
  return Object.keys(options).find(
    (name) => word === `--${name}` || (options[name]?.short && word === `-${options[name].short}`),
  )
}

/** What is wrong, of what Node says at length; its first sentence where it is something else. */
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
