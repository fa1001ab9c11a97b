import { expect, it } from 'vitest'
import type { History, Step } from '../../../../src/verify/compare/index.ts'
import { isObject } from '../../../../src/verify/story/bodies.ts'
import { asAdmin, asPerson, differencesOf, person, personAs } from '../steps.ts'
import { type Show, showing } from './altered.ts'

const differencesWith = async (path: RegExp, show: Show, history: History) =>
  differencesOf(await showing(path, show), history)

const id = '<user1>'
const call = (operation: Step['operation'], parameters: Step['parameters'] = {}): Step => ({
  ...{ operation, as: 'admin', parameters },
})

it('leaves open whether others than administrators see blocked users', async () => {
  const group = { id: '<group1>' }
  const both: History = [
    ...[...person, ...personAs('user2')],
    call('addGroupMember', { ...group, user_id: id, access_level: 30 }),
    call('addGroupMember', { ...group, user_id: '<user2>', access_level: 30 }),
    call('blockUser', { id }),
  ]
  const as2 = (step: Step): Step => ({ ...step, as: 'user2' })
  const reads: History = [
    call('listUsers', { search: '<word>' }),
    call('listUsers', { search: '<word>', per_page: 1 }),
    call('listGroupMembers', group),
    call('getUser', { id }),
    call('getGroupMember', { ...group, user_id: id }),
  ]
  const hides: Show = (user) => (user.state === 'blocked' ? undefined : user)
  const path = /\/(?:users|members)(?:\/\d+)?$/
  expect(await differencesWith(path, hides, [...both, ...reads.map(as2)])).toEqual([])
  const blocked = call('listUsers', { search: '<word>', blocked: true })
  expect(await differencesWith(path, hides, [...both, blocked])).toEqual([
    'listUsers | [] (no such item)',
  ])
  const forEver: Show = (user, { method }) =>
    method === 'GET' && String(user.username).endsWith('user-1') ? undefined : user
  const unblocked = [...both, call('unblockUser', { id }), ...reads.map(as2).slice(2)]
  expect(await differencesWith(/\/members$/, forEver, unblocked)).toEqual([
    'listGroupMembers | [] (no such item)',
  ])
})

it('leaves open what becomes of the former address of a user, but shows no address of another', async () => {
  const history: History = [
    ...[...person, ...personAs('user2')],
    call('updateUser', { id, email: '<other.name>@<mail>' }),
    call('listEmailsOfUser', { id }),
    asPerson(call('listOwnEmails')),
    asPerson(call('getNotificationSettings')),
  ]
  const nameOf = (email: unknown, name: string) => String(email).replace(/other-0|user-1/, name)
  let former = ''
  const shows =
    (name: string): Show =>
    (record, { method }) => {
      if (typeof record.email === 'string' && method === 'PUT') former = record.email
      return 'notification_email' in record
        ? { ...record, notification_email: nameOf(record.notification_email, name) }
        : record
    }
  const path = /\/(?:users\/\d+|notification_settings)$/
  expect(await differencesWith(path, shows('user-1'), history)).toEqual([])
  expect(await differencesWith(path, shows('user-2'), history)).toEqual([
    'getNotificationSettings | notification_email',
  ])
  expect(former).toContain('other-0')
  const forge = await showing(path, shows('other-0'))
  const keeping = (name: string) => async (request: Request) => {
    const answer = await forge(request)
    const { method, url } = request
    if (method !== 'GET' || !/\/emails$/.test(new URL(url).pathname)) return answer
    const further = { id: 4711, email: nameOf(former, name) }
    return Response.json([further], {
      headers: { ...Object.fromEntries(answer.headers), 'x-total': '1' },
    })
  }
  expect(await differencesOf(keeping('user-1'), history)).toEqual([])
  expect(await differencesOf(keeping('user-2'), history)).toEqual([
    'listEmailsOfUser | [] (a further item)',
  ])
})

it('leaves open what external users may do, and whether who has used up the limit may', async () => {
  const limits = { projects_limit: 7, can_create_group: true }
  const history: History = [
    ...person,
    call('updateUser', { id, ...limits, external: true }),
    call('updateUser', { id, external: false }),
    call('getUser', { id }),
  ]
  const keeps: Show = (user) =>
    user.projects_limit === 0 || user.can_create_group === false
      ? { ...user, ...limits, can_create_project: true }
      : user
  const path = /\/users\/\d+$/
  expect(await differencesWith(path, keeps, history)).toEqual([])
  const change = call('updateUser', { id, projects_limit: 3, can_create_group: true })
  const sent = [...history, change, call('getUser', { id })]
  const never: Show = (user) => ({ ...keeps(user, new Request('http://a'), []), projects_limit: 7 })
  expect(await differencesWith(path, never, sent)).toEqual(['getUser | projects_limit'])
  const usedUp: History = [
    ...[...person, call('updateUser', { id, projects_limit: 1 })],
    asPerson(call('createProject', { name: '<project3.name>', path: '<project3.name>' })),
    call('getUser', { id }),
  ]
  const flag: Show = (user) => ({ ...user, can_create_project: true })
  expect(await differencesWith(path, flag, usedUp)).toEqual([])
  const none = [...person, call('updateUser', { id, projects_limit: 0 }), call('getUser', { id })]
  expect(await differencesWith(path, flag, none)).toEqual(['getUser | can_create_project'])
})

it('leaves open whether a member keeps a date that a change does not name', async () => {
  const user = { user_id: id, access_level: 30 }
  const date = { expires_at: '2031-05-01' }
  const dated = [...person, asAdmin('addProjectMember', { ...user, ...date })]
  const read = asAdmin('getProjectMember', { user_id: id })
  const clears: Show = (member) => ({ ...member, expires_at: null })
  const path = /\/members\/\d+$/
  const change = asAdmin('updateProjectMember', user)
  expect(await differencesWith(path, clears, [...dated, change, read])).toEqual([])
  const told = ['getProjectMember | expires_at']
  expect(await differencesWith(path, clears, [...dated, read])).toEqual(told)
  const named = asAdmin('updateProjectMember', { ...user, ...date })
  expect(await differencesWith(path, clears, [...dated, change, named, read])).not.toEqual([])
})

it('leaves open which events are chosen that were not sent since custom was chosen', async () => {
  const update = (parameters: Step['parameters']) =>
    asAdmin('updateProjectNotificationSettings', parameters)
  const read = asAdmin('getProjectNotificationSettings')
  const custom = { level: 'custom' }
  const shows =
    (events: Readonly<Record<string, boolean>>): Show =>
    (settings) =>
      isObject(settings.events)
        ? { ...settings, events: { ...settings.events, ...events } }
        : settings
  const path = /\/notification_settings$/
  const history = [update({ ...custom, new_issue: true }), read]
  const first = shows({ new_note: true })
  expect(await differencesWith(path, first, history)).toEqual([])
  const again = [update({ ...custom, new_note: true }), update({ level: 'watch' }), update(custom)]
  expect(await differencesWith(path, first, [...again, read])).toEqual([])
  const never = shows({ new_issue: false })
  expect(await differencesWith(path, never, history)).toEqual([
    'updateProjectNotificationSettings | events.new_issue',
  ])
})
