import { refusalOf } from '../../worlds/control/control.ts'
import { ControlError } from '../../worlds/control-error.ts'
import { createEntryList, type EntryList } from '../../worlds/world-list.ts'
import {
  checkWorldName,
  defaultWorld,
  freeWorldName,
  missingWorld,
  noFurtherWorlds,
  takenWorld,
} from '../../worlds/world-names.ts'
import { checkStart, type NewWorld } from '../../worlds/worlds.ts'
import type { FetchingObject, ObjectState, ObjectStorage, WorkerEnvironment } from './engine.ts'
import { callObject, type NewStart } from './object-calls.ts'
import type { WorkerSettings } from './worker-options.ts'

const key = (name: string) => `world:${name}`

/** Milliseconds since 1970, since the time of the last use of a world outlives this object. */
const now = () => performance.timeOrigin + performance.now()

/**
 * Makes the object with the names of the worlds and the times of their last use. It lets the objects of worlds make and
 * delete their worlds; requests of clients do not pass through it. A name is stored before its world is made: after a
 * failure in between, the name is listed and can be removed.
 */
export function createRegistryObject(
  { storage }: ObjectState,
  { FORGE_WORLDS: worlds }: WorkerEnvironment,
  { maxWorlds: most, worldTtl: timeToLive }: WorkerSettings,
): FetchingObject {
  let evicted: string[] = []
  const list = createEntryList<string>({ most, timeToLive }, now, (name) => evicted.push(name))
  let filling: Promise<void> | undefined
  const isTaken = (name: string) => name === defaultWorld || list.has(name)

  async function forget(name: string): Promise<void> {
    await callObject(worlds, name, 'forget')
    await storage.delete([key(name)])
  }

  /** Resolves when the list has been loaded from the storage; after a failure, the next call tries again. */
  function filled(): Promise<void> {
    filling ??= fill(list, storage).catch((error) => {
      filling = undefined
      throw error
    })
    return filling
  }

  /** Deletes the worlds that the list has evicted. */
  async function forgetOthers(): Promise<void> {
    const names = evicted
    evicted = []
    await Promise.all(names.map(forget))
  }

  function nameFor(given: string | undefined): string {
    if (given === undefined) return `w${freeWorldName(1, isTaken)}`
    checkWorldName(given)
    return isTaken(given) ? takenWorld(given) : given
  }

  async function startOf({ seed, from, snapshot }: NewWorld): Promise<NewStart> {
    if (from === undefined && snapshot === undefined) {
      return seed instanceof URL ? { seed: seed.href } : { seed }
    }
    const source = from ?? defaultWorld
    if (!isTaken(source)) missingWorld(source)
    const response = await callObject(worlds, source, 'export', { snapshot })
    return new Uint8Array(await response.arrayBuffer())
  }

  async function create(world: NewWorld): Promise<Response> {
    if (most === 0) noFurtherWorlds()
    checkStart(world)
    const name = nameFor(world.name)
    list.add(name, name)
    try {
      await storage.put({ [key(name)]: now() })
      const made = await callObject(worlds, name, 'make', { start: await startOf(world) })
      return Response.json(await made.json())
    } catch (error) {
      list.remove(name)
      await forget(name)
      throw error
    }
  }

  async function carryOut(method: string, name: string, request: Request): Promise<Response> {
    switch (method) {
      case 'GET':
        return Response.json(list.all())
      case 'POST':
        return create(await request.json())
      case 'PUT':
        if (list.use(name) !== undefined) await storage.put({ [key(name)]: now() })
        return new Response(null, { status: 204 })
      case 'DELETE':
        await forget(list.remove(name) ?? missingWorld(name))
        return new Response(null, { status: 204 })
      default:
        throw new ControlError(405, `The registry knows no call ${method}`)
    }
  }

  return {
    async fetch(request) {
      try {
        await filled()
        const name = decodeURIComponent(new URL(request.url).pathname.slice(1))
        const response = await carryOut(request.method, name, request)
        await forgetOthers()
        return response
      } catch (error) {
        const { status, message } = refusalOf(error)
        return Response.json({ message }, { status })
      }
    },
  }
}

/** Fills the list from the storage, the least recently used first. */
async function fill(list: EntryList<string>, storage: ObjectStorage): Promise<void> {
  const stored = [...(await storage.list({ prefix: key('') }))].map(
    ([name, usedAt]) => [name.slice(key('').length), Number(usedAt)] as const,
  )
  stored.sort(([, one], [, other]) => one - other)
  for (const [name, usedAt] of stored) list.add(name, name, usedAt)
}
