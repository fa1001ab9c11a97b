import type { RequestCriteria } from '../../forge/control.ts'
import { type OptionDescription, UsageError } from '../command.ts'

type Options = Readonly<Record<string, OptionDescription>>

/**
 * Runs a check of what a call is given, and says what is wrong in the words of the command line: that has
 * `--stale` where the call has `isStale`. The server would refuse the same, in its own words.
 */
export function inOptions(options: Options, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(spelledAsOptions(options, error.message))
  }
}

function spelledAsOptions(options: Options, message: string): string {
  const sentence = message
    .replace(/^[\w.]+: /, '')
    .replace(/(?:option )?`(\w+)`/g, (written, name: string) => {
      const option = optionOf(name)
      return Object.hasOwn(options, option.slice('--'.length)) ? option : written
    })
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

function optionOf(name: string): string {
  if (name === 'isStale') return '--stale'
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Criteria as a command line has them: `--method POST --user jane`. */
export function asWords(criteria: RequestCriteria): string {
  return Object.entries(criteria)
    .map(([name, value]) => `${optionOf(name)} ${value}`)
    .join(' ')
}
