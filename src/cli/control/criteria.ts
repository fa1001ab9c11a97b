import { isOperationId, operationIds } from '../../contract/apis.ts'
import { apiNames } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { RequestCriteria } from '../../forge/control.ts'
import { suggestion } from '../../shared/suggestion.ts'
import {
  apiNamed,
  type OptionDescription,
  type OptionValues,
  optionalText,
  UsageError,
} from '../command.ts'

/** The options that select requests. */
export const criteriaOptions: Readonly<Record<string, OptionDescription>> = {
  api: {
    type: 'string',
    placeholder: 'API',
    summary: `Requests of an API: ${apiNames.join(' or ')}.`,
  },
  operation: {
    type: 'string',
    placeholder: 'ID',
    summary: 'Requests for an operation, such as createIssue.',
  },
  method: {
    type: 'string',
    placeholder: 'METHOD',
    summary: 'Requests of a method, or of several: PUT,DELETE.',
  },
  path: {
    type: 'string',
    placeholder: 'PATTERN',
    summary: 'Requests of a path below that of the API; * is any text of one part, ** any parts.',
  },
  user: { type: 'string', placeholder: 'USERNAME', summary: 'Requests of a user.' },
}

export function criteriaOf(values: OptionValues): RequestCriteria {
  const operation = optionalText(values, 'operation')
  const [method, path, user] = ['method', 'path', 'user'].map((name) => optionalText(values, name))
  const api = optionalText(values, 'api')
  return {
    ...(api === undefined ? {} : { api: apiNamed(api) }),
    ...(operation === undefined ? {} : { operation: operationId(operation) }),
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    ...(path === undefined ? {} : { path }),
    ...(user === undefined ? {} : { user }),
  }
}

function operationId(text: string): OperationId {
  if (isOperationId(text)) return text
  throw new UsageError(`There is no operation "${text}"${suggestion(text, operationIds) || '.'}`)
}

type Options = Readonly<Record<string, OptionDescription>>

/**
 * Runs the check of a call's arguments, and translates its message to the options of the command line, such as
 * `isStale` to `--stale`. The server would refuse the same with its own names.
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
  if (name === 'isOff') return '--off'
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Formats criteria as on a command line: `--method POST --user jane`. */
export function asWords(criteria: RequestCriteria): string {
  return Object.entries(criteria)
    .map(([name, value]) => `${optionOf(name)} ${value}`)
    .join(' ')
}
