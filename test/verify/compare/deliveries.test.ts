import { afterEach, expect, it } from 'vitest'
import { type HookListener, listenForHooks } from '../../../src/cli/verify/hook-listener.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import {
  compare,
  type History,
  type HookReceiver,
  replay,
  type Step,
  script,
} from '../../../src/verify/compare/index.ts'
import { deliveries } from '../../../src/verify/compare/v3/tours/deliveries.ts'
import { tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { worldOf } from '../world-of.ts'

let listener: HookListener | undefined
afterEach(() => listener?.close())

const asAdmin = (
  operation: Step['operation'],
  parameters: Step['parameters'],
  makes?: string,
): Step => ({ operation, as: 'admin', parameters, ...(makes ? { makes } : {}) })

const hook = (symbol: string, push_events: boolean, tag_push_events: boolean) =>
  asAdmin(
    'createSystemHook',
    { url: `<receiver>/<${symbol}.name>`, push_events, tag_push_events },
    symbol,
  )

const id = '<project1>'
const place: History = [
  asAdmin('createGroup', { name: '<group1.name>', path: '<group1.name>' }, 'group1'),
  asAdmin('createProject', { name: '<project1.name>', namespace_id: '<group1>' }, 'project1'),
]
const actions = [{ action: 'create', file_path: 'README.md', content: 'One\n' }]
const push = asAdmin('createCommit', {
  ...{ id, branch_name: 'master', commit_message: 'Begin' },
  actions,
})
const tag = asAdmin('createTag', { id, tag_name: 'v1', ref: 'master' })
const issue = asAdmin('createIssue', { id, title: 'It leaks' })
const hooks: History = [hook('hook1', true, false), hook('hook2', false, true)]
const history: History = [...place, ...hooks, push, tag, issue]

type Deliver = typeof globalThis.fetch

/** Makes a server whose deliveries go through a function, and the options to compare it. */
async function setUp(deliver: (send: Deliver) => Deliver = (send) => send) {
  listener = await listenForHooks()
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch: deliver(fetch) })
  const options = {
    ...{ url: 'http://forge.test', token: 'root-token', fetch: forge.fetch, patience: 500 },
    ...{ instance: true, journal: () => {}, hookReceiver: listener as HookReceiver },
  }
  return { forge, options }
}

/** Delivers what the body of a delivery is changed to; undefined delivers nothing. */
const changing =
  (change: (body: string) => string | undefined) =>
  (send: Deliver): Deliver =>
  async (input, init) => {
    const request = new Request(input, init)
    const body = change(await request.text())
    return body === undefined ? new Response() : send(request.url, { method: 'POST', body })
  }

async function differencesOf(
  options: Awaited<ReturnType<typeof setUp>>['options'],
  steps: History = history,
) {
  const found = await replay(options, steps)
  return found.map(({ step, place, forge, server }) => [step.operation, place, forge, server])
}

it('finds no difference in what a forge delivers, whatever the payloads say', async () => {
  const { options } = await setUp(changing(() => '{}'))
  expect(await differencesOf(options)).toEqual([])
})

it('waits for deliveries that come later', async () => {
  const { options } = await setUp((send) => async (input, init) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return send(input, init)
  })
  expect(await differencesOf(options)).toEqual([])
})

it('tells of a push that is not delivered', async () => {
  const { options } = await setUp(changing((body) => (/tag_push/.test(body) ? body : undefined)))
  expect(await differencesOf(options)).toEqual([
    ['createCommit', 'deliveries to a hook of push_events', 1, 0],
  ])
})

it('tells of a delivery with the token of another hook, wherever that stands', async () => {
  const tokens = hooks.map((step, index) => ({
    ...step,
    parameters: { ...step.parameters, token: `secret-of-${index}` },
  }))
  const steps = [...place, ...tokens, push]
  const sending =
    (token: string) =>
    (send: Deliver): Deliver =>
    async (input, init) => {
      const request = new Request(input, init)
      return send(request.url, {
        method: 'POST',
        body: await request.text(),
        headers: { via: token },
      })
    }
  const own = await setUp(sending('secret-of-0'))
  expect(await differencesOf(own.options, steps)).toEqual([])
  listener?.close()
  const other = await setUp(sending('secret-of-1'))
  expect(await differencesOf(other.options, steps)).toEqual([
    [
      'createCommit',
      'deliveries to a hook of push_events (token)',
      'its own',
      'that of another hook',
    ],
  ])
})

it('finds the deliveries to an address with a query', async () => {
  const url = '<receiver>/<hook3.name>?of=pushes'
  const steps = [...place, asAdmin('createSystemHook', { url, push_events: true }, 'hook3'), push]
  const whole = await setUp()
  expect(await differencesOf(whole.options, steps)).toEqual([])
  listener?.close()
  const cut = await setUp((send) => async (input, init) => {
    const request = new Request(input, init)
    return send(request.url.split('?')[0] ?? '', { method: 'POST', body: await request.text() })
  })
  expect(await differencesOf(cut.options, steps)).toEqual([
    ['createCommit', 'deliveries to a hook of push_events', 1, 0],
  ])
})

it('tells of a tag that is not delivered', async () => {
  const { options } = await setUp(changing((body) => (/tag_push/.test(body) ? undefined : body)))
  expect(await differencesOf(options)).toEqual([
    ['createTag', 'deliveries to a hook of tag_push_events', 1, 0],
  ])
})

const notOfIssues = { issues_events: false }

