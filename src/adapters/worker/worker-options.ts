import { type ForgeOptions, optionRules } from '../../forge/options.ts'
import { checkOptions, type OptionRules, wholeNumber } from '../../shared/options.ts'
import { worldRules } from '../../worlds/world-rules.ts'
import type { WorldLimits } from '../../worlds/worlds.ts'
import { type ApplicationOptions, applicationRules } from '../server/application-options.ts'

/**
 * What `createWorker` takes: the options of each forge and of the application around it. Answers
 * cannot be checked against the contract there, as the engine lets nothing be compiled at run time.
 */
export interface WorkerOptions
  extends Omit<ForgeOptions, 'from' | 'validateResponses'>,
    Omit<ApplicationOptions, 'controlToken' | 'onServed'>,
    WorldLimits {
  /**
   * How many bytes a saved world may have; 4 MiB by default. A write that leads beyond that is a 507
   * and has not happened.
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

/** The options by what they are for. */
export interface WorkerSettings {
  readonly forge: Omit<ForgeOptions, 'seed'>
  readonly seed: NonNullable<ForgeOptions['seed']>
  readonly seeds: NonNullable<WorldLimits['seeds']>
  readonly access: Omit<ApplicationOptions, 'controlToken' | 'onServed'>
  readonly maxWorlds: number
  readonly worldTtl: number
  readonly maxWorldSize: number
}

/** @throws TypeError where an option is unknown or wrong, naming it and what it must be. */
export function readOptions(options: WorkerOptions): WorkerSettings {
  checkOptions('createWorker', options, rules)
  const { seed = 'empty', seeds = {}, maxWorlds = 1000, maxWorldSize = 4 * 2 ** 20 } = options
  const { worldTtl = Number.POSITIVE_INFINITY } = options
  const access = only(options, Object.keys(accessRules))
  const { seed: _seed, ...ofForges } = forgeRules
  const forge = only(options, Object.keys(ofForges))
  return { forge, seed, seeds, access, maxWorlds, worldTtl, maxWorldSize }
}

/** The options of some names. */
function only(options: WorkerOptions, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)))
}
