import { refusalOf } from '../../worlds/control/control.ts'
import { ControlError } from '../../worlds/control-error.ts'
import { describeWorld } from '../../worlds/world-directory.ts'
import { defaultWorld, missingWorld } from '../../worlds/world-names.ts'
import type { FetchingObject, ObjectState, WorkerEnvironment } from './engine.ts'
import { callHeader, nameHeader, readStart, unmade } from './object-calls.ts'
import type { PersistentWorld } from './persistent-world.ts'
import { registryOf } from './registry-calls.ts'
import type { StartFinder } from './starts.ts'
import type { WorkerSettings } from './worker-options.ts'
import { createWorldKeeper } from './world-keeper.ts'

/** The interval of reports to the registry that a world is in use, in milliseconds. */
const reportInterval = 600_000

/**
 * Makes the object of one world. It opens the world from its storage at the first request, and again after the engine
 * evicted it. A client gets its response after the changes of its request are stored.
 */
export function createWorldObject(
  { id, storage }: ObjectState,
  environment: WorkerEnvironment,
  settings: WorkerSettings,
  findStart: StartFinder,
): FetchingObject {
  const isDefault = id.toString() === environment.FORGE_WORLDS.idFromName(defaultWorld).toString()
  const token = environment.FORGERY_CONTROL_TOKEN || null
  const keeper = createWorldKeeper(storage, settings, findStart, token)
  let opened: Promise<PersistentWorld | undefined> | undefined
  let reportedAt = Number.NEGATIVE_INFINITY

  function open(): Promise<PersistentWorld | undefined> {
    const opening = opened ?? openWorld()
    opened = opening
    opening.catch(() => close(opening))
    return opening
  }

  async function openWorld(): Promise<PersistentWorld | undefined> {
    const stored = await keeper.open()
    return stored ?? (isDefault ? keeper.make(defaultWorld, {}) : undefined)
  }

  /** Drops the world, so that the next request opens it again from the storage. */
  function close(which = opened): void {
    if (opened === which) opened = undefined
    which?.then((kept) => kept?.end()).catch(() => {})
  }

  async function present(request: Request): Promise<PersistentWorld> {
    return (await open()) ?? missingWorld(request.headers.get(nameHeader) ?? '')
  }

  function report({ name }: PersistentWorld['world']): void {
    if (isDefault || performance.now() - reportedAt < reportInterval) return
    reportedAt = performance.now()
    registryOf(environment)
      .use(name)
      .catch(() => {})
  }

  async function answer(request: Request): Promise<Response> {
    const opening = open()
    const kept = await opening
    if (!kept) return refused(new ControlError(404, 'No world was made here'), unmade)
    report(kept.world)
    try {
      return await kept.answer(request)
    } catch (error) {
      close(opening)
      throw error
    }
  }

  async function carryOut(call: string, request: Request): Promise<Response> {
    switch (call) {
      case 'make': {
        const start = await readStart(request)
        close()
        opened = keeper.make(request.headers.get(nameHeader) ?? '', start)
        return Response.json(describeWorld((await present(request)).world))
      }
      case 'show':
        return Response.json(describeWorld((await present(request)).world))
      case 'export': {
        const snapshot = new URL(request.url).searchParams.get('snapshot') ?? undefined
        return new Response(await (await present(request)).toBytes(snapshot))
      }
      case 'forget':
        await forget()
        return new Response(null, { status: 204 })
      default:
        throw new ControlError(400, `An object knows no call "${call}"`)
    }
  }

  async function forget(): Promise<void> {
    close()
    await storage.deleteAll()
  }

  return {
    async fetch(request) {
      const call = request.headers.get(callHeader)
      try {
        return await (call === null ? answer(request) : carryOut(call, request))
      } catch (error) {
        return refused(error)
      }
    },
  }
}

function refused(error: unknown, mark?: string): Response {
  const { status, message } = refusalOf(error)
  const headers = mark === undefined ? undefined : { [callHeader]: mark }
  return Response.json({ message }, { status, ...(headers ? { headers } : {}) })
}
