import { suggestion } from '../../shared/suggestion.ts'
import { ControlCallError } from '../../worlds/client/call.ts'
import {
  actionsThatTake,
  argumentsOf,
  aValueOf,
  type Command,
  listInWords,
  type OptionValues,
  optionalText,
  textOption,
  UsageError,
} from '../command.ts'

/**
 * Runs the action that the option `action` names; throws a UsageError that lists the actions, or names an option that
 * the action does not take.
 */
export function runAction(command: Command, values: OptionValues): Promise<void> {
  const { name, actions = {} } = command
  const word = textOption(values, 'action')
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action) {
    const known = Object.keys(actions)
    const meant = suggestion(word, known) || '.'
    throw new UsageError(`\`forgery ${name}\` has ${known.join(', ')}, not "${word}"${meant}`)
  }
  const foreign = Object.keys(command.options).find(
    (option) =>
      values[option] !== undefined &&
      actionsThatTake(command, option).length > 0 &&
      !action.takes.includes(option),
  )
  if (foreign === undefined) return action.run(values).catch(blameCommandLine)
  throw new UsageError(notTaken(command, values, foreign))
}

/** Turns a refusal with 400 into a usage error, since its cause is in the arguments, not in the world. */
export function blameCommandLine(error: unknown): never {
  if (error instanceof ControlCallError && error.status === 400) {
    throw new UsageError(error.message.replace(/[^.?]$/, '$&.'))
  }
  throw error
}

/** Explains that an option belongs to another action; ignoring it silently could change the meaning of the command. */
function notTaken(command: Command, values: OptionValues, option: string): string {
  const { name, options } = command
  const isWord = argumentsOf(command).includes(option)
  const word = isWord ? ` ${options[option]?.placeholder ?? option}` : ''
  const what = isWord ? `the${word} "${textOption(values, option)}"` : `--${option}`
  const others = actionsThatTake(command, option).map(
    (each) => `\`forgery ${name} ${each}${word}\``,
  )
  const verb = others.length === 1 ? 'does' : 'do'
  const action = textOption(values, 'action')
  return `\`forgery ${name} ${action}\` does not take ${what}: ${listInWords(others)} ${verb}.`
}

/** Returns a required positional argument of an action. */
export function neededWord(values: OptionValues, command: Command, option: string): string {
  const word = optionalText(values, option)
  if (word !== undefined) return word
  const line = `forgery ${command.name} ${textOption(values, 'action')}`
  throw new UsageError(`\`${line}\` needs ${aValueOf(command, option)}.`)
}

/** Returns a numeric option; undefined where it is not given. */
export function optionalNumber(values: OptionValues, name: string): number | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number)) return number
  throw new UsageError(`--${name} takes a number, not "${text}".`)
}
