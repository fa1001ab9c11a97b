import { afterEach, expect, it, vi } from 'vitest'
import { merge } from '../../../../src/gitlab/domain/merge-requests/merge.ts'
import { mergeStatus } from '../../../../src/gitlab/domain/merge-requests/mergeability.ts'
import { push } from '../../../../src/gitlab/domain/repositories/push.ts'
import { loadSeed } from '../../../../src/seed/load.ts'
import type { Store } from '../../../../src/store/store.ts'
import { testContext } from '../test-context.ts'

/** A merge request into master of each of so many branches, with a file of its own; half of them are closed. */
function worldOf(count: number): Store {
  const branches = Array.from({ length: count }, (_, index) => `topic-${index}`)
  const commit = (branch: string, file_path: string) => ({
    branch,
    from: 'master',
    message: file_path,
    author: 'jane',
    actions: [{ action: 'create' as const, file_path, content: file_path }],
  })
  return loadSeed(
    {
      users: [{ username: 'jane' }],
      projects: [
        {
          path: 'jane/site',
          repository: {
            commits: [
              commit('master', 'README'),
              ...branches.map((name) => commit(name, `${name}.txt`)),
            ],
          },
          merge_requests: branches.map((source_branch, index) => ({
            title: source_branch,
            author: 'jane',
            source_branch,
            ...(index % 2 === 0 ? {} : { state: 'closed' as const }),
          })),
        },
      ],
    },
    'test',
  )
}

const first = (store: Store) => store.mergeRequests.get(1) ?? expect.fail()

/** How often git objects are read while something is done. */
function readsOf(store: Store, act: () => unknown): number {
  const reads = vi.spyOn(store.objects.byId, 'get')
  act()
  return reads.mock.calls.length
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('reads no more of the repository where other merge requests wait for the same branch', () => {
  const readsWith = (count: number) => {
    const store = worldOf(count)
    return readsOf(store, () => merge(testContext(store, 'jane'), first(store), {}))
  }
  const few = readsWith(4)
  expect(few).toBeGreaterThan(0)
  expect(readsWith(40)).toBe(few)
})

it('looks at the open merge requests of its branches, and at no other', () => {
  const store = worldOf(40)
  const lists = vi.spyOn(store.mergeRequests, 'by')
  merge(testContext(store, 'jane'), first(store), {})
  const found = lists.mock.calls.map(([name], call) => [
    name,
    lists.mock.results[call]?.value.length,
  ])
  // Nineteen are still open. Those from the branch that moved follow it, and have pipelines of their own; the last look
  // finds by its number the one that the merge commit names.
  expect(found).toEqual([
    ['open_into', 19],
    ['open_from', 0],
    ['open_from', 0],
    ['target_project_id', 40],
  ])
})

it('takes over the trial that found no conflicts', () => {
  const [tried, untried] = [worldOf(4), worldOf(4)]
  expect(mergeStatus(tried, first(tried))).toBe('can_be_merged')
  const readsAfter = readsOf(tried, () => merge(testContext(tried, 'jane'), first(tried), {}))
  const readsWithout = readsOf(untried, () =>
    merge(testContext(untried, 'jane'), first(untried), {}),
  )
  expect(readsAfter).toBeLessThan(readsWithout)
  expect(first(tried).merge_commit_sha).toBe(first(untried).merge_commit_sha)
})

it('describes what was pushed for hooks alone', () => {
  const readsWith = (hasHook: boolean) => {
    const store = worldOf(1)
    if (hasHook) store.hooks.insert({ url: 'http://127.0.0.1:9/', push_events: true })
    const [project] = store.projects.all()
    const { source_branch } = first(store)
    const context = testContext(store, 'jane')
    const [repository] = store.repositories.all()
    const head = repository?.refs.get(`refs/heads/${source_branch}`)
    return readsOf(store, () => project && push(context, project, 'refs/heads/master', head))
  }
  expect(readsWith(false)).toBeLessThan(readsWith(true))
})
