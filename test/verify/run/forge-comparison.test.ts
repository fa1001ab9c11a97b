import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { judgeByComparison } from '../../../src/verify/compare/judged-comparison.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import { type Result, type VerifyOptions, verify } from '../../../src/verify/index.ts'
import { readSettings } from '../../../src/verify/options.ts'
import { connect } from '../../../src/verify/run/connect.ts'
import { compareWithForge, hasComparison } from '../../../src/verify/run/forge-comparison.ts'
import { createJudge } from '../../../src/verify/run/judge.ts'
import { readSelection } from '../../../src/verify/run/selection.ts'
import { editJson } from '../mutants/faults/answers.ts'
import { isObject } from '../mutants/json.ts'
import { worldOf } from '../world-of.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const createDemo = () => createForge({ seed: 'demo', log: () => {}, fetch })
const comparison = 'comparison with a forge'
const neverLoaded = () => Promise.reject(new Error('The server is not compared.'))
const server = { url: 'http://forge.test', token: 'root-token', patience: 200, timeout: 30_000 }

type Handle = (request: Request) => Promise<Response>

/** Runs a comparison until it has so many results of this verdict, or to its end. */
async function compareUntil(
  handle: Handle,
  verdict: Result['verdict'],
  count: number,
  options: Partial<VerifyOptions> = {},
) {
  const enough = new AbortController()
  const run = verify({
    ...{ ...server, fetch: handle, concurrency: 1, only: [comparison], signal: enough.signal },
    ...options,
  })
  const results: Result[] = []
  for await (const result of run) {
    results.push(result)
    if (results.filter((one) => one.verdict === verdict).length >= count) enough.abort()
  }
  return { results, summary: await run.summary }
}

const wrongBio = editJson('getUser', (json) =>
  isObject(json) && 'bio' in json ? { ...json, bio: 'somebody else’s' } : json,
)

describe('a comparison as a part of verify', () => {
  it('fails the operation that differs, with the calls that show it and a script', async () => {
    const forge = await createDemo()
    const before = worldOf(forge)
    const handle = wrongBio({ forge, hit: () => {} })
    const { results, summary } = await compareUntil(handle, 'failed', 1)
    const [failed] = results.filter(({ verdict }) => verdict === 'failed')
    expect(failed).toMatchObject({
      operation: 'getUser',
      aspect: 'compared:bio',
      source: comparison,
      received: '"somebody else’s"',
      severity: 'data',
      place: expect.stringContaining('users.yaml:'),
    })
    expect(failed?.exchanges).toHaveLength(1)
    expect(failed?.before?.join('\n')).toContain('createUser')
    expect(failed?.script).toContain('token=${FORGERY_TOKEN:?')
    expect(spawnSync('bash', ['-n'], { input: failed?.script ?? '' }).status).toBe(0)
    expect(failed?.script).not.toContain('root-token')
    expect(summary.leftBehind).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })
})

/** Compares a server whose first response to `createIssue` is wrong, or each, for some milliseconds. */
async function compareWrongTitles(isWrong: (created: number) => boolean, time = 3000) {
  const forge = await createDemo()
  let created = 0
  const handle = editJson('createIssue', (json) =>
    isObject(json) && 'title' in json && isWrong(++created) ? { ...json, title: 'Another' } : json,
  )({ forge, hit: () => {} })
  const settings = readSettings({ ...server, fetch: handle, concurrency: 1 })
  const contract = await loadContract('v3')
  const connection = await connect(settings, contract)
  const results: Result[] = []
  const judge = createJudge(contract, {}, (result) => results.push(result))
  const shares: number[] = []
  const onShare = (share: number) => shares.push(share)
  await judgeByComparison({ settings, contract, connection, judge, time, onShare })
  await connection.sandbox.cleanUp()
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  return { created, failed: failed.map(({ operation, aspect }) => [operation, aspect]), shares }
}

describe('a difference of a response to a write', () => {
  it('is a failure where the same calls show it again', async () => {
    const { failed } = await compareWrongTitles(() => true)
    expect(failed).toEqual([['createIssue', 'compared:title']])
  })

  it('is none where they do not', async () => {
    const { created, failed } = await compareWrongTitles((number) => number === 1)
    expect(created).toBeGreaterThan(1)
    expect(failed).toEqual([])
  })

  it('is none after the time, which ends in the middle of a history', async () => {
    expect(await compareWrongTitles(() => true, 10)).toMatchObject({ created: 0, failed: [] })
  })

  it('is reported with the completed part of the comparison', async () => {
    const { shares } = await compareWrongTitles(() => false)
    expect(shares[0]).toBe(0)
    expect(shares.at(-1)).toBeGreaterThan(0)
    expect(shares.at(-1)).toBeLessThan(1)
  })
})

