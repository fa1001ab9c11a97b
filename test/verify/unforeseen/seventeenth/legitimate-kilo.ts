import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  newGroup,
  newUser,
  relisted,
  serving,
} from '../shared-tools.ts'
import { everyUser } from './tools-kilo.ts'

export const legitimateKiloServers: readonly LegitimateServer[] = [
  {
    name: 'Members are listed from the lowest level to the highest, and by name within one',
    allowedBy: 'Document 1, Members: no order of the members of a group or project is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (a, b) =>
              Number(a.access_level) - Number(b.access_level) ||
              String(a.name).localeCompare(String(b.name)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const [group, user] = [await newGroup(ask), await newUser(ask)]
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: user.id, access_level: 10 } })
      return fieldOf((await ask('GET', path)).json, 'access_level')[0] === 10
    },
  },
  {
    name: 'Whoever has no picture has the one of an avatar provider',
    allowedBy: 'Document 1, User: avatar_url string or null; external_avatar_enabled',
    start: answeringAll((json) =>
      everyUser(json, (user) => ({
        ...user,
        avatar_url:
          user.avatar_url ?? `https://avatars.example/${encoded(user.username)}?s=80&d=identicon`,
      })),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'avatar_url') !== null
    },
  },
  {
    name: 'Blocking and unblocking answer with the user as they are then',
    allowedBy: 'Document 1: response bodies of the user-block operations are not shown',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
        return changed(response, () => json)
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'Every account is one of a company directory, with its identity and its second factor',
    allowedBy:
      'Document 1, User: identities (array of provider and extern_uid), two_factor_enabled (boolean)',
    start: answeringAll((json) =>
      everyUser(json, (user) =>
        Array.isArray(user.identities)
          ? {
              ...user,
              two_factor_enabled: true,
              identities: [
                ...user.identities,
                {
                  provider: 'ldapmain',
                  extern_uid: `uid=${user.username},ou=people,dc=harbour,dc=example`,
                },
              ],
            }
          : user,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return fieldsOf(json).two_factor_enabled === true
    },
  },
]
