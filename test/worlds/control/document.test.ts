import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { controlDocument } from '../../../src/worlds/control/document.ts'
import { seed, serveWorlds } from './served-worlds.ts'

interface Operation {
  readonly operationId: string
  readonly security?: readonly []
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: object }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

/** A call of each operation with an answer that holds something, in the order that they are made. */
const calls: readonly (readonly [operationId: string, path: string, body?: object])[] = [
  ['getHealth', '/health'],
  ['getControlDocument', '/openapi.json'],
  ['listWorlds', '/worlds'],
  ['createWorld', '/worlds', { name: 'b', seed }],
  ['createWorld', '/worlds', { name: 'b' }],
  ['createWorld', '/worlds', { nme: 'b' }],
  ['getWorld', '/worlds/b'],
  ['getWorld', '/worlds/gone'],
  ['addSeed', '/add', { issues: [{ project: 'jane/website', title: 'a' }] }],
  ['addSeed', '/add', { issues: [{}] }],
  ['listCollections', '/collections'],
  ['listRecords', '/collections/issues?search=a&sort=desc&project_id=1'],
  ['listRecords', '/collections/issues?sort=up'],
  ['getRecordSchema', '/collections/issues/schema'],
  ['getRecord', '/collections/projects/records/1'],
  ['getRecord', '/collections/projects/records/99'],
  ['changeRecord', '/collections/issues/records/1', { title: 'b' }],
  ['changeRecord', '/collections/issues/records/1', { title: 7 }],
  ['exportWorld', '/export'],
  ['saveSnapshot', '/snapshots', { name: 's' }],
  ['listSnapshots', '/snapshots'],
  ['restoreSnapshot', '/snapshots/s/restore'],
  ['restoreSnapshot', '/snapshots/gone/restore'],
  ['removeSnapshot', '/snapshots/s'],
  ['addFault', '/faults', { operation: 'createIssue', status: 503 }],
  ['addFault', '/faults', { status: 1 }],
  ['listFaults', '/faults'],
  ['listFaultPresets', '/faults/presets'],
  ['switchFault', '/faults/1', { isOff: true }],
  ['switchFault', '/faults/none', { isOff: true }],
  ['switchFault', '/faults/1', { isOff: 'yes' }],
  ['removeFault', '/faults/1'],
  ['clearFaults', '/faults'],
  ['getClock', '/clock'],
  ['compareMoments', '/changes', {}],
  ['compareMoments', '/changes', { since: 'nothing' }],
  ['compareMoments', '/changes', { limit: -1 }],
  ['listUpcoming', '/clock/upcoming'],
  ['moveClock', '/clock', { advance: '2h' }],
  ['getOverview', '/overview'],
  ['listRequests', '/requests'],
  ['listRequestSummaries', '/requests/summaries'],
  ['getRequest', '/requests/none'],
  ['findRequest', '/requests/find', { operation: 'createProject' }],
  ['findRequest', '/requests/find', { operation: 'deleteIssue' }],
  ['waitForRequest', '/requests/wait', { criteria: { operation: 'createProject' } }],
  ['waitForRequest', '/requests/wait', { criteria: { status: 418 }, timeout: 1 }],
  ['listDeliveries', '/deliveries'],
  ['listDeliverySummaries', '/deliveries/summaries'],
  ['getDelivery', '/deliveries/1'],
  ['getDelivery', '/deliveries/99'],
  ['resendDelivery', '/deliveries/1/resend'],
  ['resendDelivery', '/deliveries/99/resend'],
  ['getCoverage', '/coverage'],
  ['getUnhandled', '/unhandled'],
  ['advanceBuild', '/builds/1/advance', { state: 'success', trace: 'ok' }],
  ['advanceBuild', '/builds/1/advance', { state: 'success' }],
  ['streamEvents', '/events'],
  ['streamEventSummaries', '/events/summaries'],
  ['clearRequests', '/requests'],
  ['resetWorld', '/reset'],
  ['removeWorld', '/worlds/b'],
  ['removeWorld', '/worlds/default'],
]

const samples = calls.map(([operationId, path, body]) => ({ operationId, path, body }))

const document = controlDocument() as object as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'control', components: document.components })

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)
const operationOf = (operationId: string) => {
  const found = operations.find((operation) => operation.operationId === operationId)
  if (!found) throw new Error(`The document has no operation ${operationId}.`)
  return found
}

