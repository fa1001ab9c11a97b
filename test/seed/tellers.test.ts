import { expect, it, vi } from 'vitest'
import { tellersFor } from '../../src/seed/tellers.ts'

const partsOf = async (seed: unknown) =>
  Object.entries(await tellersFor(seed)).flatMap(([name, part]) => (part ? [name] : []))

it.each([
  ['nothing', {}, []],
  ['users, groups and projects', { users: [{}], groups: [{}], projects: [{ path: 'a/b' }] }, []],
  ['issues', { issues: [] }, ['trackers']],
  ['labels of a project', { projects: [{}, { labels: ['bug'] }] }, ['trackers']],
  ['merge requests', { projects: [{ merge_requests: [] }] }, ['consequences', 'trackers']],
  ['a repository', { projects: [{ repository: {} }] }, ['consequences', 'repositories']],
  ['a fork', { projects: [{ forked_from: 'a/b' }] }, ['consequences', 'repositories']],
  ['statuses', { statuses: [] }, ['consequences', 'builds']],
  ['hooks', { hooks: [] }, ['activity']],
  ['the records of an export', { records: {} }, ['records']],
  ['what is no seed', 'users', []],
  ['projects that are none', { projects: [null, 'a/b', ['issues']] }, []],
  ['projects that are no list', { projects: { issues: [] } }, []],
])('loads what tells %s', async (_, seed, parts) => {
  expect(await partsOf(seed)).toEqual(parts)
})

it('tells the seeds that are added at once in their order, whatever each needs', async () => {
  vi.resetModules()
  const { createForge } = await import('../../src/forge/create-forge.ts')
  const forge = await createForge()
  const added = await Promise.all([
    forge.add({
      groups: [{ path: 'team', members: { root: 'owner' } }],
      projects: [{ path: 'team/app', issues: [{ title: 'It leaks', author: 'root' }] }],
    }),
    forge.add({ projects: [{ path: 'team/site' }] }),
  ])
  expect(added.map(({ projects }) => projects.map(({ id, path }) => [id, path]))).toEqual([
    [[1, 'app']],
    [[2, 'site']],
  ])
})
