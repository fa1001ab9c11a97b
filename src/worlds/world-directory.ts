import type { Awaitable } from '../forge/control.ts'
import { missingWorld, namesOf } from './world-names.ts'
import type { NewWorld, World, Worlds } from './worlds.ts'

/** A world as the control of a server shows it. */
export interface WorldDescription {
  readonly name: string
  /** The private tokens of those who can sign in, by username. */
  readonly tokens: Readonly<Record<string, string>>
}

/** The worlds of a server by their names, be they in this process or elsewhere. */
export interface WorldDirectory {
  /** The seeds that a new world may name. */
  readonly seedNames: readonly string[]
  /** The default one first, then the longest unused first. */
  names(): Awaitable<readonly string[]>
  /** @throws ControlError where the name is none or taken, or what it starts from is not there. */
  create(world: NewWorld): Awaitable<WorldDescription>
  /** @throws ControlError where there is no such world. */
  show(name: string): Awaitable<WorldDescription>
  /** @throws ControlError where there is no such world, and for the default one. */
  remove(name: string): Awaitable<void>
}

/** The directory of worlds in this process. */
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
