import { connect } from '../../src/client/index.ts'
import type { Forge } from '../../src/forge.ts'
import type { ForgeControl } from '../../src/forge-control.ts'
import { application } from '../../src/server/application.ts'
import { createTestForge } from '../harness.ts'
import { origin, seed } from './served-worlds.ts'

/** A ForgeControl, with the API of the same world. */
export interface Home {
  readonly control: ForgeControl
  /** Calls the API as root; the path is below `/api/v3`. */
  ask(method: string, path: string, parameters?: object): Promise<Response>
}

type Send = (request: Request) => Response | Promise<Response>

const newForge = () =>
  createTestForge({
    seed: {
      ...seed,
      hooks: [{ url: 'http://receiver.test/' }],
      pipelines: [
        { project: 'jane/website', ref: 'master', builds: [{ name: 'test', status: 'pending' }] },
      ],
    },
    now: () => new Date('2017-01-15T12:00:00Z'),
    log: () => {},
    fetch: async () => new Response(),
  })

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
}
