import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { type Listening, listen } from '../../src/adapters/server/index.ts'
import type { Forge } from '../../src/forge/forge.ts'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'

/** A forge that really listens, and where. */
export interface Running {
  readonly forge: Forge
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string
}

/**
 * Tests of a client that others wrote, against a server on a port of its own:
 *
 *   describeRunning('gitlab: users', clientsWorld, (running) => {
 *     it('shows one', async () => {
 *       const root = gitlabOf(running, 'root')
 *
 * The world is back at the seed before each test. A further subject is a further file in the folder of
 * each client, and what it calls is declared in clients.d.ts.
 */
export function describeRunning(name: string, seed: Seed, body: (running: Running) => void): void {
  describe(name, () => {
    let started: { forge: Forge; listening: Listening } | undefined
    beforeAll(async () => {
      const forge = await createTestForge({ seed })
      started = { forge, listening: await listen(forge, { port: 0 }) }
    })
    afterAll(() => started?.listening.close())
    beforeEach(() => started?.forge.reset())
    const present = () => {
      if (!started) throw new Error('The forge runs while tests run, not while they are collected.')
      return started
    }
    body({
      get forge() {
        return present().forge
      },
      get url() {
        return present().listening.url
      },
    })
  })
}

/** What the forge was asked for, oldest first: the operation and the status that was answered. */
export function asked({ forge }: Running): string[] {
  return forge.requests.map(({ operationId, method, path, status }) =>
    operationId ? `${operationId} ${status}` : `${method} ${path.split('?')[0]} ${status}`,
  )
}

/** A token that the forge itself made for a user. */
export function tokenOf({ forge }: Running, userId: number): string {
  const [credential] = forge.db.credentials.by('user_id', userId)
  if (!credential) throw new Error(`The user ${userId} has no token.`)
  return credential.token
}
