import { readHostName, readOrigin } from '../adapters/server/access-names.ts'
import type { AccessOptions } from '../adapters/server/who-may-ask.ts'
import { listOption, type OptionValues, UsageError } from './command.ts'

/** Who may ask the server beside this machine: `--cors-origin` and `--allow-host`, as often as given. */
export function accessOptions(values: OptionValues): AccessOptions {
  const corsOrigins = read(values, 'cors-origin', {
    as: readOrigin,
    form: 'origins, such as https://app.example.com without a path, or *',
  })
  const allowedHosts = read(values, 'allow-host', {
    as: readHostName,
    form: 'host names, such as forge.example.com, without a scheme and a port',
  })
  return { corsOrigins, ...(values['allow-host'] === undefined ? {} : { allowedHosts }) }
}

interface Reading {
  readonly as: (text: string) => string | undefined
  /** What the option takes, for who gave something else. */
  readonly form: string
}

function read(values: OptionValues, name: string, { as, form }: Reading): string[] {
  return listOption(values, name).map((text) => {
    const known = as(text)
    if (known !== undefined) return known
    throw new UsageError(`--${name} takes ${form}, not "${text}".`)
  })
}
