import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  answeringAll,
  behind,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newProject,
  samePage,
  serving,
  withFields,
} from '../shared-tools.ts'
import { addMember, newCaller, newKeyOfUser } from './tools-people.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function eachObject(json: unknown, change: (fields: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => eachObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, eachObject(value, change)])),
  )
}

export const legitimatePeopleServers: readonly LegitimateServer[] = [
  {
    name: 'Users are listed by their names in the alphabet',
    allowedBy: 'Document 1, GET /users: no order is stated',
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))].sort((one, other) =>
          String(one.username) < String(other.username) ? -1 : 1,
        )
        return changed(response, () => samePage(response, all))
      },
    })),
    async isShown(ask) {
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username').map(String)
      return names.length > 2 && names.join() === [...names].sort().join()
    },
  },
  {
    name: 'Who is blocked or unblocked is the answer to it',
    allowedBy: 'Document 1, Projects: response bodies of the user-block operations: not shown',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return jsonAnswer(200, (await call.ask('GET', `/users/${call.path.id}`)).json)
      }),
    ),
    async isShown(ask) {
      const { id, username } = await newCaller(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'username') === username
    },
  },
  {
    name: 'Members are listed by their levels, and those of one level from the newest user on',
    allowedBy: 'Document 1, GET /groups/:id/members and /projects/:id/members: no order is stated',
    start: serving(() =>
      forAll(['listProjectMembers', 'listGroupMembers'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))].sort(
          (one, other) =>
            Number(other.access_level) - Number(one.access_level) ||
            Number(other.id) - Number(one.id),
        )
        return changed(response, () => samePage(response, all))
      }),
    ),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask)}`
      const callers = [await newCaller(ask), await newCaller(ask), await newCaller(ask)]
      const levels = [20, 30, 20]
      for (const [index, { id }] of callers.entries()) {
        await addMember(ask, project, id, { access_level: levels[index] })
      }
      const order = [1, 2, 0].map((index) => callers[index]?.id)
      const listed = fieldOf((await ask('GET', `${project}/members`)).json, 'id')
      return listed.filter((id) => order.includes(Number(id))).join() === order.join()
    },
  },
  {
    name: 'No user, group or project has a picture',
    allowedBy: 'Document 1, User, Group and Project: avatar_url, string or null',
    start: answeringAll((json) =>
      eachObject(json, (fields) =>
        fields.avatar_url === undefined ? fields : { ...fields, avatar_url: null },
      ),
    ),
    isShown: async (ask) => at((await ask('GET', '/user')).json, 'avatar_url') === null,
  },
  {
    name: 'Removing an e-mail or key of one’s own that is gone is answered with a message',
    allowedBy:
      'Document 1, DELETE /user/keys/:key_id: 200 even if already absent, and no body is stated',
    start: serving(() =>
      forAll(['deleteOwnSshKey', 'deleteOwnEmail'], async (call) => {
        const response = await call.send()
        return response.ok && (await jsonOf(response)) === null
          ? jsonAnswer(200, { message: '200 OK: already removed' })
          : response
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('DELETE', '/user/keys/987654')
      return String(at(json, 'message')).includes('already removed')
    },
  },
  {
    name: 'Keys of users have a fingerprint and a time of their last use',
    allowedBy: 'Document 1, SSH key: id, title, key, created_at, and no other field is forbidden',
    start: serving(() =>
      forAll(
        ['listOwnSshKeys', 'listSshKeysOfUser', 'getOwnSshKey', 'getSshKeyWithUser'],
        async (call) =>
          eachChanged(await call.send(), (one) =>
            one.key === undefined
              ? one
              : {
                  ...one,
                  fingerprint: `SHA256:mp0x2v${one.id}`,
                  last_used_at: null,
                  expires_at: null,
                },
          ),
      ),
    ),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      await newKeyOfUser(ask, id)
      const { json } = await ask('GET', `/users/${id}/keys`)
      return at(json, '0.fingerprint') !== undefined
    },
  },
  {
    name: 'A record that is not there is not found in the words of a proxy, with a reference',
    allowedBy: 'Document 1, Errors 404: resource not found; no text is stated but that about sudo',
    start: behind(async (response) => {
      const message = at(await jsonOf(response), 'message')
      if (response.status !== 404 || typeof message !== 'string' || message.includes('No user id'))
        return response
      return changed(response, (json) =>
        withFields(json, {
          message: 'There is nothing here for you.',
          reference: response.headers.get('x-request-id'),
        }),
      )
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/987654')
      return fieldsOf(json).reference !== undefined
    },
  },
  {
    name: 'Groups have the group above them and the time when they were made',
    allowedBy:
      'Document 1, Group: no other field is forbidden outside the reduced form of a search',
    start: serving(() =>
      forAll(['getGroup', 'listOwnedGroups', 'createGroup', 'updateGroup'], async (call) =>
        eachChanged(await call.send(), (one) =>
          one.full_path === undefined
            ? one
            : { ...one, parent_id: null, created_at: '2016-01-01T00:00:00.000Z' },
        ),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}`)
      return at(json, 'parent_id') === null && listOf(at(json, 'projects')).length === 0
    },
  },
]
