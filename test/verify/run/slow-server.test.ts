import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { verify } from '../../../src/verify/index.ts'
import { listenTo } from '../variants/listen.ts'

/** In milliseconds. `npm run mutants` makes it 200, and checks everything then. */
const latency = Number(process.env.FORGERY_LATENCY ?? 20)

/** A whole run, and one that checks a single resource, in milliseconds. */
const longest = latency < 200 ? 15_000 : 300_000

it(`verifies a server that is ${latency} ms away within ${longest / 1000} s, over HTTP`, async () => {
  const forge = await createForge({
    seed: 'demo',
    log: () => {},
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
  })
  const far = async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, latency))
    return forge.fetch(request)
  }
  const server = await listenTo(far, { basePath: '/forge' })
  const only = latency < 200 ? { only: ['Deployments'] } : {}
  const run = verify({ url: server.url, token: 'root-token', ...only })
  const { failures, duration, leftBehind } = await run.summary
  await server.close()
  expect(failures.map(({ result }) => result)).toEqual([])
  expect(leftBehind).toEqual([])
  expect(duration).toBeLessThan(longest)
}, 400_000)
