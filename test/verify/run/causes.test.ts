import { describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { verify } from '../../../src/verify/index.ts'
import type { Exchange, Failure, Result } from '../../../src/verify/results.ts'
import { mergeCauses } from '../../../src/verify/run/causes.ts'
import { inProcess } from '../in-process.ts'
import { faultyServer } from '../unforeseen/find-server.ts'
import type { FaultyServer, Forge, Handle } from '../unforeseen/server.ts'

const network = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** One server in front of the other, down to a forge that keeps every sentence. */
function startAll(servers: readonly FaultyServer[], forge: Forge): Handle {
  return servers.reduce<Handle>(
    (handle, server) =>
      server.start(
        new Proxy(forge, {
          get: (target, name) =>
            name === 'fetch' ? (request: Request) => handle(request) : Reflect.get(target, name),
        }),
      ),
    (request) => forge.fetch(request),
  )
}

/** Judges a server that has several faults by the checks of some operations and resources. */
async function causesOf(names: readonly string[], only: readonly string[]) {
  const servers = names.map(faultyServer)
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch: network })
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    fetch: inProcess(startAll(servers, forge)),
    patience: 200,
    only,
  })
  const { failures } = await run.summary
  return { servers, failures }
}

/** Faults that have nothing to do with each other: how many causes are told, at most one more than there are faults. */
const several: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'writes whose effect shows in many reads',
    [
      'A cherry-pick into a branch shows the commit that was picked',
      'A comment on a line that is not there keeps its path',
      'The headers of a search of users count all users',
      'The author of an issue may delete it',
      'A build that is canceled takes the others of its commit along',
    ],
    ['Repositories', 'Commits', 'Builds', 'listUsers', 'createTag', 'the life of an issue'],
  ],
  [
    'reads that heed no parameter',
    [
      'Commits since a time leave out the one of that time',
      'Builds of a commit with a scope are those of the whole project',
      'A search among blocked users finds active ones too',
    ],
    ['Commits', 'Builds', 'Users'],
  ],
]

describe('a server with several faults', () => {
  it.each(several)('is told of as many causes: %s', async (_, names, only) => {
    const { servers, failures } = await causesOf(names, only)
    const placesOf = ({ result, others }: Failure) =>
      new Set([result, ...others].map(({ operation }) => operation))
    const own = servers.map(({ at }) =>
      failures.findIndex((one) => at.some((operation) => placesOf(one).has(operation))),
    )
    // Each fault has a cause of its own.
    expect(own).not.toContain(-1)
    expect(new Set(own).size).toBe(servers.length)
    const told = failures.map(({ result }) => `${result.operation} ${result.aspect}`)
    expect(told.length, told.join(', ')).toBeLessThanOrEqual(servers.length + 1)
    // What one fault shows in many places is counted, not told again.
    const met = failures.reduce((sum, { others }) => sum + 1 + others.length, 0)
    expect(met).toBeGreaterThan(2 * failures.length)
  })
})

const exchange = (method: string, path: string, body?: string): Exchange => ({
  request: {
    method,
    url: `http://forge.test/api/v3${path}`,
    headers: {},
    ...(body === undefined ? {} : { body }),
  },
  duration: 1,
  curl: 'curl',
})

type Told = Partial<Result> & Pick<Result, 'operation' | 'aspect'>

/** How failures are put together: the numbers of those of each cause. */
function merged(told: readonly Told[]): readonly (readonly number[])[] {
  const results = told.map(
    (one, index): Result => ({
      resource: 'Issues',
      verdict: 'failed',
      rule: 'A rule.',
      source: `story ${index} › chapter`,
      expected: `expected ${index}`,
      received: `received ${index}`,
      cause: `cause ${index}`,
      ...one,
    }),
  )
  const failures = results.map((result) => ({ cause: result.cause ?? '', result, others: [] }))
  const isRead = (operation: string) => /^(?:get|list)/.test(operation)
  return mergeCauses(failures, isRead).map(({ result, others }) =>
    [result, ...others].map((one) => results.indexOf(one)),
  )
}

