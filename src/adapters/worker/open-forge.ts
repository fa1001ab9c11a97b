import { assembleForge } from '../../forge/assemble-forge.ts'
import type { Forge } from '../../forge/forge.ts'
import type { ForgeOptions } from '../../forge/options.ts'
import type { Snapshot } from '../../store/store.ts'
import { readWorld, type SavedWorld } from '../../worlds/saved/world-file.ts'
import type { Start } from './starts.ts'
import type { StoredWorld } from './stored-world.ts'

/** A forge with the map that holds its snapshots. */
export interface OpenForge {
  readonly forge: Forge
  readonly snapshots: ReadonlyMap<string, Snapshot>
}

/** Makes the forge of a new world. */
export function startForge(name: string, start: Start, options: ForgeOptions): Promise<OpenForge> {
  return openForge(name, start, start.saved, new Map(), options)
}

/**
 * Makes the forge of a stored world. It continues with its clock, its snapshots and its faults, and a reset returns to
 * its starting point.
 * @throws Error where the stored data cannot be read, with the reason.
 */
export async function reopenForge(
  { about, world, snapshots: stored }: StoredWorld,
  start: Start,
  options: ForgeOptions,
): Promise<OpenForge> {
  const present = await readWorld(world, `${about.name} of the storage`)
  const snapshots = new Map<string, Snapshot>()
  for (const [name, bytes] of stored) {
    snapshots.set(name, (await readWorld(bytes, `${name} of the storage`)).snapshot)
  }
  const opened = await openForge(about.name, start, present, snapshots, options)
  for (const fault of about.faults) opened.forge.faults.add(fault)
  return opened
}

async function openForge(
  name: string,
  { snapshot, saved: start }: Start,
  saved: SavedWorld | undefined,
  snapshots: Map<string, Snapshot>,
  options: ForgeOptions,
): Promise<OpenForge> {
  const origin = { world: name, snapshots, reopened: { start }, ...(saved ? { saved } : {}) }
  return { forge: assembleForge(snapshot, options, undefined, origin), snapshots }
}