/** Delivers something to every address when an issue is created; the hooks show flags beside those of pushes. */
async function tellOfIssues(body: (project: unknown) => string, flags: object = notOfIssues) {
  const { forge, options } = await setUp()
  const addresses: string[] = []
  const answer = async (request: Request) => {
    const sent = request.method === 'POST' ? await request.clone().text() : ''
    const [, address] = /"url":"(http:[^"]*)"/.exec(sent) ?? []
    if (address) addresses.push(address)
    const response = await forge.fetch(request)
    if (/\/hooks$/.test(request.url) && request.method === 'POST') {
      const made: object[] = await response.json()
      return Response.json(
        made.map((one) => ({ ...one, ...flags })),
        response,
      )
    }
    if (!/\/issues$/.test(request.url)) return response
    const { project_id } = (await response.clone().json()) as { readonly project_id: number }
    for (const one of addresses) await fetch(one, { method: 'POST', body: body(project_id) })
    return response
  }
  return differencesOf({ ...options, fetch: answer })
}

it('tells of a delivery that nothing is to cause', async () => {
  expect(await tellOfIssues((project) => `{"project_id":${project}}`)).toEqual([
    ['createIssue', 'deliveries to a hook of push_events', 0, 1],
  ])
})

it('leaves open what hooks hear of by default, whose flags are shown when they are removed', async () => {
  expect(await tellOfIssues((project) => `{"project_id":${project}}`, {})).toEqual([])
})

it('waits for nothing more when the run is interrupted', async () => {
  const { forge, options } = await setUp(changing(() => undefined))
  const interruption = new AbortController()
  const answer = (request: Request) => {
    if (/commits$/.test(request.url)) setTimeout(() => interruption.abort(), 50)
    return forge.fetch(request)
  }
  const { signal } = interruption
  const started = performance.now()
  const interrupted = { ...options, fetch: answer, patience: 60_000, signal }
  expect(await replay(interrupted, history)).toEqual([])
  expect(performance.now() - started).toBeLessThan(30_000)
})

it('takes a delivery that names no record of the history for one of others', async () => {
  expect(await tellOfIssues(() => '{"project_id":1}')).toEqual([])
})

it.each([
  ['createCommit', push],
  [
    'createProject',
    asAdmin('createProject', { name: '<project2.name>', namespace_id: '<group1>' }, 'project2'),
  ],
] as const)(
  'tells of a delivery to a hook that was removed, after %s',
  async (operation, write) => {
    const { forge, options } = await setUp()
    const removed: string[] = []
    const answer = async (request: Request) => {
      const response = await forge.fetch(request)
      if (request.method === 'DELETE' && /\/hooks\//.test(request.url)) {
        const { url } = (await response.clone().json()) as { readonly url: string }
        removed.push(url)
      }
      const [, project] = /projects\/(\d+)\/repository\/commits$/.exec(request.url) ?? []
      const isCreation = request.method === 'POST' && /\/projects$/.test(request.url)
      const body = isCreation ? await response.clone().text() : `project_id=${project}`
      for (const url of project !== undefined || isCreation ? removed : [])
        await fetch(url, { method: 'POST', body })
      return response
    }
    const removal = asAdmin('deleteSystemHook', { id: '<hook1>' })
    const steps = [...place, ...hooks, removal, write]
    expect(await differencesOf({ ...options, fetch: answer }, steps)).toEqual([
      [operation, 'deliveries to a hook that was removed', 0, 1],
    ])
  },
)

it('refuses a history of deliveries without a receiver, and one of settings without `instance`', async () => {
  const { options } = await setUp()
  const { hookReceiver: _, ...deaf } = options
  await expect(replay(deaf, history)).rejects.toThrow('`hookReceiver`')
  const { instance: _instance, journal: _journal, ...plain } = options
  await expect(replay(plain, history)).rejects.toThrow('`instance`')
})

it('leaves open whether hooks may lead to this machine', async () => {
  const { forge, options } = await setUp()
  const refusing = async (request: Request) => {
    const isCreation = request.method === 'POST' && request.url.endsWith('/hooks')
    return isCreation
      ? Response.json({ message: 'Not here' }, { status: 400 })
      : forge.fetch(request)
  }
  expect(await differencesOf({ ...options, fetch: refusing })).toEqual([])
})

it('compares what follows every push, and leaves the server as it was', async () => {
  const { forge, options } = await setUp()
  const before = worldOf(forge)
  const seed = tours.findIndex((part) => part.includes(deliveries))
  const { differences, leftBehind } = await compare({ ...options, seed, runs: 1 })
  expect(differences).toEqual([])
  expect(leftBehind).toEqual([])
  expect(worldOf(forge)).toEqual(before)
})

it('asks for an address in the script of a difference, which others than curl receive at', async () => {
  const text = await script(
    {
      ...{ key: '', operation: 'createCommit', place: 'deliveries to a hook of push_events' },
      ...{ forge: 1, server: 0, history, seed: 1 },
    },
    'http://forge.test',
  )
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the shell fills it in
  expect(text).toContain('receiver=${FORGERY_RECEIVER:?')
  expect(text).toContain('"${receiver}"')
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the shell fills it in
})

it('tells of a push to a hook without its flag, even where it does not say whose it is', async () => {
  const { forge, options } = await setUp()
  const body = '{"object_kind":"push","event_name":"push"}'
  let address = ''
  const handle = async (request: Request) => {
    const sent = request.method === 'POST' ? await request.clone().json() : {}
    const response = await forge.fetch(request)
    if (sent.push_events === false) address = sent.url
    if (request.url.endsWith('/commits')) await fetch(address, { method: 'POST', body })
    return response
  }
  expect(await differencesOf({ ...options, fetch: handle })).toEqual([
    ['createCommit', 'deliveries to a hook of tag_push_events', 0, 1],
  ])
})
