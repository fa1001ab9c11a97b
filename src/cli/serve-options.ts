import { readHostName, readOrigin } from '../adapters/server/access-names.ts'
import type { ApplicationOptions } from '../adapters/server/application-options.ts'
import type { AccessOptions } from '../adapters/server/who-may-ask.ts'
import { readBaseUrl } from '../contract/base-paths.ts'
import { readTime } from '../contract/time.ts'
import { readDuration } from '../forge/clock.ts'
import { delayRule } from '../forge/faults/description.ts'
import type { Forge } from '../forge/forge.ts'
import type { ForgeOptions } from '../forge/options.ts'
import { type RunnerOptions, startRunner } from '../worlds/runner.ts'
import type { WorldLimits, Worlds } from '../worlds/worlds.ts'
import {
  listOption,
  numberOption,
  type OptionDescription,
  type OptionValues,
  optionalText,
  repeatedOption,
  textOption,
  UsageError,
} from './command.ts'

/** Reads `--base-url` and `--trust-proxy`, which determine the addresses in responses behind a proxy. */
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

/** The descriptions of `--cors-origin` and `--allow-host`, which `serve` and `proxy` share. */
export const accessDescriptions = {
  'cors-origin': {
    type: 'string',
    placeholder: 'ORIGINS',
    isRepeatable: true,
    summary:
      'Origins whose pages may use it, beside those of this machine, or *; with commas or once more.',
  },
  'allow-host': {
    type: 'string',
    placeholder: 'HOSTS',
    isRepeatable: true,
    summary:
      'Host names to answer as, beside those of this machine; several with commas or once more.',
  },
} as const satisfies Record<string, OptionDescription>

/** Reads the repeatable options `--cors-origin` and `--allow-host`, which give access from beyond this machine. */
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
  /** The valid form of the option, for error messages. */
  readonly form: string
}

function read(values: OptionValues, name: string, { as, form }: Reading): string[] {
  return listOption(values, name).map((text) => {
    const known = as(text)
    if (known !== undefined) return known
    throw new UsageError(`--${name} takes ${form}, not "${text}".`)
  })
}

/** Reads the limits of the worlds of `serve`; new worlds from the demo seed start as its default world did. */
export function worldLimits(values: OptionValues, seed: ForgeOptions['seed']): WorldLimits {
  const isDemo = textOption(values, 'seed') === 'demo' && seed !== undefined
  return {
    maxWorlds: numberOption(values, 'max-worlds', { least: 0, most: 1_000_000 }),
    worldTtl: timeToLive(optionalText(values, 'world-ttl')),
    seeds: isDemo ? { demo: seed } : {},
  }
}

function timeToLive(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const milliseconds = readDuration(text)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new UsageError(`--world-ttl takes a time such as 90s, 30m or 2h, not "${text}".`)
}

/** Reads the control token; an environment variable is not visible in a list of processes. */
export function controlTokenOf(values: OptionValues): { readonly controlToken?: string } {
  const given = optionalText(values, 'control-token')
  const token = given ?? process.env.FORGERY_CONTROL_TOKEN
  if (!token) return {}
  if (token.length >= 8) return { controlToken: token }
  const option = given === undefined ? '$FORGERY_CONTROL_TOKEN' : '--control-token'
  throw new UsageError(`${option} takes at least 8 characters.`)
}

/**
 * Reads the world that `serve` starts from, and its clock. The demo world is shifted to end a few days ago, or at the
 * time of `--now`, at which the clock then stands still.
 */
export function servedWorld(values: OptionValues): Pick<ForgeOptions, 'seed' | 'now'> {
  const seed = textOption(values, 'seed')
  const now = typeof values.now === 'string' ? readTime(values.now) : undefined
  if (values.now !== undefined && now === undefined) {
    throw new UsageError(
      `--now takes an ISO 8601 time, such as 2017-01-15T12:00:00Z, or a day, not "${values.now}".`,
    )
  }
  const clock = now === undefined ? {} : { now }
  return { seed: seed === 'demo' ? `demo@${now ?? new Date().toISOString()}` : seed, ...clock }
}

/** Reads the repositories of `--import` by project. */
export function importsOption(values: OptionValues): Pick<ForgeOptions, 'imports'> {
  const given = repeatedOption(values, 'import')
  if (given.length === 0) return {}
  const imports = new Map<string, string>()
  for (const text of given) {
    const [, project = '', path = ''] = /^([^=]+\/[^=/]+)=(.+)$/s.exec(text) ?? []
    if (path === '') {
      throw new UsageError(
        `--import takes a project and a path, such as demo/website=./website, not "${text}".`,
      )
    }
    if (imports.has(project)) throw new UsageError(`--import names ${project} twice.`)
    imports.set(project, path)
  }
  return { imports: Object.fromEntries(imports) }
}

/** Reads `--delay` for `createForge`. */
export function delayOption(values: OptionValues): Pick<ForgeOptions, 'delay'> {
  const delay = optionalText(values, 'delay')
  if (delay === undefined) return {}
  if (delayRule.accepts(delay)) return { delay }
  throw new UsageError(
    `--delay takes milliseconds up to an hour, 100 or a range such as 50..200, not "${delay}".`,
  )
}

/**
 * Reads `--runner` with `--runner-fail` and `--runner-speed`: returns a function that starts a runner for all worlds,
 * and returns a function that stops it. Without `--runner`, no builds are run.
 */
export function runnerOption(values: OptionValues): (served: Forge | Worlds) => () => void {
  const fail = listOption(values, 'runner-fail')
  const options: RunnerOptions = { fail, speed: speedOption(values) }
  if (values.runner === true) return (served) => startRunner(served, options).stop
  const alone = ['runner-fail', 'runner-speed'].find((name) => values[name] !== undefined)
  if (alone !== undefined) throw new UsageError(`--${alone} goes with --runner.`)
  return () => () => {}
}

function speedOption(values: OptionValues): number {
  const text = optionalText(values, 'runner-speed') ?? '1'
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (speed >= 0.01 && speed <= 1000) return speed
  throw new UsageError(`--runner-speed takes a number from 0.01 to 1000, not "${text}".`)
}
