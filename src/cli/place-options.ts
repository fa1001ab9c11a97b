import type { ApplicationOptions } from '../adapters/server/application-options.ts'
import { readBaseUrl } from '../contract/base-paths.ts'
import { type OptionValues, optionalText, UsageError } from './command.ts'

/** Which addresses answers begin with, behind a proxy: `--base-url` and `--trust-proxy`. */
export function placeOptions(
  values: OptionValues,
): Pick<ApplicationOptions, 'baseUrl' | 'trustProxy'> {
  const given = optionalText(values, 'base-url')
  const baseUrl = given === undefined ? undefined : readBaseUrl(given)
  if (given !== undefined && baseUrl === undefined) {
    throw new UsageError(
      `--base-url takes a URL such as https://forge.example.com, without a query, not "${given}".`,
    )
  }
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(values['trust-proxy'] ? { trustProxy: true } : {}),
  }
}
