import { at, type LegitimateServer } from '../server.ts'
import {
  callerOf,
  encoded,
  fieldOf,
  forAll,
  idOf,
  newProject,
  newUser,
  type Rule,
  relisted,
  responseOf,
  serving,
} from '../shared-tools.ts'
import { eventNames } from './tools-alder.ts'

export const legitimateAlderServers: readonly LegitimateServer[] = [
  {
    name: 'Blocking and unblocking answer with the user as the administrator reads them',
    allowedBy: 'Document 1, Projects: response bodies of the user-block operations: not shown',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return responseOf(await call.askAsRoot('GET', `/users/${call.path.id}`))
      }),
    ),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('PUT', `/users/${id}/block`)
      return at(json, 'username') === username && at(json, 'state') === 'blocked'
    },
  },
  {
    name: 'Users are listed by their names and then by their ids',
    allowedBy: 'Document 1, GET /users: no order of the users is stated',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              String(one.name).localeCompare(String(other.name)) ||
              Number(one.id) - Number(other.id),
          ),
        ),
    })),
    async isShown(ask) {
      await newUser(ask, { name: 'Aaron the last' })
      await newUser(ask, { name: 'Zora the first' })
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'name')
      return names.indexOf('Aaron the last') < names.indexOf('Zora the first')
    },
  },
  {
    name: 'The events of the first custom level are on but for those that are given as off',
    allowedBy: 'Document 1, Notification settings: no default of the twelve events is stated',
    start: serving(() => {
      const chosen = new Set<string>()
      const rule =
        (kind: string): Rule =>
        async (call) => {
          const target = `/${kind}/${encoded(call.path.id)}`
          const before = await call.ask('GET', `${target}/notification_settings`)
          const found = await Promise.all([callerOf(call), call.ask('GET', target)])
          const name = `${idOf(found[0])} ${kind} ${idOf(found[1].json)}`
          const isFirst = call.given.level === 'custom' && !chosen.has(name)
          if (!isFirst || at(before.json, 'level') === 'custom') return call.send()
          const open = eventNames.filter((event) => call.given[event] === undefined)
          const response = await call.send(Object.fromEntries(open.map((event) => [event, true])))
          if (response.ok) chosen.add(name)
          return response
        }
      return {
        updateGroupNotificationSettings: rule('groups'),
        updateProjectNotificationSettings: rule('projects'),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      const { json } = await ask('GET', path)
      return at(json, 'events.new_note') === false && at(json, 'events.new_issue') === true
    },
  },
]
