import { expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { now, type Transport, type TransportName, transports } from '../harness.ts'
import { chapters, explore, type Step } from '../verify/mutants/tour/index.ts'

/**
 * A tour of every operation over each transport: a status, a header and a body are the same to the byte.
 * Suites that say what the service does need no more than one transport because of this one.
 */
async function answersOver(name: TransportName): Promise<Step[]> {
  const quiet = { log: () => {}, fetch: () => Promise.reject(new TypeError('No network.')) }
  const forge = await createForge({ seed: 'demo', now, randomSeed: 1, ...quiet })
  const transport = await transports[name](forge)
  const steps: Step[] = []
  try {
    for (const chapter of chapters) {
      forge.reset()
      const handle = (request: Request) => send(transport, request)
      const take = (step: Step) => {
        const answer = step.answer
          .replaceAll(transport.origin, origin)
          .replaceAll('git@127.0.0.1:', 'git@forge.test:')
        steps.push({ ...step, answer })
        return 'go on' as const
      }
      await explore(chapter, handle, take, 30_000)
    }
  } finally {
    await transport.close()
  }
  return steps
}

const origin = 'http://forge.test'

async function send(transport: Transport, request: Request): Promise<Response> {
  const { method, headers } = request
  const body = await request.arrayBuffer()
  const address = request.url.replace(origin, transport.origin)
  const init = { method, headers, ...(body.byteLength > 0 ? { body } : {}) }
  return transport.send(new Request(address, init))
}

// That the tour meets every operation, with success, is held by test/verify/mutants/mutants.test.ts.
it('answers every operation over msw and over a server as forge.fetch does', async () => {
  const expected = await answersOver('fetch')
  for (const name of ['msw', 'server'] as const) {
    const steps = await answersOver(name)
    expect(steps.length).toBe(expected.length)
    for (const [index, step] of steps.entries())
      expect({ name, ...step }).toEqual({ name, ...expected[index] })
  }
}, 60_000)
