import type { World } from '../../worlds/worlds.ts'
import type { OpenForge } from './open-forge.ts'
import { createSaver } from './saver.ts'
import { type ServedWorld, serveWorld } from './served-world.ts'
import type { StoredStart, WorldChange } from './stored-world.ts'
import type { WorkerSettings } from './worker-options.ts'
import { followChanges } from './world-changes.ts'

/** An open world whose changes are stored. */
export interface PersistentWorld extends Pick<ServedWorld, 'toBytes' | 'end'> {
  readonly world: World
  /**
   * Answers after all changes made by then are stored. Rejects where storing fails; the world in memory must not be
   * used after that.
   */
  answer(request: Request): Promise<Response>
}

/** Serves a stored world, and stores its changes with `write`. */
export function keepServing(
  name: string,
  start: StoredStart,
  opened: OpenForge,
  options: WorkerSettings['access'] & { readonly controlToken: string | null },
  write: (change: WorldChange) => Promise<void>,
): PersistentWorld {
  const { world, answer, toBytes, end } = serveWorld(name, opened, options)
  const changes = followChanges(name, start, opened)
  const saver = createSaver(async () => write(await changes.take()))
  return {
    world,
    toBytes,
    end,
    async answer(request) {
      const response = await answer(request)
      if (mayMoveClock(request)) changes.note()
      await saver.saved(!changes.isEmpty())
      return response.type === 'error' ? droppedConnection() : response
    },
  }
}

function mayMoveClock({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  return method !== 'GET' && pathname.includes('/_forge/') && pathname.endsWith('/clock')
}

/**
 * Returns a response that closes the connection. A worker cannot close it, nor return `Response.error()`, but the
 * engine closes it where the body fails before its first byte.
 */
function droppedConnection(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(new Error('A fault of the world drops the connection')),
  })
  return new Response(body, { status: 502 })
}
