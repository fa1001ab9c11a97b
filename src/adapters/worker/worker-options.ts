import { type ForgeOptions, optionRules } from '../../forge/options.ts'
import { checkOptions, type OptionRules, wholeNumber } from '../../shared/options.ts'
import { worldRules } from '../../worlds/world-rules.ts'
import type { WorldLimits } from '../../worlds/worlds.ts'
import { type ApplicationOptions, applicationRules } from '../server/application-options.ts'

/**
 * The options of `createWorker`: those of each forge and of its application. Responses cannot be validated against the
 * contract there, since the engine forbids compilation at run time.
 */
export interface WorkerOptions
  extends Omit<ForgeOptions, 'from' | 'validateResponses'>,
    Omit<ApplicationOptions, 'controlToken' | 'onServed'>,
    WorldLimits {
  /**
   * The maximum size of a saved world, in bytes; 4 MiB by default. A write that exceeds it is answered with 507 and
   * rolled back.
   */
  readonly maxWorldSize?: number
}

const { from: _from, validateResponses: _validate, ...forgeRules } = optionRules
const { controlToken: _token, onServed: _onServed, ...accessRules } = applicationRules

const rules: OptionRules<WorkerOptions> = {
  ...forgeRules,
  ...accessRules,
  ...worldRules,
  maxWorldSize: wholeNumber(1),
}

/** The options by purpose. */
export interface WorkerSettings {
  readonly forge: Omit<ForgeOptions, 'seed'>
  readonly seed: NonNullable<ForgeOptions['seed']>
  readonly seeds: NonNullable<WorldLimits['seeds']>
  readonly access: Omit<ApplicationOptions, 'controlToken' | 'onServed'>
  readonly maxWorlds: number
  readonly worldTtl: number
  readonly maxWorldSize: number
}

/** @throws TypeError where an option is unknown or wrong; it names the option and what it must be. */
export function readOptions(options: WorkerOptions): WorkerSettings {
  checkOptions('createWorker', options, rules)
  const { seed = 'empty', seeds = {}, maxWorlds = 1000, maxWorldSize = 4 * 2 ** 20 } = options
  const { worldTtl = Number.POSITIVE_INFINITY } = options
  const access = only(options, Object.keys(accessRules))
  const { seed: _seed, ...ofForges } = forgeRules
  const forge = only(options, Object.keys(ofForges))
  return { forge, seed, seeds, access, maxWorlds, worldTtl, maxWorldSize }
}

/** Picks the options with certain names. */
function only(options: WorkerOptions, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}
