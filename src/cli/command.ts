/** An option of a command, as it is parsed and as the help shows it. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help, such as `PORT`. */
  readonly placeholder?: string
  readonly default?: string
  /** A letter that may stand for it: `o` for `-o`. */
  readonly short?: string
  /** Whether it may be given more than once; its value is then a list. */
  readonly isRepeatable?: boolean
  readonly summary: string
}

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>

export interface Command {
  readonly name: string
  readonly summary: string
  /** What the help says below the summary, wrapped by hand. */
  readonly details: string
  /** The one word that the command needs beside its options; it comes as the value of this name. */
  readonly argument?: { readonly name: string; readonly summary: string }
  readonly options: Readonly<Record<string, OptionDescription>>
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  run(values: OptionValues): Promise<void>
}

/** A command line that was not understood; the message says what to do. */
export class UsageError extends Error {}

/** The text of an option that has a default. */
export function textOption(values: OptionValues, name: string): string {
  return String(values[name])
}

/** A whole number; throws a UsageError where the option holds anything else. */
export function numberOption(
  values: OptionValues,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const text = textOption(values, name)
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${text}".`)
}

/** An option that may be left out. */
export function optionalText(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** All values of a repeatable option. */
export function listOption(values: OptionValues, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : []
}
