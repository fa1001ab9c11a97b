import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  fieldOf,
  freshKey,
  idOf,
  jsonAnswer,
  jsonOf,
  newGroup,
  newUser,
  type Rule,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import { groupPath, partsOfKey } from './tools-grebe.ts'

export const legitimateGrebeServers: readonly LegitimateServer[] = [
  {
    name: 'The users are listed in the order of their names',
    allowedBy: 'Document 1, GET /users: no order is stated, and there is no parameter for it',
    start: serving(() => ({
      listUsers: async (call) =>
        relisted(call, (users) =>
          [...users].sort(
            (one, other) =>
              String(one.name).localeCompare(String(other.name)) ||
              Number(one.id) - Number(other.id),
          ),
        ),
    })),
    async isShown(ask) {
      for (const name of ['Bo', 'Al', 'Cy']) await newUser(ask, { name: `${name} Grebe` })
      const { json } = await ask('GET', '/users?per_page=100')
      const names = fieldOf(json, 'name').filter((name) => String(name).endsWith(' Grebe'))
      return names.join() === 'Al Grebe,Bo Grebe,Cy Grebe'
    },
  },
  {
    name: 'A user who has chosen no level of notifications watches everything',
    allowedBy:
      'Document 1, Notification settings: watch is one of the levels, and nothing says which one is there before one is written',
    start: serving(() => {
      const chosen = new Set<unknown>()
      const answering = async (call: Call, response: Response) => {
        const { id } = await callerOf(call)
        return changed(response, (json) =>
          at(json, 'level') === 'participating' && !chosen.has(id)
            ? withFields(json, { level: 'watch' })
            : json,
        )
      }
      return {
        getNotificationSettings: async (call) => answering(call, await call.send()),
        async updateNotificationSettings(call) {
          const response = await call.send()
          if (response.ok && call.given.level !== undefined) chosen.add((await callerOf(call)).id)
          return answering(call, response)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', '/notification_settings')
      return at(json, 'level') === 'watch'
    },
  },
  {
    name: 'A private group is forbidden to those who may not see it and is not hidden from them',
    allowedBy:
      'Document 1, Errors, 403: request not allowed; that a non-member gets 404 is said of private projects only',
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        const { status: ofCaller } = await call.ask('GET', '/user')
        // Sudo as an unknown user is not found, whatever the group is.
        if (response.status !== 404 || ofCaller === 404) return response
        const { status } = await call.askAsRoot('GET', groupPath(call))
        return status === 200 ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', `/groups/${group}`)).status === 403
    },
  },
  {
    name: 'The comment of an SSH key is replaced by the user and the host, as later releases do',
    allowedBy:
      'Document 1, SSH key: key is the public key text, and nothing says that the comment after the key is kept',
    start: serving(() => {
      const commenting =
        (usernameOf: (call: Call) => Promise<unknown>): Rule =>
        async (call) => {
          const { key } = call.given
          const { kind, numbers } = partsOfKey(key)
          const isOneLine = typeof key === 'string' && !key.trim().includes('\n')
          if (!isOneLine || numbers === '') return call.send()
          const { hostname } = new URL(call.request.url)
          const comment = `${await usernameOf(call)} (${hostname})`
          return call.send({ key: `${kind} ${numbers} ${comment}` })
        }
      return {
        createOwnSshKey: commenting(async (call) => (await callerOf(call)).username),
        createSshKeyOfUser: commenting(async ({ path, askAsRoot }) =>
          at((await askAsRoot('GET', `/users/${path.id}`)).json, 'username'),
        ),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const { json } = await ask('POST', `/users/${id}/keys`, { body })
      return String(at(json, 'key')).endsWith(` ${username} (forge.test)`)
    },
  },
  {
    name: 'A user who audits the instance is a reporter in every new group from the start',
    allowedBy:
      'Document 1, POST /groups and GET /groups/:id/members: nothing says who else is a member of a new group',
    start: serving(() => {
      let auditor: Promise<number> | undefined
      const makeAuditor = async ({ askAsRoot }: Call) =>
        idOf(
          (
            await askAsRoot('POST', '/users', {
              username: 'instance-auditor',
              name: 'Instance auditor',
              email: 'instance-auditor@grebe.example',
              password: 'Reads-every-group-42',
            })
          ).json,
        )
      return {
        async createGroup(call) {
          const response = await call.send()
          if (!response.ok) return response
          auditor ??= makeAuditor(call)
          const group = idOf(await jsonOf(response))
          await call.askAsRoot('POST', `/groups/${group}/members`, {
            user_id: await auditor,
            access_level: 20,
          })
          return response
        },
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}/members`)
      return fieldOf(json, 'username').includes('instance-auditor')
    },
  },
]
