import { readFileSync } from 'node:fs'
import { type CompareOptions, readCompareBaseline } from '../../verify/compare/index.ts'
import { numberOption, type OptionValues, optionalText, UsageError } from '../command.ts'
import { serverUrl } from '../server-options.ts'
import { readConnectionOptions } from '../verify/verify-options.ts'

/** Parses the options of `forgery compare`; throws a UsageError where one is invalid. */
export function readCompareOptions(values: OptionValues): CompareOptions {
  if (optionalText(values, 'url') === undefined) {
    throw new UsageError(
      '`forgery compare` needs a URL. `forgery help compare` lists what it takes.',
    )
  }
  const baseline = optionalText(values, 'baseline')
  const number = (name: string, least: number, most: number) =>
    values[name] === undefined ? undefined : numberOption(values, name, { least, most })
  const [runs, time] = [number('runs', 1, 17_576), number('time', 1, 1_000_000)]
  const [seed, patience] = [number('seed', 0, 4_000_000_000), number('patience', 1, 600)]
  return {
    url: serverUrl(values),
    ...readConnectionOptions(values),
    ...(runs === undefined ? {} : { runs }),
    ...(time === undefined ? {} : { time: 1000 * time }),
    ...(seed === undefined ? {} : { seed }),
    ...(patience === undefined ? {} : { patience: 1000 * patience }),
    ...(values.instance === true ? { instance: true } : {}),
    ...(baseline === undefined ? {} : { known: readBaselineFile(baseline) }),
  }
}

function readBaselineFile(path: string): readonly string[] {
  try {
    return readCompareBaseline(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--baseline ${path} cannot be read: ${reason}.`)
  }
}
