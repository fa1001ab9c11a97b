import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { verify } from '../../../src/verify/index.ts'
import { listenTo } from '../variants/listen.ts'

/** In milliseconds. `npm run mutants` makes it 200, and checks everything then. */
const latency = Number(process.env.FORGERY_LATENCY ?? 20)

it(`asks a server that is ${latency} ms away for several things at once, over HTTP`, async () => {
  const forge = await createForge({
    seed: 'demo',
    log: () => {},
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
  })
  // What waits at the same time is answered together: so many times the run waited for the way.
  let roundTrips = 0
  let waiting: Promise<void> | undefined
  function nextRoundTrip(): Promise<void> {
    waiting ??= new Promise((resolve) => {
      setTimeout(() => {
        roundTrips += 1
        waiting = undefined
        resolve()
      }, latency)
    })
    return waiting
  }
  const far = async (request: Request) => {
    await nextRoundTrip()
    return forge.fetch(request)
  }
  const server = await listenTo(far, { basePath: '/forge' })
  const only = latency >= 200 ? {} : { only: ['Deployments'] }
  const run = verify({ url: server.url, token: 'root-token', ...only })
  const { failures, leftBehind, requests } = await run.summary
  await server.close()
  expect(failures.map(({ result }) => result)).toEqual([])
  expect(leftBehind).toEqual([])
  expect(roundTrips).toBeLessThan(requests / 2)
})
