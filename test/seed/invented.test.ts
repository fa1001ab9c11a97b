import { expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { inventWorld } from '../../src/seed/invent/invented-world.ts'

const size = { users: 50, projects: 200, randomSeed: 42 }

it('has a second page in every list of the first project, and of the instance', async () => {
  const { fetch, db } = await createForge({ seed: inventWorld(size), validateResponses: true })
  const notes = (id: number) => db.notes.by('noteable', `Issue:${id}`).length
  const issue = db.issues
    .by('project_id', 1)
    .map(({ id }) => id)
    .sort((one, other) => notes(other) - notes(one))[0]
  const lists = [
    '/users',
    '/groups',
    '/projects/all',
    '/projects/1/issues',
    `/projects/1/issues/${issue}/notes`,
    '/projects/1/merge_requests',
    '/projects/1/builds',
    '/projects/1/deployments',
    '/projects/1/events',
    '/projects/1/repository/commits',
  ]
  for (const path of lists) {
    const url = `http://forge.test/api/v3${path}?page=2`
    const response = await fetch(new Request(url, { headers: { 'private-token': 'root-token' } }))
    const body = await response.json()
    expect([path, response.status, body.length > 0]).toEqual([path, 200, true])
  }
  const refs = [...(db.repositories.get(1)?.refs.keys() ?? [])]
  expect(refs.filter((ref) => ref.startsWith('refs/tags/')).length).toBeGreaterThan(20)
  expect(refs.filter((ref) => ref.startsWith('refs/heads/')).length).toBeGreaterThan(20)
  expect(db.releases.by('project_id', 1).length).toBeGreaterThan(20)
})

it('has nothing that happened before its project or after the day it ends', async () => {
  const { db } = await createForge({
    seed: inventWorld({ users: 20, projects: 40, randomSeed: 7 }),
  })
  for (const { project_id, created_at } of db.events.all()) {
    const since = db.projects.get(project_id ?? 0)?.created_at ?? '9'
    // Git counts in seconds.
    expect(created_at.slice(0, 19) >= since.slice(0, 19) && created_at < '2017-01-15T12:01').toBe(
      true,
    )
  }
  expect(new Set(db.mergeRequests.all().map(({ state }) => state))).toEqual(
    new Set(['opened', 'merged', 'closed']),
  )
})

it.each([
  [1, 0],
  [1, 3],
  [2, 25],
])('makes a world of %i users and %i projects too', async (users, projects) => {
  const { db } = await createForge({ seed: inventWorld({ users, projects, randomSeed: 1 }) })
  expect([db.users.all().length, db.projects.all().length]).toEqual([users, projects])
})
