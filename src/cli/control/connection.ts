import { readBaseUrl } from '../../contract/base-paths.ts'
import { connect, type ServedForge } from '../../worlds/client/index.ts'
import { unreachable } from '../../worlds/client/unreachable.ts'
import { writeJson } from '../../worlds/control/json.ts'
import {
  type OptionDescription,
  type OptionValues,
  optionalText,
  spelled,
  textOption,
  UsageError,
} from '../command.ts'

/** The options for the server of a command, and for the form of its output. */
export const connectionOptions: Readonly<Record<string, OptionDescription>> = {
  url: {
    type: 'string',
    placeholder: 'URL',
    default: process.env.FORGERY_URL || 'http://127.0.0.1:8080',
    summary: 'The server, or a world of it; $FORGERY_URL where that is set.',
  },
  token: {
    type: 'string',
    placeholder: 'TOKEN',
    summary: 'The control token of the server; $FORGERY_CONTROL_TOKEN where that is set.',
  },
  json: { type: 'boolean', summary: 'Print the answer as JSON.' },
}

/** The same options for commands about one world. */
export const worldOptions: Readonly<Record<string, OptionDescription>> = {
  world: { type: 'string', placeholder: 'NAME', summary: 'The world; the default one by default.' },
  ...connectionOptions,
}

/** Returns the forge that a command line names. */
export function forgeOf(values: OptionValues): ServedForge {
  const world = optionalText(values, 'world')
  const token = optionalText(values, 'token') ?? process.env.FORGERY_CONTROL_TOKEN
  const url = serverUrl(values)
  return connect(url, {
    ...(world === undefined ? {} : { world }),
    ...(token ? { token } : {}),
    fetch: (input, init) =>
      fetch(input, init).catch((error) => {
        throw unreachable(url, error, ', or say which with --url')
      }),
  })
}

function serverUrl(values: OptionValues): string {
  const url = textOption(values, 'url')
  if (readBaseUrl(url) !== undefined) return url
  const option = spelled(values, 'url', 'FORGERY_URL')
  throw new UsageError(`${option} takes a URL such as http://127.0.0.1:8080, not "${url}".`)
}

/** Prints a result: as JSON with `--json`, else as lines for people. */
export function print(values: OptionValues, answer: unknown, lines: readonly string[]): void {
  const text = values.json ? [writeJson(answer, 2)] : lines
  for (const line of text) process.stdout.write(`${line}\n`)
}

/**
 * Prints a list, one line per entry. An empty list is reported on standard error, so that programs reading lines get
 * none.
 */
export function printList(
  values: OptionValues,
  list: readonly unknown[],
  lines: readonly string[],
  none: string,
): void {
  print(values, list, lines)
  if (list.length === 0 && !values.json) process.stderr.write(`${none}\n`)
}

/** Formats rows as lines, with each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, place) =>
    Math.max(...rows.map((row) => (row[place] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((word, place) => word.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
