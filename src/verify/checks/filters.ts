import type { OperationId } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import { listAddress } from '../fixture/lists/addresses.ts'
import { createListReader } from '../fixture/lists/list-reader.ts'
import { createLists, type Lists } from '../fixture/lists/lists.ts'
import { itemWith } from '../story/bodies.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkOperations } from './check.ts'

/** The items that each filter of a list keeps and removes. */
export const filters = checkOperations('filters', async (t, operation) => {
  const lists = await t.shared(createLists)
  const reason = await whyNotFilled(operation.id, lists)
  for (const filter of filtersOf(t, lists)) {
    if (filter.operation !== operation.id) continue
    await checkFilter(t, lists, reason === undefined ? filter : { ...filter, untested: reason })
  }
})

/** All projects of the fixture are of a group: whether its owners own them, too, is not stated. */
async function whyNotFilled(operation: OperationId, { owner, projects }: Lists) {
  if (operation !== 'listOwnedProjects') return undefined
  const { status, body } = await owner.attempt(operation, { per_page: 100 })
  const isAnyOwned = Object.values(projects).some((id) => itemWith('id', id)(body) !== undefined)
  return isAnyOwned || status >= 300 ? undefined : 'only projects of users are owned by the caller'
}

/** Returns the filters that the fixture of lists has items for. */
export function filtersOf(t: TestContext, lists: Lists): readonly Filter[] {
  return [
    ...peopleFilters(lists),
    ...placeFilters(lists),
    ...trackerFilters(t, lists),
    ...codeFilters(t, lists),
  ]
}

async function checkFilter(t: TestContext, lists: Lists, filter: Filter): Promise<void> {
  const { operation, parameter, value, field, keeps, leavesOut, untested } = filter
  if (untested) return t.notTested(operation, `parameter:${parameter}`, untested)
  const address = listAddress(operation, lists, t.admin)
  if (!address) return
  const asked = queryOf(address.parameters, filter)
  const read = await t.shared(createListReader)
  const answer = await read(address, operation, { ...asked, per_page: 100 })
  const shown = Array.isArray(value) ? value.join(', ') : String(value)
  const rule = `${parameter} ${shown} keeps what it should and leaves out what it should.`
  const values = await valuesOn(answer, field, (page) =>
    address.caller.attempt(operation, { ...asked, per_page: 100, page }),
  )
  const expectation = t.expect(answer, `parameter:${parameter}`, rule)
  expectation.includes(values, keeps)
  expectation.excludes(values, leavesOut)
}

/** Returns a field of the items on all pages; without a specified order, the items can be on any page. */
async function valuesOn(
  first: OperationResponse,
  field: string,
  read: (page: number) => Promise<OperationResponse>,
): Promise<unknown[] | undefined> {
  if (!Array.isArray(first.body)) return undefined
  const values: unknown[] = []
  let answer = first
  for (let page = 1; Array.isArray(answer.body); page++) {
    values.push(...answer.body.map((item: unknown) => Reflect.get(Object(item), field)))
    if (answer.headers.get('x-next-page') !== String(page + 1)) break
    answer = await read(page + 1)
  }
  return values
}

/** Returns the parameters of a list with a filter; a filter by search replaces the search of the list. */
export function queryOf(list: Parameters, { parameter, value, besides = {} }: Filter): Parameters {
  const { search: _, ...fixed } = list
  const narrowed = parameter === 'search' || parameter === 'username' ? fixed : list
  return { ...narrowed, ...besides, [parameter]: value }
}

type Parameters = Readonly<Record<string, unknown>>

/** A value of a parameter, with the items that a list of the fixture then contains and does not contain. */
export interface Filter {
  readonly operation: OperationId
  readonly parameter: string
  readonly value: unknown
  /** The field that distinguishes the items. */
  readonly field: string
  readonly keeps: readonly unknown[]
  readonly leavesOut: readonly unknown[]
  /** Why the list has no items that could show the filter. */
  readonly untested?: string
  /** Further parameters, which override those of the list. */
  readonly besides?: Readonly<Record<string, unknown>>
}

/** Returns the filters of users and members. */
function peopleFilters({ base, owner, people }: Lists): readonly Filter[] {
  const { b, c, a } = { b: people.b.id, c: people.c.id, a: people.a.id }
  const users = (parameter: string, value: unknown, keeps: unknown[], leavesOut: unknown[]) =>
    ({ operation: 'listUsers', parameter, value, field: 'id', keeps, leavesOut }) as const
  const members = (['listGroupMembers', 'listProjectMembers'] as const).flatMap((operation) => [
    {
      operation,
      parameter: 'query',
      value: people.b.username,
      field: 'id',
      keeps: [b],
      leavesOut: [a, c],
    },
    {
      operation,
      parameter: 'query',
      value: 'nobody-has-this-name',
      field: 'id',
      keeps: [],
      leavesOut: [a, b],
    },
  ])
  return [
    users('active', true, [b, a], [c]),
    users('blocked', true, [c], [b, a]),
    users('external', true, [a], [b, c]),
    users('search', base, [a, b, c], [owner.id]),
    users('search', people.c.username, [c], [a, b]),
    users('search', people.a.email, [a], [b, c]),
    users('username', people.b.username, [b], [a, c, owner.id]),
    users('username', base, [], [a, b, c]),
    ...members,
    {
      operation: 'listProjectUsers',
      parameter: 'search',
      value: people.a.username,
      field: 'id',
      keeps: [a],
      leavesOut: [b, c, owner.id],
    },
  ]
}