/** What is wrong with an answer by the document; undefined where it is right. */
function problemOf(
  { responses }: Operation,
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
): string | undefined {
  const described = responses[status]
  if (!described) return `the status ${status} is not described`
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const content = described.content?.[type]
  if (!content) return described.content || type ? `the type ${type} is not described` : undefined
  if (type !== 'application/json') return undefined
  const schema = JSON.stringify(content.schema).replaceAll('"#/', '"control#/')
  return ajv.validate(JSON.parse(schema), body) ? undefined : ajv.errorsText()
}

describe('the OpenAPI document of the control address', () => {
  it('names every operation once', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['resetWorld', 'resetWorldOfWorld', 'createWorld']))
  })

  it('is served', async () => {
    const { ask } = await serveWorlds()
    expect((await ask('/_forge/openapi.json')).body).toEqual(JSON.parse(JSON.stringify(document)))
  })

  it('sees what is wrong', () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    const clock = operationOf('getClock')
    expect(problemOf(clock, { status: 200, body: { now: 'noon' }, headers })).toContain('format')
    expect(problemOf(clock, { status: 202, body: {}, headers })).toContain('202')
  })
})

describe.each(['', '/worlds/a'])('every control call below /_forge%s', (below) => {
  let served: Awaited<ReturnType<typeof serveWorlds>>
  beforeAll(async () => {
    served = await serveWorlds({
      seed: {
        ...seed,
        hooks: [{ url: 'http://receiver.test/' }],
        pipelines: [
          { project: 'jane/website', ref: 'master', builds: [{ name: 'test', status: 'pending' }] },
        ],
      },
      fetch: async () => new Response(),
      log: () => {},
    })
    const { forge } =
      below === '' ? served.worlds.default : await served.worlds.create({ name: 'a' })
    const headers = { 'private-token': 'root-token' }
    const create = new Request('http://forge.test/api/v3/projects?name=shop', {
      method: 'POST',
      headers,
    })
    await forge.fetch(create)
    await forge.settled()
  })

  it.each(samples)('is answered as the document says: %j', async ({ operationId, path, body }) => {
    const isOfServer = /^\/(worlds|health|openapi\.json)/.test(path)
    const described = operationOf(
      isOfServer || below === '' ? operationId : `${operationId}OfWorld`,
    )
    const { fetch } = served
    const response = await fetch(
      new Request(`http://127.0.0.1:8080/_forge${isOfServer ? '' : below}${path}`, {
        method: described.method,
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
    const isStream = operationId.startsWith('streamEvent')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const answer = { status: response.status, headers: response.headers }
    const read = text === '' ? undefined : JSON.parse(text)
    expect(problemOf(described, { ...answer, body: read })).toBeUndefined()
  })
})

it('has no 404 where a call names nothing', () => {
  const without = operations.filter(({ responses }) => !('404' in responses))
  expect(without.map(({ operationId }) => operationId)).toEqual([
    'getHealth',
    'getControlDocument',
    'listWorlds',
  ])
})

it('asks no token of whoever wants to know whether the server is up, and what it can be asked', async () => {
  const { fetch } = await serveWorlds({}, { controlToken: 'correct horse' })
  for (const { operationId, path, security } of operations.filter(
    ({ method }) => method === 'GET',
  )) {
    const { status } = await fetch(new Request(`http://127.0.0.1:8080${path}`))
    expect([operationId, status === 401]).toEqual([operationId, security === undefined])
  }
})

it('reports how a call under a foreign host name is refused', async () => {
  const { fetch } = await serveWorlds({}, { allowedHosts: [] })
  for (const operation of operations) {
    const path = operation.path.replace('{world}', 'default').replace(/\{\w+\}/, '1')
    const { method } = operation
    const response = await fetch(new Request(`http://evil.example${path}`, { method }))
    const answer = { status: response.status, headers: response.headers }
    const problem = problemOf(operation, { ...answer, body: await response.json() })
    expect([operation.operationId, response.status, problem]).toEqual([
      operation.operationId,
      421,
      undefined,
    ])
  }
})

it('has a call for every operation', () => {
  const called = new Set(calls.map(([operationId]) => operationId))
  const own = operations.map(({ operationId }) => operationId.replace(/OfWorld$/, ''))
  expect(own.filter((operationId) => !called.has(operationId))).toEqual([])
})
