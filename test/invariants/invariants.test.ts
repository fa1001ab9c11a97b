import { beforeAll, expect, it } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import { createTestForge } from '../harness.ts'
import { propertyWorld } from '../property/world.ts'
import { wrongCounts, wrongTotals } from './counts.ts'
import { missingObjects } from './git-objects.ts'
import { createIndexCheck } from './indexes.ts'
import { changeableParts, misfits, recordProblems } from './records.ts'
import { type AnyRecord, isSameWorld, type World, worldOf } from './world.ts'

/** A checker that finds nothing holds nothing: each is shown a world with one mistake. */
let forge: Forge
let world: World
beforeAll(async () => {
  forge = await createTestForge({ seed: propertyWorld })
  world = worldOf(forge)
})

/** The world with some fields of one record changed. */
function changed(name: string, id: number, fields: object): World {
  const records = (world[name] ?? []).map((record) =>
    record.id === id ? { ...record, ...fields } : record,
  )
  return { ...world, [name]: records }
}

function added(name: string, ...more: AnyRecord[]): World {
  return { ...world, [name]: [...(world[name] ?? []), ...more] }
}

it('finds nothing wrong with the world as it is', async () => {
  expect(recordProblems(world)).toEqual([])
  expect(changeableParts(world, new WeakSet())).toEqual([])
  expect(misfits(world, new WeakSet())).toEqual([])
  expect(createIndexCheck()(forge.db)).toEqual([])
  expect(missingObjects(world, forge.snapshot())).toEqual([])
  expect(await wrongCounts(forge, world, 'root-token')).toEqual([])
  expect(await wrongTotals(forge, ['/users', '/projects/1/issues'], 'root-token')).toEqual([])
})

it.each([
  ['issues', { assignee_id: 99 }, 'issues 1: assignee_id 99 names no record'],
  ['notes', { noteable_id: 99 }, 'notes 1: noteable_id 99 names no record'],
  ['members', { source_id: 99 }, 'members 1: source_id 99 names no record'],
  ['issues', { iid: 2 }, 'issues 1 and 2 share project_id, iid: [1,2]'],
  ['users', { username: 'JANE' }, 'users 1 and 2 share username: ["jane"]'],
])('finds a mistake in %s: %j', (name, fields, problem) => {
  expect(recordProblems(changed(name, 1, fields))).toEqual([problem])
})

it('finds records out of order, and parts that can change', () => {
  expect(recordProblems({ ...world, hooks: [{ id: 2 }, { id: 1 }] })).toEqual([
    'hooks: 1 is not above the id before it',
  ])
  const open = Object.freeze({ id: 1, list: [Object.freeze([]), []] })
  expect(changeableParts({ hooks: [open] }, new WeakSet())).toEqual(['hooks 1 can change'])
})

it('finds a record that its model would not have so, once', () => {
  const seen = new WeakSet()
  const wrong = changed('issues', 1, { title: 5 })
  expect(misfits(wrong, seen)).toEqual(['issues 1 is not as its model has it'])
  expect(misfits(wrong, seen)).toEqual([])
  const added = changed('projects', 1, { statistics: {} })
  expect(misfits(added, seen)).toEqual(['projects 1 is not as its model has it'])
  expect(misfits(changed('users', 1, { nobody: 1 }), seen)).toEqual([
    'users 1 is not as its model has it',
  ])
})

it('finds an index that misses a record, keeps one too many, or has another', () => {
  const check = createIndexCheck()
  expect(check(forge.db)).toEqual([])
  const { issues } = forge.db
  const wrong = new Proxy(issues, {
    get: (_, name) => (name === 'by' ? () => [] : Reflect.get(issues, name).bind?.(issues)),
  })
  expect(check({ ...forge.db, issues: wrong })).toContain(
    "issues: by('project_id', 1) is not what a scan finds",
  )
  const emptied = new Proxy(issues, {
    get: (_, name) => (name === 'all' ? () => [] : Reflect.get(issues, name).bind?.(issues)),
  })
  expect(check({ ...forge.db, issues: emptied })).toContain(
    "issues: by('author_id', 2) is not what a scan finds",
  )
})

it('finds commits and objects that are missing', () => {
  const id = 'f'.repeat(40)
  const missing = (next: World) => missingObjects(next, forge.snapshot())
  expect(missing(changed('builds', 1, { sha: id }))).toEqual([`builds 1: sha ${id} is no commit`])
  const refs = new Map([['refs/heads/master', id]])
  expect(missing(changed('repositories', 1, { refs }))).toEqual([
    `repositories 1: the object ${id} is missing`,
  ])
  const data = { before: null, after: null, commit_ids: [id] }
  expect(missing(added('events', { id: 99, data }))).toEqual([`events 99: ${id} is no git object`])
})

it('finds counts that are not those of the records', async () => {
  const wrong = async (next: World) => wrongCounts(forge, next, 'root-token')
  expect(await wrong(added('stars', { id: 99, project_id: 1 }))).toEqual([
    'projects 1: star_count is 1, counted 2',
  ])
  expect(await wrong(changed('issues', 1, { state: 'closed' }))).toEqual([
    'projects 1: open_issues_count is 2, counted 1',
  ])
  const note = { id: 99, noteable_type: 'Issue', noteable_id: 2, system: false }
  expect(await wrong(added('notes', note))).toEqual(['issues 2: user_notes_count is 0, counted 1'])
})

it('finds a total that is not what walking the list finds', async () => {
  const lying: Forge = {
    ...forge,
    async fetch(request) {
      const response = await forge.fetch(request)
      const headers = new Headers(response.headers)
      headers.set('x-total', '77')
      return new Response(response.body, { status: response.status, headers })
    },
  }
  expect(await wrongTotals(lying, ['/users'], 'root-token')).toEqual([
    '/users: X-Total is 77, walking finds 5',
  ])
})

it('distinguishes a world from one where a record was replaced', () => {
  expect(isSameWorld(world, worldOf(forge))).toBe(true)
  expect(isSameWorld(world, changed('issues', 1, {}))).toBe(false)
  expect(isSameWorld(world, added('hooks', { id: 99 }))).toBe(false)
})
