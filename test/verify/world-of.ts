import type { Forge } from '../../src/forge/forge.ts'

/** Everything that the forge remembers of the world, but counters and when its settings were last written. */
export function worldOf(forge: Forge): Record<string, readonly object[]> {
  const collections = Object.entries(forge.snapshot()).map(
    ([name, { records }]): [string, readonly object[]] => [
      name,
      name === 'settings' ? records.map(withoutUpdate) : records,
    ],
  )
  return Object.fromEntries(collections)
}

const withoutUpdate = (settings: object) => ({ ...settings, updated_at: undefined })
