import { createForge } from '../forge/create-forge.ts'
import { type ForgeOptions, optionRules } from '../forge/options.ts'
import { checkOptions, type OptionRules } from '../shared/options.ts'
import { worldRules } from './world-rules.ts'
import { type WorldLimits, type Worlds, worldsAround } from './worlds.ts'

/** The options of `createWorlds`: those of each forge, and the limits of the worlds. */
export interface WorldsOptions extends ForgeOptions, WorldLimits {}

const rules: OptionRules<WorldsOptions> = {
  ...optionRules,
  ...worldRules,
}

/**
 * Makes isolated worlds for parallel tests. Each world is a forge of its own, which is made as fast as a fork. The
 * default world starts from `seed`, as a forge of `createForge` does.
 * @throws TypeError where an option is unknown or wrong; it names the option and what it must be.
 * @throws SeedError where the seed is wrong.
 * @example
 * const worlds = await createWorlds({ seed: 'demo', maxWorlds: 100 })
 * const { name, forge } = await worlds.create({ name: 'checkout' })
 * await forge.add({ issues: [{ project: 'tidewater/website', title: 'It leaks' }] })
 * worlds.remove(name)
 */
export async function createWorlds(options: WorldsOptions = {}): Promise<Worlds> {
  checkOptions('createWorlds', options, rules)
  const { maxWorlds, worldTtl, seeds, ...forgeOptions } = options
  const forge = await createForge(forgeOptions)
  return worldsAround(forge, { maxWorlds, worldTtl, seeds })
}