describe('which runs are compared', () => {
  const isCompared = async (options: Partial<VerifyOptions>) => {
    const settings = readSettings({ ...server, ...options })
    const { operations } = await loadContract(settings.api)
    return hasComparison(settings, readSelection(settings, operations))
  }

  it('are whole ones of v3, and those that ask for it by name', async () => {
    expect(await isCompared({})).toBe(true)
    expect(await isCompared({ instance: true, journal: () => {} })).toBe(true)
    expect(await isCompared({ only: [comparison] })).toBe(true)
    expect(await isCompared({ only: ['Issues'] })).toBe(false)
    expect(await isCompared({ only: ['Issues', comparison] })).toBe(true)
    expect(await isCompared({ skip: [comparison] })).toBe(false)
    expect(await isCompared({ skip: ['createUser'] })).toBe(false)
    expect(await isCompared({ readOnly: true })).toBe(false)
    expect(await isCompared({ api: 'v4' })).toBe(false)
  })

  it('are none of a server that takes long to respond, which is said at each operation', async () => {
    const forge = await createDemo()
    const settings = readSettings({
      ...server,
      async fetch(request) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        return forge.fetch(request)
      },
    })
    const contract = await loadContract('v3')
    const connection = await connect(settings, contract)
    const results: Result[] = []
    const judge = createJudge(contract, {}, (result) => results.push(result))
    const selection = readSelection({}, contract.operations)
    const { requests } = connection.client
    const run = {
      ...{ settings, contract, connection, judge, selection },
      ...{ accounts: { refusal: undefined }, showProgress() {} },
    }
    expect(await compareWithForge(run, neverLoaded)).toBeUndefined()
    expect(results.map(({ operation }) => operation)).toEqual(
      contract.operations.map(({ id }) => id),
    )
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['not tested']))
    expect(results[0]?.reason).toMatch(
      /^the server takes \d\d+ ms to respond; --only "comparison with a forge"/,
    )
    expect(connection.client.requests - requests).toBeLessThan(10)
  })
})

it('shows no token that differs', async () => {
  const forge = await createDemo()
  const handle = editJson('getCurrentUser', (json) =>
    isObject(json) && 'private_token' in json ? { ...json, private_token: null } : json,
  )({ forge, hit: () => {} })
  const { results } = await compareUntil(handle, 'failed', 1)
  const failed = results.find(({ verdict }) => verdict === 'failed')
  expect(failed).toMatchObject({ aspect: 'compared:private_token', received: 'null' })
  expect(failed?.expected).toContain('<SECRET>')
})

/** Returns the verdicts and reasons of a comparison of one server. */
async function reasonsOf(handle: Handle, refusal?: string): Promise<readonly string[]> {
  const contract = await loadContract('v3')
  const settings = readSettings({ ...server, only: [comparison], fetch: handle })
  const connection = await connect(settings, contract)
  const results: Result[] = []
  const judge = createJudge(contract, {}, (result) => results.push(result))
  const selection = readSelection(settings, contract.operations)
  const run = { settings, contract, connection, judge, selection }
  const checked = { ...run, accounts: { refusal }, showProgress() {} }
  await compareWithForge(checked, async () => judgeByComparison)
  return [...new Set(results.map(({ verdict, reason }) => `${verdict}: ${reason}`))]
}

it('is not made with a server whose clock is of other years, nor with one that lets nobody create users', async () => {
  const forge = await createDemo()
  const ofYear = async (request: Request) => {
    const answer = await forge.fetch(request)
    const headers = new Headers(answer.headers)
    headers.set('date', 'Fri, 06 Mar 2015 10:00:00 GMT')
    return new Response(answer.body, { status: answer.status, headers })
  }
  expect(await reasonsOf(ofYear)).toEqual([expect.stringMatching(/^not tested: .*clock/)])
  expect(await reasonsOf(forge.fetch, 'nobody is created')).toEqual([
    'not tested: nobody is created',
  ])
})

it('is not made with a server whose new projects have files, and leaves nothing behind there', async () => {
  const forge = await createDemo()
  const before = worldOf(forge)
  const handle = async (request: Request) => {
    const answer = await forge.fetch(request)
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST' || !pathname.endsWith('/projects')) return answer
    const { id } = await answer.clone().json()
    const file = { branch_name: 'master', file_path: 'LICENSE', content: 'Ours\n' }
    await forge.fetch(
      new Request(`${server.url}/api/v3/projects/${id}/repository/files`, {
        method: 'POST',
        headers: { 'private-token': server.token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...file, commit_message: 'Begin' }),
      }),
    )
    return answer
  }
  expect(await reasonsOf(handle)).toEqual([
    expect.stringMatching(/^not tested: A new project of .* has files \(LICENSE\)/),
  ])
  expect(worldOf(forge)).toEqual(before)
})
