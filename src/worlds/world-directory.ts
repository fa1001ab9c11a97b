import type { Awaitable } from '../forge/control.ts'
import { missingWorld, namesOf } from './world-names.ts'
import type { NewWorld, World, Worlds } from './worlds.ts'

/** A world as the control address describes it. */
export interface WorldDescription {
  readonly name: string
  /** The private tokens of users who can sign in, by username. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The worlds of a server by name, in this process or elsewhere. */
export interface WorldDirectory {
  /** The names of the seeds that a new world can start from. */
  readonly seedNames: readonly string[]
  /** Lists the default world first, then the least recently used first. */
  names(): Awaitable<readonly string[]>
  /** @throws ControlError where the name is invalid or taken, or the starting point does not exist. */
  create(world: NewWorld): Awaitable<WorldDescription>
  /** @throws ControlError where there is no such world. */
  show(name: string): Awaitable<WorldDescription>
  /** @throws ControlError where there is no such world, and for the default one. */
  remove(name: string): Awaitable<void>
}

/** Returns the directory of the worlds in this process. */
export function directoryOf(worlds: Worlds): WorldDirectory {
  return {
    seedNames: worlds.seedNames,
    names: () => namesOf(worlds),
    create: async (world) => describeWorld(await worlds.create(world)),
    show: (name) => describeWorld(worlds.get(name) ?? missingWorld(name, namesOf(worlds))),
    remove: worlds.remove,
  }
}

export function describeWorld({ name, forge }: Pick<World, 'name' | 'forge'>): WorldDescription {
  return { name, tokens: forge.tokens }
}
