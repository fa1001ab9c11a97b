import type { Seed } from '../../seed/schema.ts'
import { connect, type ServedForge, type ServedWorld } from '../../worlds/client/index.ts'
import { createWorlds } from '../../worlds/create-worlds.ts'
import { listen } from '../server/listen.ts'

/** The server that the tests of a worker share, with its forge. */
export interface ForgeServer {
  /** Such as `http://127.0.0.1:8080`, without a trailing slash. */
  readonly url: string
  readonly control: ServedForge
  /** Makes the world of a test from the seed. */
  createWorld(): Promise<ServedWorld>
  /** Stops a server that was started here; a server that was running before continues. */
  close(): Promise<void>
}

/**
 * Returns the server at `url`, or starts a new one on a free port. The server at `url` is sent the control token of the
 * environment variable FORGERY_CONTROL_TOKEN.
 * @throws Error where no server responds at `url`.
 */
export async function startOrFindServer(
  url: string | undefined,
  seed: Seed | string | undefined,
): Promise<ForgeServer> {
  if (url === undefined || url === '') {
    const listening = await listen(await createWorlds(seed === undefined ? {} : { seed }), {
      port: 0,
    })
    const control = connect(listening.url)
    // The server itself started from the seed, which was thus read once.
    const createWorld = () => control.worlds.create()
    return { url: listening.url, control, createWorld, close: listening.close }
  }
  const found = url.replace(/\/$/, '')
  await checkHealth(found)
  const token = process.env.FORGERY_CONTROL_TOKEN
  const control = connect(found, token ? { token } : {})
  const createWorld = () => control.worlds.create(seed === undefined ? {} : { seed })
  return { url: found, control, createWorld, close: async () => {} }
}

async function checkHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/_forge/health`).catch(() => undefined)
  if (response?.ok) return
  const answer = response === undefined ? 'nothing answers' : `the answer is ${response.status}`
  throw new Error(
    `forgery/playwright: there is no forge at ${url} (at /_forge/health ${answer}). ` +
      'Start it with `npx forgery serve`, or leave out forgeUrl and FORGERY_URL to let each worker start one.',
  )
}
