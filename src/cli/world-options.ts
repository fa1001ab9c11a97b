import { readDuration } from '../forge/clock.ts'
import type { ForgeOptions } from '../forge/options.ts'
import type { WorldLimits } from '../worlds/worlds.ts'
import { numberOption, type OptionValues, optionalText, textOption, UsageError } from './command.ts'

/** How many worlds `serve` keeps, and for how long; a new demo world is the one that it started from. */
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

/** The token of control calls; one in the environment is not seen in a list of processes. */
export function controlTokenOf(values: OptionValues): { readonly controlToken?: string } {
  const given = optionalText(values, 'control-token')
  const token = given ?? process.env.FORGERY_CONTROL_TOKEN
  if (!token) return {}
  if (token.length >= 8) return { controlToken: token }
  const option = given === undefined ? '$FORGERY_CONTROL_TOKEN' : '--control-token'
  throw new UsageError(`${option} takes at least 8 characters.`)
}
