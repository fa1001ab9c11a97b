import { readFileSync } from 'node:fs'
import type { OtherCredentials, VerifyOptions } from '../../verify/options.ts'
import { readBaseline } from '../../verify/reports/index.ts'
import {
  listOption,
  numberOption,
  type OptionValues,
  optionalText,
  repeatedOption,
  UsageError,
} from '../command.ts'
import { apiOption, serverUrl } from '../server-options.ts'

type ConnectionOptions = Pick<
  VerifyOptions,
  'token' | 'headers' | 'concurrency' | 'timeout' | 'rate'
>

/** Parses the options for the credentials and the connection; throws a UsageError where one is invalid. */
export function readConnectionOptions(values: OptionValues): ConnectionOptions {
  const token = optionalText(values, 'token') ?? process.env.FORGERY_TOKEN
  if (!token) throw new UsageError('Give a token: --token TOKEN, or the variable FORGERY_TOKEN.')
  return {
    token,
    headers: readHeaders(repeatedOption(values, 'header')),
    concurrency: numberOption(values, 'concurrency', { least: 1, most: 100 }),
    timeout: 1000 * numberOption(values, 'timeout', { least: 1, most: 600 }),
    ...(values.rate === undefined
      ? {}
      : { rate: numberOption(values, 'rate', { least: 1, most: 10_000 }) }),
  }
}

/** Parses the options of `forgery verify`; throws a UsageError where one is invalid. */
export function readVerifyOptions(values: OptionValues): VerifyOptions {
  if (optionalText(values, 'url') === undefined) {
    throw new UsageError('`forgery verify` needs a URL. `forgery help verify` lists what it takes.')
  }
  const url = serverUrl(values)
  const only = names(values, 'only')
  const userToken = optionalText(values, 'user-token')
  const baseline = optionalText(values, 'baseline')
  const passwordPattern = optionalText(values, 'password-pattern')
  return {
    url,
    api: apiOption(values),
    ...readConnectionOptions(values),
    skip: names(values, 'skip'),
    instance: values.instance === true,
    readOnly: values['read-only'] === true,
    projectCount: numberOption(values, 'projects', { least: 1, most: 10_000 }),
    strict: values.strict === true,
    keepFailed: values['keep-failed'] === true,
    ...(only.length > 0 ? { only } : {}),
    ...(userToken ? { userToken } : {}),
    credentials: readCredentials(values),
    ...(passwordPattern ? { passwordPattern } : {}),
    ...(baseline ? { baseline: readBaselineFile('baseline', baseline) } : {}),
  }
}

/** Reads credentials of kinds that the API cannot create. */
function readCredentials(values: OptionValues): OtherCredentials {
  const given = {
    oauth: optionalText(values, 'oauth-token'),
    readUser: optionalText(values, 'read-user-token'),
    revoked: optionalText(values, 'revoked-token'),
    session: optionalText(values, 'session'),
  }
  return Object.fromEntries(Object.entries(given).filter(([, secret]) => secret !== undefined))
}

function names(values: OptionValues, name: string): readonly string[] {
  return listOption(values, name).filter((word) => word !== '')
}

/** Parses repeated options of the form `NAME: VALUE`. */
export function readHeaders(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.indexOf(':')
      const name = line.slice(0, Math.max(end, 0))
      if (/^[^\s]+$/.test(name)) return [name, line.slice(end + 1).trim()]
      throw new UsageError(`--header takes "NAME: VALUE", not "${line}".`)
    }),
  )
}

/** Reads the failures of a JSON report; throws a UsageError where it cannot be read. */
export function readBaselineFile(option: string, path: string): readonly string[] {
  try {
    return readBaseline(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--${option} ${path} cannot be read: ${reason}.`)
  }
}
