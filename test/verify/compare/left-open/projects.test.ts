import { expect, it } from 'vitest'
import type { History, Step } from '../../../../src/verify/compare/index.ts'
import { at, isObject } from '../../../../src/verify/story/bodies.ts'
import { asAdmin, asPerson, differencesOf, person, personAs } from '../steps.ts'
import { type Show, showing } from './altered.ts'

const differencesWith = async (path: RegExp, show: Show, history: History) =>
  differencesOf(await showing(path, show), history)

const make = (symbol: string, sent: Step['parameters'] = {}): Step => ({
  ...{ operation: 'createProject', as: 'admin', makes: symbol },
  parameters: { name: `<${symbol}.name>`, path: `<${symbol}.name>`, ...sent },
})
const own = asPerson(make('project3'))
const id = '<project3>'
const ofPerson = { user_id: '<user1>' }

const read = asAdmin('getProject', { id })

it('leaves open who creates a project that an administrator makes for a user, of these two', async () => {
  const history: History = [
    ...[...person, ...personAs('user2')],
    { ...make('project3', ofPerson), operation: 'createProjectForUser' },
    read,
  ]
  const by =
    (find: (body: unknown) => unknown): Show =>
    (project) =>
      at(project, 'owner.id') === undefined ? project : { ...project, creator_id: find(project) }
  const project = /\/projects/
  expect(
    await differencesWith(
      project,
      by(() => 1),
      history,
    ),
  ).toEqual([])
  const third = by((one) => Number(at(one, 'owner.id')) + 1)
  expect(await differencesWith(project, third, history)).toEqual(['getProject | creator_id'])
  expect(
    await differencesWith(
      project,
      by(() => 1),
      [...person, own, read],
    ),
  ).toEqual(['getProject | creator_id'])
})

it('leaves open what the namespace of a project is beside its name and its path', async () => {
  const history: History = [...[...person, own, read, asAdmin('getProject')]]
  const inNamespace =
    (change: (namespace: Record<string, unknown>) => Record<string, unknown>): Show =>
    ({ namespace, ...project }) =>
      isObject(namespace) ? { ...project, namespace: change({ ...namespace }) } : project
  const isOfUser = (namespace: Record<string, unknown>) => namespace.owner_id !== null
  const legitimate = inNamespace((namespace) => ({
    ...namespace,
    ...{ avatar: null, share_with_group_lock: true },
    ...(isOfUser(namespace) ? { visibility_level: 0, name: 'Nora' } : { owner_id: 1 }),
  }))
  const path = /\/projects/
  expect(await differencesWith(path, legitimate, history)).toEqual([])
  const ofAnother = inNamespace((namespace) =>
    isOfUser(namespace) ? { ...namespace, owner_id: 1 } : namespace,
  )
  expect(await differencesWith(path, ofAnother, history)).toEqual([
    'getProject | namespace.owner_id',
  ])
  const hidden = inNamespace((namespace) =>
    isOfUser(namespace) ? namespace : { ...namespace, visibility_level: 10 },
  )
  const ofLevel: History = [
    {
      ...{ operation: 'createGroup', as: 'admin', makes: 'group2' },
      parameters: { name: '<group2.name>', path: '<group2.name>', visibility_level: 20 },
    },
    make('project4', { namespace_id: '<group2>' }),
    asAdmin('getProject', { id: '<project4>' }),
  ]
  const [told] = await differencesWith(/\/projects\/\d+$/, hidden, ofLevel)
  expect(told).toBe('getProject | namespace.visibility_level')
  const named =
    (name: (path: string) => string): Show =>
    (project) =>
      at(project, 'owner.id') === undefined
        ? project
        : { ...project, name_with_namespace: name(String(project.path_with_namespace)) }
  const byUsername = named((whole) => whole.replace('/', ' / '))
  expect(await differencesWith(path, byUsername, history)).toEqual([])
  const byNothing = named((whole) => `Somebody / ${whole.split('/')[1]}`)
  expect(await differencesWith(path, byNothing, history)).toEqual([
    'getProject | name_with_namespace',
  ])
})

