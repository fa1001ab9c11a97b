import { type ApiName, apiNames, apiOfUrl, readBaseUrl } from '../contract/base-paths.ts'
import {
  type OptionDescription,
  type OptionValues,
  optionalText,
  textOption,
  UsageError,
} from './command.ts'
import { reportKinds } from './reports.ts'

/* The options that several commands for real servers share. */

export const url = {
  type: 'string',
  placeholder: 'URL',
  isRequired: true,
  summary: 'Where the server answers, such as https://forge.example.com.',
} as const satisfies OptionDescription

/** Reads the address of the server; throws a UsageError where it is invalid. */
export function serverUrl(values: OptionValues): string {
  const address = textOption(values, 'url')
  if (readBaseUrl(address) !== undefined) return address
  throw new UsageError(`"${address}" is not a URL; give one such as https://forge.example.com.`)
}

export const api = {
  type: 'string',
  placeholder: 'NAME',
  summary: 'v4 or v3, which the server speaks; that of a URL that ends in its base path, else v3.',
} as const satisfies OptionDescription

/** Reads the API of the server; throws a UsageError where it is invalid. */
export function apiOption(values: OptionValues): ApiName {
  const name = optionalText(values, 'api')
  const given = apiNames.find((one) => one === name)
  if (name !== undefined && !given) throw new UsageError(`--api takes v4 or v3, not "${name}".`)
  return given ?? apiOfUrl(optionalText(values, 'url') ?? '') ?? 'v3'
}

export const header = {
  type: 'string',
  placeholder: 'NAME: VALUE',
  isRepeatable: true,
  summary: 'A further header of every request.',
} as const satisfies OptionDescription

export const insecure = {
  type: 'boolean',
  summary: 'Accept any certificate of the server.',
} as const satisfies OptionDescription

export const strict = {
  type: 'boolean',
  summary: 'Fail where GitLab 8.15 itself is known to differ.',
} as const satisfies OptionDescription

export const baseline = {
  type: 'string',
  placeholder: 'FILE',
  summary: 'A JSON report; only failures that are not in it count.',
} as const satisfies OptionDescription

export const report = {
  type: 'string',
  placeholder: 'KIND=FILE',
  isRepeatable: true,
  summary: `Write a report at the end: ${reportKinds}.`,
} as const satisfies OptionDescription

/** The option for the timeout of a response in seconds. */
export const timeout = (seconds: number) =>
  ({
    type: 'string',
    placeholder: 'SECONDS',
    default: String(seconds),
    summary: 'How long an answer may take.',
  }) as const satisfies OptionDescription

/**
 * The option for a token, which can also be given by the variable FORGERY_TOKEN, since command lines are visible to
 * other users.
 */
export const token = (whose: string) =>
  ({
    type: 'string',
    placeholder: 'TOKEN',
    summary: `${whose}; the variable FORGERY_TOKEN where it is left out.`,
  }) as const satisfies OptionDescription
