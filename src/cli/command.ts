import { type ApiName, apiNames } from '../contract/base-paths.ts'
/** An option of a command, as it is parsed and as the help shows it. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean'
  /** One letter that stands for it: `-p`. */
  readonly short?: string
  /** What stands for the value in the help, such as `PORT`. */
  readonly placeholder?: string
  readonly default?: string
  /** Whether it may be given more than once; its value is then a list. */
  readonly isRepeatable?: boolean
  /** Whether its value may be left out, which is then an empty text: a URL after it is none of it. */
  readonly isValueOptional?: boolean
  /** Whether the command cannot do without it. */
  readonly isRequired?: boolean
  readonly summary: string
}

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>

/** One of the things that a command does, by the word after its name. */
export interface Action {
  /** The options that it reads, beside those that no action of the command names: all read these. */
  readonly takes: readonly string[]
  run(values: OptionValues): Promise<void>
}

export type Actions = Readonly<Record<string, Action>>

export interface Command {
  readonly name: string
  readonly summary: string
  /** What the help says below the summary: paragraphs, with an empty line between them. */
  readonly details: string
  readonly options: Readonly<Record<string, OptionDescription>>
  /**
   * The option that a word without a name gives, or the options that several give in their order:
   * `serve world.yaml` is `serve --seed world.yaml`.
   */
  readonly argument?: string | readonly string[]
  /** What the option `action` may say. */
  readonly actions?: Actions
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  run(values: OptionValues): Promise<void>
}

/** The options that words without a name give. */
export function argumentsOf({ argument = [] }: Command): readonly string[] {
  return typeof argument === 'string' ? [argument] : argument
}

/** The actions that read an option of their own; none where all do. */
export function actionsThatTake({ actions = {} }: Command, option: string): readonly string[] {
  return Object.keys(actions).filter((name) => actions[name]?.takes.includes(option))
}

/** What the help calls the value of an option, with an article. */
export function aValueOf({ options }: Pick<Command, 'options'>, option: string): string {
  const placeholder = options[option]?.placeholder ?? option
  return `${/^[AEIO]/.test(placeholder) ? 'an' : 'a'} ${placeholder}`
}

/** Words as a sentence lists them: `a, b and c`. */
export function listInWords(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** So many of a kind, which is given as there are several: `1 project`, `2 projects`. */
export function counted(number: number, several: string): string {
  return `${number} ${number === 1 ? several.replace(/s$/, '') : several}`
}

/** A command line that was not understood; the message says what to do. */
export class UsageError extends Error {}

/** The text of an option that has a default. */
export function textOption(values: OptionValues, name: string): string {
  return String(values[name])
}

/** The words of a repeatable option that holds several, separated by commas; none where it is not given. */
export function listOption(values: OptionValues, name: string): string[] {
  return repeatedOption(values, name)
    .flatMap((words) => words.split(','))
    .map((word) => word.trim())
}

/** What a message calls an option: the variable of the environment, where its value came from there. */
export function spelled(values: OptionValues, name: string, variable: string): string {
  return values[name] === process.env[variable] ? `$${variable}` : `--${name}`
}

/** Which whole numbers an option takes, and the variable that may stand in for it. */
interface NumberRange {
  readonly least: number
  readonly most: number
  readonly variable?: string
}

/** A whole number; throws a UsageError where the option holds anything else. */
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

/** An option that may be left out. */
export function optionalText(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** All values of a repeatable option. */
export function repeatedOption(values: OptionValues, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : []
}

/** The API that `--api` names. @throws UsageError where there is none of that name. */
export function apiNamed(text: string): ApiName {
  const name = apiNames.find((one) => one === text)
  if (!name) throw new UsageError(`--api must be ${apiNames.join(' or ')}, not "${text}".`)
  return name
}