const projectLists = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
  'listGroupProjects',
] as const

/** Returns the filters of groups and projects. */
function placeFilters(lists: Lists): readonly Filter[] {
  return [...groupFilters(lists), ...projectLists.flatMap((one) => projectFilters(one, lists))]
}

function groupFilters({ base, title, groups: { a, b, c } }: Lists): readonly Filter[] {
  const groups = { operation: 'listGroups', field: 'id' } as const
  return [
    { ...groups, parameter: 'search', value: base, keeps: [a, b, c], leavesOut: [] },
    { ...groups, parameter: 'search', value: `${base}-c`, keeps: [c], leavesOut: [a, b] },
    // Of the names, with a blank and a letter beyond ASCII, which the paths have not.
    { ...groups, parameter: 'search', value: `ü ${title}`, keeps: [a, b, c], leavesOut: [] },
    { ...groups, parameter: 'skip_groups', value: [a, b], keeps: [c], leavesOut: [a, b] },
    { ...groups, parameter: 'all_available', value: true, keeps: [a, b, c], leavesOut: [] },
  ]
}

function projectFilters(
  operation: OperationId,
  { base, projects: { a, b, c } }: Lists,
): readonly Filter[] {
  const list = { operation, field: 'id' } as const
  return [
    { ...list, parameter: 'archived', value: true, keeps: [], leavesOut: [a, b, c] },
    { ...list, parameter: 'archived', value: false, keeps: [a, b, c], leavesOut: [] },
    { ...list, parameter: 'visibility', value: 'public', keeps: [b], leavesOut: [a, c] },
    { ...list, parameter: 'visibility', value: 'internal', keeps: [c], leavesOut: [a, b] },
    { ...list, parameter: 'visibility', value: 'private', keeps: [a], leavesOut: [b, c] },
    { ...list, parameter: 'search', value: `${base}-a`, keeps: [a], leavesOut: [b, c] },
    // Of the names, with a blank and a letter beyond ASCII, which the links of the list have to write otherwise.
    { ...list, parameter: 'search', value: `ü ${base}`, keeps: [a, b, c], leavesOut: [] },
  ]
}

/** Returns the filters of issues and merge requests. */
function trackerFilters(t: TestContext, lists: Lists): readonly Filter[] {
  return [...issueFilters(t, lists), ...mergeRequestFilters(lists)]
}

const issueLists = ['listOwnIssues', 'listIssuesOfGroup', 'listIssuesOfProject'] as const

function issueFilters(t: TestContext, { issues }: Lists): readonly Filter[] {
  const { a, b, c } = { a: issues.a.id, b: issues.b.id, c: issues.c.id }
  const ofAll = issueLists.flatMap((operation): readonly Filter[] => {
    const list = { operation, field: 'id' } as const
    const isEachMatched = t.operation(operation).matchedWhole.has('labels')
    const bothLabels = isEachMatched
      ? { keeps: [c], leavesOut: [a, b] }
      : { keeps: [a, b, c], leavesOut: [] }
    // No issue has all three.
    const threeLabels = isEachMatched ? { keeps: [], leavesOut: [a, b, c] } : bothLabels
    return [
      { ...list, parameter: 'state', value: 'opened', keeps: [b, c], leavesOut: [a] },
      { ...list, parameter: 'state', value: 'closed', keeps: [a], leavesOut: [b, c] },
      { ...list, parameter: 'labels', value: 'roof', keeps: [b, c], leavesOut: [a] },
      { ...list, parameter: 'labels', value: 'door', keeps: [a, c], leavesOut: [b] },
      { ...list, parameter: 'labels', value: 'roof,door', ...bothLabels },
      { ...list, parameter: 'labels', value: 'roof,door,cellar', ...threeLabels },
      { ...list, parameter: 'labels', value: 'cellar', keeps: [], leavesOut: [a, b, c] },
      { ...list, parameter: 'milestone', value: 'no-such', keeps: [], leavesOut: [a, b, c] },
    ]
  })
  const byNumber = { operation: 'listIssuesOfProject', parameter: 'iid', field: 'id' } as const
  return [...ofAll, { ...byNumber, value: issues.b.iid, keeps: [b], leavesOut: [a, c] }]
}

