import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type Result, verify } from '../../../src/verify/index.ts'
import { inProcess } from '../in-process.ts'
import type { Handle } from '../mutants/mutant.ts'

/** Whether a server delivers something to all hooks after a call. */
type IsDelivered = (request: Request, answer: Response) => boolean
type Rewrite = (request: Request, handle: Handle) => Promise<Response>

/** What a run finds of deliveries at a forge behind a rewriting of requests; its deliveries are captured. */
async function judge(
  rewrite: Rewrite = (request, handle) => handle(request),
  isReached = true,
  isDelivered: IsDelivered = () => false,
  isBusy = false,
): Promise<readonly Result[]> {
  const bodies = new Map<string, string[]>()
  const forge = await createForge({
    seed: 'demo',
    log: () => {},
    async fetch(input, init) {
      const request = new Request(input, init)
      if (isBusy) {
        bodies.set(request.url, [...(bodies.get(request.url) ?? []), bodyOf('1')])
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      bodies.set(request.url, [...(bodies.get(request.url) ?? []), await request.text()])
      return new Response()
    },
  })
  const handle: Handle = async (request) => {
    const answer = await rewrite(request.clone(), forge.fetch)
    const [, project] = /projects\/(\d+)\//.exec(request.url) ?? []
    if (!project || !isDelivered(request, answer)) return answer
    const headers = { 'private-token': 'root-token' }
    const list = await forge.fetch(new Request(new URL('/api/v3/hooks', request.url), { headers }))
    const hooks: readonly { readonly url: string }[] = await list.json()
    for (const { url } of hooks) bodies.set(url, [...(bodies.get(url) ?? []), bodyOf(project)])
    return answer
  }
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    instance: true,
    journal: () => {},
    fetch: inProcess(handle),
    patience: 400,
    only: ['deliveries of system hooks'],
    ...(isReached
      ? {
          hookReceiver: {
            url: 'http://receiver.test/run',
            received: (address: string) => bodies.get(address) ?? [],
          },
        }
      : {}),
  })
  const results: Result[] = []
  for await (const result of run) {
    if (result.aspect === 'consequence:delivery') results.push(result)
  }
  expect((await run.summary).leftBehind).toEqual([])
  return results
}

const bodyOf = (project: string) => JSON.stringify({ project_id: Number(project) })

const failedRules = (results: readonly Result[]) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ rule }) => rule)

const isOfHooks = ({ url }: Request) => new URL(url).pathname.startsWith('/api/v3/hooks')

/** A server that takes a flag of a new hook to be otherwise. */
const flagged =
  (flag: string, value: boolean): Rewrite =>
  async (request, handle) => {
    if (request.method !== 'POST' || !isOfHooks(request)) return handle(request)
    const { url, method, headers } = request
    const sent = { ...(await request.json()), [flag]: value }
    const copy = new Headers(headers)
    copy.set('content-type', 'application/json')
    return handle(new Request(url, { method, headers: copy, body: JSON.stringify(sent) }))
  }

it('passes a forge', async () => {
  const results = await judge()
  const passed = results.map(({ operation, verdict }) => `${operation} ${verdict}`)
  expect(new Set(passed)).toEqual(
    new Set(['testSystemHook passed', 'createSystemHook passed', 'deleteSystemHook passed']),
  )
})

it('passes a forge whose deliveries come behind those of others', async () => {
  const results = await judge(undefined, undefined, undefined, true)
  expect(failedRules(results)).toEqual([])
  expect(new Set(results.map(({ operation }) => operation))).toEqual(
    new Set(['testSystemHook', 'createSystemHook', 'deleteSystemHook']),
  )
})

it.each<[string, string, Rewrite]>([
  [
    'delivers no push',
    'System hooks fire for a push where push_events is true.',
    flagged('push_events', false),
  ],
  [
    'delivers no push of a tag',
    'System hooks fire for a push of a tag where tag_push_events is true.',
    flagged('tag_push_events', false),
  ],
  [
    'delivers pushes to everybody',
    'A system hook does not fire for what its flag leaves out: a push.',
    flagged('push_events', true),
  ],
  [
    'delivers pushes of tags to everybody',
    'A system hook does not fire for what its flag leaves out: a push of a tag.',
    flagged('tag_push_events', true),
  ],
])('tells a server that %s', async (_what, rule, rewrite) => {
  expect(failedRules(await judge(rewrite))).toEqual([rule])
})

it('tells a server that goes on delivering to a hook that was removed', async () => {
  let isFirst = true
  const results = await judge(async (request, handle) => {
    if (request.method !== 'DELETE' || !isOfHooks(request) || !isFirst) return handle(request)
    isFirst = false
    const { url, headers } = request
    const hooks = await handle(new Request(new URL('/api/v3/hooks', url), { headers }))
    const id = Number(url.split('/').at(-1)?.split('?')[0])
    const all: readonly { readonly id: number }[] = await hooks.json()
    return Response.json(all.find((hook) => hook.id === id))
  })
  expect(failedRules(results)).toEqual(['Nothing is delivered to a hook that was removed.'])
})

/** Calls by which nothing is pushed, or which a hook must not hear of. */
it.each<[string, string, IsDelivered]>([
  [
    'delivers a push that was refused',
    'System hooks fire for pushes alone.',
    ({ method, url }, { status }) => method === 'POST' && /files$/.test(url) && status === 400,
  ],
  [
    'delivers notes whatever the flags are',
    'System hooks fire for pushes alone.',
    ({ method, url }) => method === 'POST' && /merge_requests\/\d+\/notes$/.test(url),
  ],
  [
    'delivers merges whatever the flags are',
    'A system hook does not fire for what its flag leaves out: a push.',
    ({ method, url }) => method === 'PUT' && /merge$/.test(url),
  ],
])('tells a server that %s', async (_what, rule, isDelivered) => {
  expect(new Set(failedRules(await judge(undefined, true, isDelivered)))).toEqual(new Set([rule]))
})

it('tests nothing where no delivery can come, and says why', async () => {
  const [unreached] = await judge(undefined, false)
  expect(unreached).toMatchObject({
    verdict: 'not tested',
    reason: 'the server is not on this machine, and no --hook-url was given',
  })
})
