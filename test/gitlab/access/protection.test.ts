import { expect, it } from 'vitest'
import { canMerge, canPush } from '../../../src/gitlab/access/protection.ts'
import { createViewer } from '../../../src/gitlab/access/viewer.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import { repositoryWorld } from '../operations/v3/repository-world.ts'

const store = loadSeed(repositoryWorld, 'a test')
const today = '2017-01-15'

/** Whether somebody may push to master of acme/site, and merge into it. */
function rights(username: string | undefined, flags: object | undefined, projectId = 1) {
  const project = store.projects.get(projectId)
  if (!project) throw new Error(`There is no project ${projectId}.`)
  for (const one of store.protectedBranches.all().slice()) store.protectedBranches.remove(one)
  if (flags) store.protectedBranches.insert({ project_id: projectId, name: 'master', ...flags })
  const user = username === undefined ? undefined : store.users.one('username', username)
  const asked = { store, viewer: createViewer({ store, user, today }) }
  return [canPush(asked, project, 'master'), canMerge(asked, project, 'master')]
}

const open = undefined
const closed = {}
const mergeable = { developers_can_merge: true }
const pushable = { developers_can_push: true }

it.each([
  ['mona', open, [true, true]],
  ['mona', closed, [true, true]],
  ['root', closed, [true, true]],
  ['dev', open, [true, true]],
  ['dev', closed, [false, false]],
  ['dev', mergeable, [false, true]],
  ['dev', pushable, [true, true]],
  ['rita', open, [false, false]],
  ['rita', mergeable, [false, false]],
  ['rita', pushable, [false, false]],
  ['olga', pushable, [false, false]],
  [undefined, open, [false, false]],
])('lets %s push and merge, where the branch has %j: %j', (username, flags, expected) => {
  expect(rights(username, flags)).toEqual(expected)
})

it('lets nobody push to an archived project, nor merge', () => {
  expect(rights('root', open, 3)).toEqual([false, false])
  expect(rights('mona', pushable, 3)).toEqual([false, false])
})

it('asks for the branch that is protected, and no other', () => {
  rights('dev', closed)
  const project = store.projects.all()[0]
  const user = store.users.one('username', 'dev')
  const asked = { store, viewer: createViewer({ store, user, today }) }
  expect(project && canPush(asked, project, 'fix/typo')).toBe(true)
})
