import { expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { permissionWorld } from '../gitlab/access/permission-world.ts'
import { v4Operations, v4Request } from '../gitlab/access/v4/table.ts'
import { now, type Transport, type TransportName, transports } from '../harness.ts'
import { chapters, explore, type Step } from '../verify/mutants/tour/index.ts'

/**
 * A tour of every operation over each transport: a status, a header and a body are the same to the byte.
 * Suites that say what the service does need no more than one transport because of this one.
 */
async function answersOver(name: TransportName): Promise<Step[]> {
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
const quiet = { log: () => {}, fetch: () => Promise.reject(new TypeError('No network.')) }

/** An administrator and nobody in particular ask for each operation of v4. */
const askers = ['root-token', undefined] as const

/** Each operation of v4, asked as the permission table asks it, over a transport. */
async function answersOfV4Over(name: TransportName): Promise<readonly Answered[]> {
  const seed = permissionWorld('private')
  const forge = await createForge({ seed, now, randomSeed: 1, ...quiet })
  const transport = await transports[name](forge)
  const answers: Answered[] = []
  try {
    for (const operation of v4Operations) {
      for (const token of askers) {
        const response = await send(transport, v4Request(operation, token))
        answers.push({ operation: operation.id, token, ...(await read(response, transport)) })
        if (operation.method !== 'GET') forge.reset()
      }
    }
  } finally {
    await transport.close()
  }
  return answers
}

interface Answered {
  readonly operation: string
  readonly token: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly body: string
}

/** What the contract speaks of; the date and the id of a request differ from one to the next. */
const headerNames =
  'content-type content-disposition link location x-total x-total-pages x-per-page x-page x-next-page x-prev-page x-gitlab-blob-id x-gitlab-size'.split(
    ' ',
  )

async function read(response: Response, transport: Transport) {
  const known = (text: string) =>
    text.replaceAll(transport.origin, origin).replaceAll('127.0.0.1', 'forge.test')
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = headerNames.map((name) => [name, known(response.headers.get(name) ?? '')])
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: known(text),
  }
}

async function send(transport: Transport, request: Request): Promise<Response> {
  const { method, headers } = request
  const body = await request.arrayBuffer()
  const address = request.url.replace(origin, transport.origin)
  const init = { method, headers, ...(body.byteLength > 0 ? { body } : {}) }
  return transport.send(new Request(address, { ...init, redirect: 'manual' }))
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
})

it('answers every operation of v4 over msw and over a server as forge.fetch does', async () => {
  const expected = await answersOfV4Over('fetch')
  // That the table meets every operation, with success, is held by the permission matrix of v4.
  expect(new Set(expected.map(({ operation }) => operation)).size).toBe(v4Operations.length)
  for (const name of ['msw', 'server'] as const)
    expect(await answersOfV4Over(name)).toEqual(expected)
})
