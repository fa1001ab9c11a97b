import { beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { seededRandom } from '../../src/shared/random.ts'
import { verify } from '../../src/verify/index.ts'
import { inProcess } from './in-process.ts'
import { worldOf } from './world-of.ts'

/** `npm run mutants` interrupts more often, and whole runs; here they are of what makes records of all kinds of owners. */
const asked = process.env.FORGERY_INTERRUPTIONS
const interruptions = Number(asked ?? 3)
const only = asked === undefined ? ['Groups', 'Application settings', 'System hooks'] : undefined

let forge: Forge
let before: Record<string, readonly object[]>
/** How many requests a run that is not interrupted sends. */
let requests: number

beforeAll(async () => {
  forge = await createForge({ seed: 'demo', log: () => {}, fetch: noNetwork })
  before = worldOf(forge)
  requests = (await interruptedRun(Number.POSITIVE_INFINITY)).sent
})

describe('a run', () => {
  it('leaves nothing behind when it ends', () => {
    expect(requests).toBeGreaterThan(100)
    expect(worldOf(forge)).toEqual(before)
  })

  it.each(positions())('leaves nothing behind when it is interrupted at %d', async (share) => {
    forge.reset()
    const { summary, sent } = await interruptedRun(Math.ceil(share * requests))
    expect(summary.wasInterrupted, `${sent} requests`).toBe(true)
    expect(summary.leftBehind).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })
})

/** Shares of a whole run, the same every time. */
function positions(): number[] {
  const random = seededRandom(8)
  return Array.from({ length: interruptions }, () => Math.round(random() * 950) / 1000)
}

/** Interrupts a run when it sends its n-th request, which is answered or lost by turns. */
async function interruptedRun(at: number) {
  const stop = new AbortController()
  const send = inProcess(forge.fetch)
  let sent = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    instance: true,
    ...(only ? { only } : {}),
    journal: () => {},
    signal: stop.signal,
    fetch: (request) => {
      sent++
      if (sent === at && at % 2 === 0) stop.abort()
      const answered = send(request)
      if (sent === at) stop.abort()
      return answered
    },
  })
  for await (const _result of run);
  return { summary: await run.summary, sent }
}

function noNetwork(): Promise<Response> {
  return Promise.reject(new TypeError('There is no network behind this server.'))
}
