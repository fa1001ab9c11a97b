import { expect, it } from 'vitest'
import { log } from '../../../src/git/history/history.ts'
import { branchHead, listBranches } from '../../../src/git/repository.ts'
import { removeUser } from '../../../src/gitlab/domain/remove.ts'
import { removeMergedBranches } from '../../../src/gitlab/domain/repositories/branches.ts'
import {
  moveReferences,
  repositoryOf,
} from '../../../src/gitlab/domain/repositories/repositories.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import type { ProjectRecord } from '../../../src/store/models/project.ts'
import { createStore, type Store } from '../../../src/store/store.ts'
import { growthExponent, MAX_EXPONENT } from '../../growth.ts'
import { now } from '../../harness.ts'
import { repositoryWorld } from '../operations/v3/repository-world.ts'
import { testContext, testSystemContext } from './test-context.ts'

const at = { created_at: now, updated_at: now }

function headOf(store: Store, project: ProjectRecord): string {
  return branchHead(repositoryOf(store, project), 'master') ?? ''
}

/** A user who has a lot of everything that a removal touches, beside one who stays. */
function worldOf(count: number): Store {
  const store = createStore()
  store.users.insert({ username: 'stays', name: 'Stays', email: 'stays@x.example' })
  store.users.insert({ username: 'goes', name: 'Goes', email: 'goes@x.example' })
  store.namespaces.insert({ kind: 'user', owner_id: 1, name: 'stays', path: 'stays', ...at })
  store.projects.insert({ namespace_id: 1, creator_id: 1, name: 'site', path: 'site' })
  const sha = 'f'.repeat(40)
  for (let number = 1; number <= count; number++) {
    const pushed = { project_id: 1, ref: 'master', sha, created_at: now }
    const issue = { project_id: 1, iid: number, title: `Issue ${number}`, ...at }
    store.issues.insert({ ...issue, author_id: 1, assignee_id: 2 })
    const { id: pipeline_id } = store.pipelines.insert({ ...pushed, user_id: 2 })
    store.builds.insert({ ...pushed, pipeline_id, name: 'test', user_id: 2 })
    const member = { source_type: 'project', source_id: number + 1, access_level: 30 } as const
    store.members.insert({ ...member, user_id: 2, created_at: now })
  }
  return store
}

it('of a user takes as long for each record, however many there are', async () => {
  const exponent = await growthExponent(500, (count) => {
    const store = worldOf(count)
    const user = store.users.get(2)
    if (!user) throw new Error('The user is not there.')
    // The indexes are built when they are first asked for: that is no part of the removal.
    store.issues.by('assignee_id', 2)
    return () => {
      removeUser(testSystemContext(store), user)
      expect(store.issues.by('assignee_id', null)).toHaveLength(count)
      expect(store.pipelines.by('user_id', null)).toHaveLength(count)
      expect(store.builds.by('user_id', null)).toHaveLength(count)
      expect(store.members.all()).toEqual([])
    }
  })
  expect(exponent).toBeLessThan(MAX_EXPONENT)
})

it('of merged branches takes as long for each, however many there are', async () => {
  const exponent = await growthExponent(500, (count) => {
    const store = loadSeed(repositoryWorld, 'a test')
    const project = store.projects.get(1)
    const [tip, older] = project ? log(store.objects, [headOf(store, project)]) : []
    if (!project || !tip || !older) throw new Error('The world has no history on master.')
    const names = Array.from({ length: count }, (_, index) => `refs/heads/topic-${index}`)
    const context = testContext(store, 'mona')
    moveReferences(
      store,
      project,
      names.map((ref) => ({ ref, after: older.id })),
    )
    return () => {
      removeMergedBranches(context, project)
      const left = listBranches(repositoryOf(store, project)).map(({ name }) => name)
      expect(left.filter((name) => name.startsWith('topic-'))).toEqual([])
    }
  })
  expect(exponent).toBeLessThan(MAX_EXPONENT)
})

it('of a user is taken back whole by a transaction that fails', () => {
  const store = worldOf(200)
  const user = store.users.get(2)
  const context = testSystemContext(store)
  const records = () =>
    [store.users, store.issues, store.pipelines, store.builds, store.members].map((one) =>
      one.all().slice(),
    )
  const before = records()
  expect(() =>
    store.transaction(() => {
      if (user) removeUser(context, user)
      throw new Error('No.')
    }),
  ).toThrow('No.')
  expect(records()).toEqual(before)
  expect(store.issues.by('assignee_id', 2)).toHaveLength(200)
  expect(store.issues.by('assignee_id', null)).toEqual([])
})
