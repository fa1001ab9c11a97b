import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Lists } from '../../fixture/lists/lists.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Filter } from './filter.ts'

/** Commits, trees, statuses and builds. */
export function codeFilters(
  t: TestContext,
  { code: { commits }, hasBuilds }: Lists,
): readonly Filter[] {
  return [
    ...commitFilters(t, Object.values(commits), commits.a),
    ...treeFilters(),
    ...statusFilters(),
    ...buildFilters('listBuilds', hasBuilds),
    ...buildFilters('listBuildsOfCommit', hasBuilds),
  ]
}

function commitFilters(t: TestContext, all: readonly string[], last: string): readonly Filter[] {
  const list = { operation: 'listCommits', field: 'id' } as const
  const [yesterday, tomorrow] = [t.instance.day(-1), t.instance.day(2)].map(
    (day) => `${day}T00:00:00Z`,
  )
  const others = all.filter((sha) => sha !== last)
  return [
    { ...list, parameter: 'since', value: yesterday, keeps: all, leavesOut: [] },
    { ...list, parameter: 'since', value: tomorrow, keeps: [], leavesOut: all },
    { ...list, parameter: 'until', value: tomorrow, keeps: all, leavesOut: [] },
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