it('leaves open whether who owns a personal project is a member, until they are added', async () => {
  const members = asAdmin('listProjectMembers', { id })
  const member = asAdmin('getProjectMember', { id, ...ofPerson })
  const shown = asPerson(asAdmin('getProject', { id }))
  const withoutOwner: Show = (record) => {
    if (record.name === 'Nora' && record.access_level !== undefined) return undefined
    return isObject(record.permissions)
      ? { ...record, permissions: { ...record.permissions, project_access: null } }
      : record
  }
  const path = /\/projects/
  const history: History = [...person, own]
  expect(await differencesWith(path, withoutOwner, [...history, members, member, shown])).toEqual(
    [],
  )
  const others: History = [
    ...history,
    ...personAs('user2'),
    asAdmin('addProjectMember', { id, user_id: '<user2>', access_level: 30 }),
  ]
  const withoutDevelopers: Show = (record, { method }) =>
    method === 'GET' && record.access_level === 30 ? undefined : record
  expect(await differencesWith(/\/members$/, withoutDevelopers, [...others, members])).toContain(
    'listProjectMembers | [] (no such item)',
  )
  const again: History = [
    asAdmin('removeProjectMember', { id, ...ofPerson }),
    asAdmin('addProjectMember', { id, ...ofPerson, access_level: 30 }),
    members,
  ]
  const afterwards = async (path: RegExp) =>
    differencesWith(
      path,
      (record, { method }) =>
        method === 'GET' ? withoutOwner(record, new Request('http://a'), []) : record,
      [...history, ...again],
    )
  expect(await afterwards(/\/members$/)).toEqual(['listProjectMembers | [] (no such item)'])
})

it('leaves open who the users of a project are beside its active members, and how they are searched', async () => {
  const group: Step = {
    ...{ operation: 'addGroupMember', as: 'admin' },
    parameters: { id: '<group1>', user_id: '<user2>', access_level: 30 },
  }
  const added: History = [
    ...[...person, ...personAs('user2'), group],
    asAdmin('addProjectMember', { ...ofPerson, access_level: 30 }),
  ]
  const users = asAdmin('listProjectUsers')
  const without =
    (name: string): Show =>
    (user) =>
      String(user.username).endsWith(name) ? undefined : user
  const path = /\/projects\/\d+\/users$/
  expect(await differencesWith(path, without('user-2'), [...added, users])).toEqual([])
  const missing = ['listProjectUsers | [] (no such item)']
  expect(await differencesWith(path, without('user-1'), [...added, users])).toEqual(missing)
  const searched = asAdmin('listProjectUsers', { search: '<user1.name>' })
  expect(await differencesWith(path, without('user-1'), [...added, searched])).toEqual([])
  const block = asAdmin('blockUser', { id: '<user1>' })
  expect(await differencesWith(path, without('user-1'), [...added, block, users])).toEqual([])
})

it('leaves open whether projects in an own group are owned, but not those in the own namespace', async () => {
  const group: Step = {
    ...{ operation: 'createGroup', as: 'user1', makes: 'group2' },
    parameters: { name: '<group2.name>', path: '<group2.name>' },
  }
  const history: History = [
    ...[...person, own, group],
    asPerson(make('project4', { namespace_id: '<group2>' })),
    ...[{}, { per_page: 1 }].map((parameters) =>
      asPerson({ operation: 'listOwnedProjects', as: 'user1', parameters }),
    ),
  ]
  const path = /\/projects\/owned$/
  const personal: Show = (project) => (project.owner === undefined ? undefined : project)
  expect(await differencesWith(path, personal, history)).toEqual([])
  const inGroups: Show = (project) => (project.owner === undefined ? project : undefined)
  expect(await differencesWith(path, inGroups, history)).toEqual([
    'listOwnedProjects | [] (no such item)',
  ])
})