function mergeRequestFilters({ mergeRequests }: Lists): readonly Filter[] {
  const { a, b, c } = mergeRequests
  const list = { operation: 'listMergeRequests', field: 'id' } as const
  const [open, closed] = mergeRequests.isOneClosed ? [[b.id], [c.id]] : [[b.id, c.id], []]
  const state = { ...list, parameter: 'state' }
  // Whether a list without a state has what is merged is not stated.
  const besides = { state: 'all' }
  return [
    { ...list, parameter: 'iid', value: b.iid, keeps: [b.id], leavesOut: [a.id, c.id] },
    {
      ...list,
      parameter: 'iids',
      value: [b.iid, a.iid],
      besides,
      keeps: [a.id, b.id],
      leavesOut: [c.id],
    },
    { ...state, value: 'all', keeps: [a.id, b.id, c.id], leavesOut: [] },
    { ...state, value: 'opened', keeps: open, leavesOut: [a.id, ...closed] },
    { ...state, value: 'closed', keeps: closed, leavesOut: [a.id, ...open] },
    { ...state, value: 'merged', keeps: [a.id], leavesOut: [b.id, c.id] },
  ]
}

/** Returns the filters of commits, trees, statuses and builds. */
function codeFilters(t: TestContext, { code: { commits }, hasBuilds }: Lists): readonly Filter[] {
  return [
    ...commitFilters(t, Object.values(commits), commits.a),
    ...treeFilters(),
    ...statusFilters(),
    ...buildFilters('listBuilds', hasBuilds),
    ...buildFilters('listBuildsOfCommit', hasBuilds),
  ]
}

const hour = 3_600_000

/** Writes an instant in the local time of an offset from UTC of some hours. */
function atOffset(instant: number, hours: number): string {
  const local = new Date(instant + hours * hour).toISOString().slice(0, 19)
  return `${local}${hours < 0 ? '-' : '+'}${Math.abs(hours)}:00`
}

function commitFilters(t: TestContext, all: readonly string[], last: string): readonly Filter[] {
  const list = { operation: 'listCommits', field: 'id' } as const
  const [yesterday, tomorrow] = [t.instance.day(-1), t.instance.day(2)].map(
    (day) => `${day}T00:00:00Z`,
  )
  // Without their offsets these times would lie on the other side of every commit of the run.
  const earlier = atOffset(t.instance.now() - 12 * hour, 13)
  const later = atOffset(t.instance.now() + hour, -13)
  const others = all.filter((sha) => sha !== last)
  return [
    { ...list, parameter: 'since', value: earlier, keeps: all, leavesOut: [] },
    { ...list, parameter: 'since', value: tomorrow, keeps: [], leavesOut: all },
    { ...list, parameter: 'until', value: later, keeps: all, leavesOut: [] },
    { ...list, parameter: 'until', value: yesterday, keeps: [], leavesOut: all },
    { ...list, parameter: 'ref_name', value: 'tag-c', keeps: others, leavesOut: [last] },
    { ...list, parameter: 'ref_name', value: 'branch-b', keeps: all, leavesOut: [] },
  ]
}

function treeFilters(): readonly Filter[] {
  const list = { operation: 'listTree', field: 'path', besides: { recursive: false } } as const
  return [
    {
      ...list,
      parameter: 'path',
      value: 'lib',
      keeps: ['lib/deep', 'lib/c.txt'],
      leavesOut: ['README.md'],
    },
    { ...list, parameter: 'ref_name', value: 'tag-b', keeps: ['README.md'], leavesOut: ['lib'] },
    {
      ...list,
      parameter: 'ref_name',
      value: 'branch-c',
      keeps: ['c-1.txt'],
      leavesOut: ['b-1.txt'],
    },
    {
      ...list,
      besides: {},
      parameter: 'recursive',
      value: true,
      keeps: ['lib/deep/c.txt'],
      leavesOut: [],
    },
    {
      ...list,
      parameter: 'recursive',
      value: false,
      keeps: ['README.md'],
      leavesOut: ['lib/c.txt'],
    },
  ]
}

function statusFilters(): readonly Filter[] {
  const list = { operation: 'listCommitStatuses', field: 'name' } as const
  return [
    { ...list, parameter: 'ref', value: 'branch-c', keeps: ['c'], leavesOut: ['a', 'b'] },
    { ...list, parameter: 'name', value: 'b', keeps: ['b'], leavesOut: ['a', 'c'] },
    { ...list, parameter: 'stage', value: 'no-such', keeps: [], leavesOut: ['a', 'b', 'c'] },
    {
      ...list,
      parameter: 'all',
      value: false,
      field: 'status',
      besides: { name: 'b' },
      keeps: ['success'],
      leavesOut: ['failed'],
    },
    {
      ...list,
      parameter: 'all',
      value: true,
      field: 'status',
      besides: { name: 'b' },
      keeps: ['success', 'failed'],
      leavesOut: [],
    },
  ]
}

const states = ['created', 'pending', 'running', 'failed', 'success', 'canceled', 'skipped']

function buildFilters(operation: OperationId, hasBuilds: boolean): readonly Filter[] {
  const list = {
    operation,
    parameter: 'scope',
    field: 'status',
    keeps: [],
    ...(hasBuilds ? {} : { untested: 'the server made no build' }),
  } as const
  return [
    ...states.map((state) => ({
      ...list,
      value: state,
      leavesOut: states.filter((other) => other !== state),
    })),
    {
      ...list,
      value: ['failed', 'success'],
      leavesOut: ['created', 'pending', 'running', 'canceled', 'skipped'],
    },
  ]
}
