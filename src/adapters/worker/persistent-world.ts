import type { World } from '../../worlds/worlds.ts'
import type { OpenForge } from './open-forge.ts'
import { createSaver } from './saver.ts'
import { type ServedWorld, serveWorld } from './served-world.ts'
import type { StoredStart, WorldChange } from './stored-world.ts'
import type { WorkerSettings } from './worker-options.ts'
import { followChanges } from './world-changes.ts'

/** A world that is open, and stored. */
export interface PersistentWorld extends Pick<ServedWorld, 'toBytes' | 'end'> {
  readonly world: World
  /**
   * Answers once all that was changed by then is stored. Where it cannot be stored it rejects with the
   * reason, and what is in memory is not to be used any more.
   */
  answer(request: Request): Promise<Response>
}

/** Serves a world that is stored already, and has `write` store what changes. */
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
 * A worker cannot close the connection of its client, nor may it answer with `Response.error()`: an
 * answer that breaks off before its first byte has the engine do it.
 */
function droppedConnection(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.error(new Error('A fault of the world drops the connection')),
  })
  return new Response(body, { status: 502 })
}
