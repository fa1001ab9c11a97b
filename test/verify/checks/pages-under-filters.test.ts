import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'
import { judgeMutant } from '../judge-one.ts'
import { type Call, parametersOf } from '../mutants/call.ts'
import { editHeader } from '../mutants/faults/answers.ts'
import { editList } from '../mutants/faults/lists.ts'
import { ignore, misread } from '../mutants/faults/requests.ts'
import { isObject } from '../mutants/json.ts'
import type { Fault, OperationId } from '../mutants/mutant.ts'

const asks = (name: string) => (call: Call) => name in parametersOf(call)
const without = (relation: string, parameter: string) => (value: string | null, call: Call) =>
  asks(parameter)(call)
    ? value?.replace(/<([^>]*)>; rel="(\w+)"/g, (link, address: string, name: string) => {
        const url = new URL(address)
        url.searchParams.delete(parameter)
        return name === relation ? `<${url}>; rel="${name}"` : link
      })
    : (value ?? undefined)

const faults: readonly (readonly [string, OperationId, Fault])[] = [
  [
    'X-Total counts what a filter leaves out',
    'listIssuesOfProject',
    editHeader('listIssuesOfProject', 'x-total', (value, call) =>
      asks('state')(call) && parametersOf(call).state !== 'all' ? '3' : (value ?? undefined),
    ),
  ],
  [
    'the link to the last page forgets the filter',
    'listMergeRequests',
    editHeader('listMergeRequests', 'link', without('last', 'state')),
  ],
  [
    'the link to the next page forgets the order',
    'listProjects',
    editHeader('listProjects', 'link', without('next', 'order_by')),
  ],
  [
    'the last page of a filtered list is short',
    'listIssuesOfGroup',
    editList('listIssuesOfGroup', (items, call) => {
      const { labels, per_page: size } = parametersOf(call)
      return labels === undefined || size === '100' ? items : items.slice(0, -1)
    }),
  ],
  [
    'the second member of an array is not looked at',
    'listMergeRequests',
    editList('listMergeRequests', (items, call) => {
      const [first] = call.url.searchParams.getAll('iids[]')
      return first === undefined
        ? items
        : items.filter((item) => isObject(item) && String(item.iid) === first)
    }),
  ],
  [
    'a second filter is ignored',
    'listIssuesOfProject',
    ignore('listIssuesOfProject', ['labels'], asks('state')),
  ],
  [
    'a search forgets the visibility',
    'listAllProjects',
    ignore('listAllProjects', ['visibility'], (call) =>
      /-a$/.test(String(parametersOf(call).search)),
    ),
  ],
  [
    'sort is ignored under a filter',
    'listOwnedProjects',
    ignore('listOwnedProjects', ['sort'], asks('archived')),
  ],
  [
    'since leaves out its own moment',
    'listCommits',
    misread('listCommits', 'since', (value) =>
      new Date(Date.parse(String(value)) + 1).toISOString(),
    ),
  ],
  [
    'one value of an enumeration keeps what another does',
    'listMergeRequests',
    misread('listMergeRequests', 'state', (value) => (value === 'merged' ? 'closed' : value)),
  ],
]

describe('a list under filters', () => {
  it.each(faults)('is caught where %s', async (name, operation, fault) => {
    const mutant = { name, operation, kind: 'page wrong', fault } as const
    const { outcome } = await judgeMutant(mutant, [operation])
    expect(outcome).toBe('caught')
  })
})

it('reads a page of a filtered list once, whatever check or link leads to it', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const filtered: string[] = []
  const fetch = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/projects/owned') && searchParams.has('archived')) {
      if (searchParams.get('page') === '1') searchParams.delete('page')
      searchParams.sort()
      filtered.push(`${searchParams}`)
    }
    return forge.fetch(request)
  }
  const options = { url: 'http://forge.test', token: 'root-token', fetch }
  const { isPassed } = await verify({ ...options, only: ['listOwnedProjects'] }).summary
  expect(isPassed).toBe(true)
  expect(filtered.some((query) => query.includes('order_by=name'))).toBe(true)
  expect(filtered).toEqual([...new Set(filtered)])
})