describe('failures have one cause where', () => {
  it('one operation has an effect that several stories see', () => {
    expect(
      merged([
        { operation: 'moveIssue', aspect: 'consequence:moved' },
        { operation: 'moveIssue', aspect: 'transition:closed' },
        { operation: 'deleteIssue', aspect: 'removes' },
      ]),
    ).toEqual([[0, 1], [2]])
  })

  it('what is gone is refused, and so is what never was', () => {
    expect(
      merged([
        { operation: 'deleteIssue', aspect: 'unknown:id' },
        { operation: 'deleteIssue', aspect: 'unknown:issue_id' },
        { operation: 'deleteIssue', aspect: 'idempotent' },
      ]),
    ).toEqual([[0, 2], [1]])
  })

  it('a read heeds a parameter in no list', () => {
    const all = exchange('GET', '/projects/1/issues?state=opened&per_page=100')
    expect(
      merged([
        { operation: 'listIssuesOfProject', aspect: 'parameter:state' },
        { operation: 'listIssuesOfProject', aspect: 'parameter:labels' },
        { operation: 'listIssuesOfProject', aspect: 'shows:written', exchanges: [all] },
      ]),
    ).toEqual([[0, 2], [1]])
  })

  it('a field is shown otherwise at several places', () => {
    const shown = (path: string) => ({
      expected: `${path} of issue 7: "opened"`,
      received: `${path} of issue 7: "closed"`,
    })
    expect(
      merged([
        { operation: 'getIssue', aspect: 'shows:written', ...shown('state') },
        { operation: 'listOwnIssues', aspect: 'shows:written', ...shown('state') },
        { operation: 'listOwnIssues', aspect: 'shows:written', ...shown('title') },
        {
          operation: 'getProject',
          aspect: 'shows:written',
          resource: 'Projects',
          ...shown('state'),
        },
      ]),
    ).toEqual([[0, 1], [2], [3]])
  })

  it('one chapter says the same of a write and of the read that shows it', () => {
    const source = 'ledger: Issues › closed'
    const said = { source, expected: 'issue 7: listed', received: 'issue 7: not listed' }
    expect(
      merged([
        { operation: 'updateIssue', aspect: 'consequence:shown', ...said },
        { operation: 'listOwnIssues', aspect: 'shows:written', ...said },
      ]),
    ).toEqual([[0, 1]])
  })

  it('reads differ that follow a write that failed, at the same record or right after it', () => {
    const source = 'ledger: Builds › canceled'
    const exchanges = [exchange('POST', '/projects/1/builds/7/cancel')]
    const before = ['cancelBuild id=1 build_id=9 (jane): 201']
    expect(
      merged([
        {
          operation: 'cancelBuild',
          aspect: 'consequence:shown',
          source,
          exchanges,
          expected: 'status of build 7: "pending"',
        },
        {
          operation: 'listBuilds',
          aspect: 'shows:written',
          source: 'ledger: Builds › made anew',
          expected: 'build 7: listed',
        },
        { operation: 'getBuild', aspect: 'read-back:status', before },
        { operation: 'listBuildsOfCommit', aspect: 'content', before: ['playBuild id=1: 201'] },
      ]),
    ).toEqual([[0, 1, 2], [3]])
  })
})

describe('failures have causes of their own where', () => {
  it('an operation breaks two rules', () => {
    expect(
      merged([
        { operation: 'listIssuesOfProject', aspect: 'pagination:headers' },
        { operation: 'listIssuesOfProject', aspect: 'parameter:state' },
        { operation: 'listIssuesOfProject', aspect: 'unauthenticated' },
        { operation: 'listIssuesOfProject', aspect: 'schema' },
        { operation: 'listIssuesOfProject', aspect: 'pagination:links' },
      ]),
    ).toEqual([[0, 4], [1], [2], [3]])
  })

  it('a write loses two of the fields that it was sent', () => {
    const exchanges = [exchange('PUT', '/projects/1/issues/7', '{"title":"a","due_date":"b"}')]
    expect(
      merged([
        { operation: 'updateIssue', aspect: 'read-back:title', exchanges },
        { operation: 'updateIssue', aspect: 'read-back:due_date', exchanges },
        {
          operation: 'updateIssue',
          aspect: 'consequence:shown',
          exchanges,
          expected: 'title of issue 7: "a"',
        },
      ]),
    ).toEqual([[0, 2], [1]])
  })
})
