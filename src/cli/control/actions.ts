import { type OptionValues, optionalText, textOption, UsageError } from '../command.ts'

/** What a command does, by the word after its name. */
export type Actions = Readonly<Record<string, (values: OptionValues) => Promise<void>>>

/** Does what the option `action` says; throws a UsageError that lists what there is. */
export function runAction(command: string, actions: Actions, values: OptionValues): Promise<void> {
  const name = textOption(values, 'action')
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action) return action(values)
  const known = Object.keys(actions).join(', ')
  throw new UsageError(`\`forgery ${command}\` has ${known}, not "${name}".`)
}

/** The word that an action cannot do without. */
export function neededName(values: OptionValues, command: string, option = 'name'): string {
  const name = optionalText(values, option)
  if (name !== undefined) return name
  throw new UsageError(`\`forgery ${command} ${textOption(values, 'action')}\` needs a ${option}.`)
}

/** A number of an option; undefined where it is not given. */
export function optionalNumber(values: OptionValues, name: string): number | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number)) return number
  throw new UsageError(`--${name} takes a number, not "${text}".`)
}
