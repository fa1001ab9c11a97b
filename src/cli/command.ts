import { type ApiName, apiNames } from '../contract/base-paths.ts'
/** An option of a command, for the parser and the help. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean'
  /** The short form of one letter: `-p`. */
  readonly short?: string
  /** The placeholder of the value in the help, such as `PORT`. */
  readonly placeholder?: string
  readonly default?: string
  /** Whether the option can be repeated; its value is then a list. */
  readonly isRepeatable?: boolean
  /**
   * Whether the value can be omitted, which makes it an empty text; a URL after the option is not taken for its value.
   */
  readonly isValueOptional?: boolean
  /** Whether the option is required. */
  readonly isRequired?: boolean
  readonly summary: string
}

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>

/** A subcommand, named by the first argument. */
export interface Action {
  /** The options that only some actions take. Options that no action lists apply to all of them. */
  readonly takes: readonly string[]
  run(values: OptionValues): Promise<void>
}

export type Actions = Readonly<Record<string, Action>>

export interface Command {
  readonly name: string
  readonly summary: string
  /** The text of the help below the summary: paragraphs, separated by empty lines. */
  readonly details: string
  readonly options: Readonly<Record<string, OptionDescription>>
  /**
   * The option of a positional argument, or the options of several in order: `serve world.yaml` is `serve --seed
   * world.yaml`.
   */
  readonly argument?: string | readonly string[]
  /** The possible values of the option `action`. */
  readonly actions?: Actions
  /** Example command lines with their meanings. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  run(values: OptionValues): Promise<void>
}

/** Returns the options of positional arguments. */
export function argumentsOf({ argument = [] }: Command): readonly string[] {
  return typeof argument === 'string' ? [argument] : argument
}

/** Returns the actions that list an option; empty where it applies to all. */
export function actionsThatTake({ actions = {} }: Command, option: string): readonly string[] {
  return Object.keys(actions).filter((name) => actions[name]?.takes.includes(option))
}

/** Returns the placeholder of an option with an article. */
export function aValueOf({ options }: Pick<Command, 'options'>, option: string): string {
  const placeholder = options[option]?.placeholder ?? option
  return `${/^[AEIO]/.test(placeholder) ? 'an' : 'a'} ${placeholder}`
}

/** Joins words for a sentence: `a, b and c`. */
export function listInWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** Formats a number of things, whose name is given in the plural: `1 project`, `2 projects`. */
export function counted(number: number, several: string): string {
  return `${number} ${number === 1 ? several.replace(/s$/, '') : several}`
}

/** The error for a wrong command line, with a message that says what to do. */
export class UsageError extends Error {}

/** Returns the text of an option with a default. */
export function textOption(values: OptionValues, name: string): string {
  return String(values[name])
}

/** Returns the values of a repeatable option with comma-separated values; empty where it is not given. */
export function listOption(values: OptionValues, name: string): string[] {
  return repeatedOption(values, name)
    .flatMap((words) => words.split(','))
    .map((word) => word.trim())
}

/** Names an option in a message: by the environment variable, where its value came from there. */
export function spelled(values: OptionValues, name: string, variable: string): string {
  return values[name] === process.env[variable] ? `$${variable}` : `--${name}`
}

/** The valid range of a numeric option, and the environment variable that replaces it. */
interface NumberRange {
  readonly least: number
  readonly most: number
  readonly variable?: string
}

/** Returns a whole number; throws a UsageError where the option has any other value. */
export function numberOption(
  values: OptionValues,
  name: string,
  { least, most, variable }: NumberRange,
): number {
  const text = textOption(values, name)
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  const option = variable === undefined ? `--${name}` : spelled(values, name, variable)
  throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`)
}

/** Returns the text of an option without a default. */
export function optionalText(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns all values of a repeatable option. */
export function repeatedOption(values: OptionValues, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : []
}

/**
 * Returns the API that `--api` names.
 * @throws UsageError where it is unknown.
 */
export function apiNamed(text: string): ApiName {
  const name = apiNames.find((one) => one === text)
  if (!name) throw new UsageError(`--api must be ${apiNames.join(' or ')}, not "${text}".`)
  return name
}
