import type { JournalCriteria, RequestCriteria } from '../../forge-control.ts'
import { checkCriteria } from '../../http/request-criteria.ts'
import { UsageError } from '../command.ts'

/**
 * Runs a check of what a call is given, and says what is wrong in the words of the command line: that has
 * `--stale` where the call has `isStale`. The server would refuse the same, in its own words.
 */
export function inOptions(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(spelledAsOptions(error.message))
  }
}

/** Checks which requests are meant. */
export function checkRequests(criteria: JournalCriteria): void {
  inOptions(() => checkCriteria('requests', criteria))
}

const optionNames = [
  ...['operation', 'method', 'path', 'user', 'status', 'world', 'times', 'share', 'phase'],
  ...['retryAfter', 'delay', 'connection', 'body', 'isStale'],
]

function spelledAsOptions(message: string): string {
  const sentence = message
    .replace(/^[\w.]+: /, '')
    .replace(/(?:option )?`(\w+)`/g, (written, name: string) =>
      optionNames.includes(name) ? optionOf(name) : written,
    )
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
