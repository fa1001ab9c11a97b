import { application } from '../../../src/adapters/server/application.ts'
import type { ForgeControl } from '../../../src/forge/control.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { connect } from '../../../src/worlds/client/index.ts'
import { controlToken, runWorker } from '../../adapters/worker/fake-engine.ts'
import { createTestForge } from '../../harness.ts'
import { origin, seed } from './served-worlds.ts'

/** A ForgeControl, with the API of the same world. */
export interface Home {
  readonly control: ForgeControl
  /** Calls the API as root; the path is below `/api/v3`. */
  ask(method: string, path: string, parameters?: object): Promise<Response>
}

type Send = (request: Request) => Response | Promise<Response>

const options = {
  seed: {
    ...seed,
    hooks: [{ url: 'http://receiver.test/' }],
    pipelines: [
      { project: 'jane/website', ref: 'master', builds: [{ name: 'test', status: 'pending' }] },
    ],
  } satisfies Seed,
  now: () => new Date('2017-01-15T12:00:00Z'),
  log: () => {},
  fetch: async () => new Response(),
}

const newForge = () => createTestForge(options)

function homeOf(control: ForgeControl, send: Send, prefix = ''): Home {
  return {
    control,
    async ask(method, path, parameters) {
      const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
      const body = parameters && { body: JSON.stringify(parameters) }
      return send(new Request(`${origin}${prefix}/api/v3${path}`, { method, headers, ...body }))
    },
  }
}

/** Where a ForgeControl may be: the same tests run over each of them. */
export const homes: Readonly<Record<string, () => Promise<Home>>> = {
  async 'in this process'() {
    const forge: Forge = await newForge()
    return homeOf(forge, forge.fetch)
  },
  async 'over HTTP'() {
    const { fetch } = application(await newForge())
    const control = connect(`${origin}/`, {
      fetch: async (...given) => fetch(new Request(...given)),
    })
    return homeOf(control, fetch)
  },
  async 'over HTTP, a world of its own'() {
    const { fetch } = application(await newForge())
    const { worlds } = connect(origin, { fetch: async (...given) => fetch(new Request(...given)) })
    return homeOf(await worlds.create({ name: 'own' }), fetch, '/w/own')
  },
  async 'in a worker'() {
    const { fetch } = runWorker({ ...options, randomSeed: 1 })
    const { worlds } = connect(origin, {
      token: controlToken,
      fetch: async (...given) => fetch(new Request(...given)),
    })
    return homeOf(await worlds.create({ name: 'own' }), fetch, '/w/own')
  },
}
