import { parametersOf, withParameters } from './call.ts'
import { editHeader } from './faults/answers.ts'
import { wholeList } from './faults/lists.ts'
import { answer, on } from './faults/operations.ts'
import { assume, ignore, misread } from './faults/requests.ts'
import { withJson } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'

/** Lists of different resources: each leaves out another header. */
const lists: readonly OperationId[] = [
  'listGroups',
  'listProjects',
  'listMergeRequests',
  'listIssuesOfProject',
  'listBuilds',
  'listProjectEvents',
]

const page = { kind: 'page wrong' } as const

export const pagination: readonly Mutant[] = [
  ...(
    ['X-Total', 'X-Total-Pages', 'X-Per-Page', 'X-Page', 'X-Next-Page', 'X-Prev-Page'] as const
  ).map((name, index) => headerMissing(lists[index] ?? 'listUsers', name)),
  headerMissing('listProjects', 'Link'),
  headerMissing('listBranches', 'Link'),
  headerMissing('listIssueNotes', 'X-Total'),
  headerWrong('listIssuesOfProject', 'X-Total', 'the size of the page', () => '20'),
  headerWrong('listCommits', 'X-Total-Pages', 'always 1', () => '1'),
  headerWrong('listVisibleProjects', 'X-Page', 'from 0', (value) => String(Number(value) - 1)),
  headerWrong('listAllProjects', 'X-Next-Page', 'always empty', () => ''),
  headerWrong('listUsers', 'X-Per-Page', 'always 20', () => '20'),
  headerWrong('listIssuesOfProject', 'Link', 'without next', without('next')),
  headerWrong('listVisibleProjects', 'Link', 'without last', without('last')),
  headerWrong('listGroups', 'Link', 'without first', without('first')),
  headerWrong('listProjectEvents', 'Link', 'paths for full URLs', (link) =>
    link.replace(/<https?:\/\/[^/]+/g, '<'),
  ),
  headerWrong('listCommits', 'Link', 'next is the same page', (link, current) =>
    link.replace(/([?&]page=)\d+([^>]*>; rel="next")/, `$1${current}$2`),
  ),
  {
    ...page,
    name: 'listUsers ignores per_page',
    operation: 'listUsers',
    fault: ignore('listUsers', ['per_page']),
  },
  {
    ...page,
    name: 'listTags ignores page',
    operation: 'listTags',
    fault: ignore('listTags', ['page']),
  },
  {
    ...page,
    name: 'listIssuesOfProject ignores page',
    operation: 'listIssuesOfProject',
    fault: ignore('listIssuesOfProject', ['page']),
  },
  {
    name: 'listIssuesOfProject has 10 to a page where per_page is left out',
    operation: 'listIssuesOfProject',
    kind: 'default changed',
    fault: assume('listIssuesOfProject', 'per_page', 10),
  },
  {
    ...page,
    name: 'listProjectEvents counts pages from 0',
    operation: 'listProjectEvents',
    fault: misread('listProjectEvents', 'page', (value) => Number(value) + 1),
  },
  {
    ...page,
    name: 'listVisibleProjects answers the first page past the end',
    operation: 'listVisibleProjects',
    fault: firstPagePastTheEnd('listVisibleProjects'),
  },
  {
    ...page,
    name: 'listProjectEvents sends more than 100 to a page',
    operation: 'listProjectEvents',
    fault: moreThanAllowed('listProjectEvents'),
  },
  {
    ...page,
    name: 'listCommits leaves out the last item of a page',
    operation: 'listCommits',
    fault: on('listCommits', async (call, context) => {
      const response = await answer(call, context)
      const json: unknown = response.ok ? await response.clone().json() : undefined
      if (!Array.isArray(json) || json.length < 2) return response
      context.hit()
      return withJson(response, json.slice(0, -1))
    }),
  },
]

function headerMissing(operation: OperationId, name: string): Mutant {
  return {
    name: `${operation} leaves out the header ${name}`,
    operation,
    kind: 'header wrong',
    fault: editHeader(operation, name, () => undefined),
  }
}

function headerWrong(
  operation: OperationId,
  name: string,
  why: string,
  edit: (value: string, page: number) => string,
): Mutant {
  return {
    name: `${operation} has a wrong header ${name}: ${why}`,
    operation,
    kind: 'header wrong',
    fault: editHeader(operation, name, (value, { url }) =>
      edit(value ?? '', Number(url.searchParams.get('page') ?? 1)),
    ),
  }
}

function without(relation: string): (link: string) => string {
  return (link) =>
    link
      .split(', ')
      .filter((part) => !part.endsWith(`rel="${relation}"`))
      .join(', ')
}

function firstPagePastTheEnd(operation: OperationId) {
  return on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok || !('page' in parametersOf(call))) return response
    const json: unknown = await response.clone().json()
    if (!Array.isArray(json) || json.length > 0) return response
    context.hit()
    return answer(withParameters(call, { page: 1 }), context)
  })
}

function moreThanAllowed(operation: OperationId) {
  return on(operation, async (call, context) => {
    const perPage = Number(parametersOf(call).per_page)
    const response = await answer(call, context)
    const items = response.ok && perPage > 100 ? await wholeList(call, context) : undefined
    if (!items) return response
    context.hit()
    const uncut = withJson(response, items.slice(0, perPage))
    uncut.headers.set('X-Per-Page', String(perPage))
    uncut.headers.set('X-Total-Pages', String(Math.max(1, Math.ceil(items.length / perPage))))
    return uncut
  })
}
