import { expect, it } from 'vitest'
import { removeProject, removeUser } from '../../../src/gitlab/domain/remove.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import { repositoryWorld } from '../operations/v3/repository-world.ts'
import { testSystemContext } from './test-context.ts'

const at = { created_at: '2017-01-15T12:00:00.000Z' }
const ci = { project_id: 1, pipeline_id: 1, ref: 'master', sha: 'f'.repeat(40), ...at }

/** A world where something of each kind is said of the project acme/site, by the user dev. */
function createWorld() {
  const store = loadSeed(repositoryWorld, 'a test')
  const by = { user_id: 3 }
  store.pipelines.insert({ ...ci, ...by })
  store.builds.insert({ ...ci, ...by, name: 'test' })
  store.commitStatuses.insert({ ...ci, author_id: 3 })
  store.notes.insert({
    ...at,
    project_id: 1,
    noteable_type: 'Commit',
    commit_id: ci.sha,
    author_id: 3,
    body: 'Hm.',
  })
  store.environments.insert({ project_id: 1, name: 'staging' })
  store.deployments.insert({ ...ci, ...by, iid: 1, environment_id: 1 })
  store.protectedBranches.insert({ project_id: 1, name: 'master' })
  return store
}

it('of a project takes its repository and all that is said of it', () => {
  const store = createWorld()
  const project = store.projects.get(1)
  if (project) removeProject(testSystemContext(store), project)
  expect(store.repositories.get(1)).toBeUndefined()
  const left = [
    store.protectedBranches,
    store.releases,
    store.notes,
    store.commitStatuses,
    store.pipelines,
    store.builds,
    store.environments,
    store.deployments,
  ].map((collection) => collection.all().filter(({ project_id }) => project_id === 1))
  expect(left).toEqual([[], [], [], [], [], [], [], []])
  expect(store.repositories.get(2)).toBeDefined()
  expect(store.protectedBranches.by('project_id', 5)).toHaveLength(1)
})

it('of a user takes what the user said, and leaves what ran', () => {
  const store = createWorld()
  const user = store.users.get(3)
  if (user) removeUser(testSystemContext(store), user)
  expect(store.notes.all()).toEqual([])
  expect(store.commitStatuses.all()).toEqual([])
  for (const collection of [store.pipelines, store.builds, store.deployments]) {
    expect(collection.all().map(({ user_id }) => user_id)).toEqual([null])
  }
})
