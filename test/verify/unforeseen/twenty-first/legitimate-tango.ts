import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  type Call,
  changed,
  fieldOf,
  forAll,
  freshName,
  idOf,
  newGroup,
  newUser,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

/** The JSON without a picture of anything, however deep it stands. */
function withoutAvatars(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutAvatars)
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([name, value]) => [
    name,
    name === 'avatar_url' ? null : withoutAvatars(value),
  ])
  return Object.fromEntries(entries)
}

const byName = (call: Call) =>
  relisted(call, (all) =>
    [...all].sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1)),
  )

export const legitimateTangoServers: readonly LegitimateServer[] = [
  {
    name: 'The instance keeps no avatars: users, groups and projects have none',
    allowedBy: 'Document 1, User, Group and Project: avatar_url is a string or null',
    start: answeringAll(withoutAvatars),
    async isShown(ask) {
      return at((await ask('GET', '/users/1')).json, 'avatar_url') === null
    },
  },
  {
    name: 'Members of groups and projects are listed by their names, from A to Z',
    allowedBy: 'Document 1, Members: no order of the list is stated',
    start: serving(() => forAll(['listGroupMembers', 'listProjectMembers'], byName)),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      // Whether a forge lists its members from the oldest or from the newest, one of them stands otherwise.
      const names = ['Berth', 'Anchor', 'Crane']
      for (const name of names) {
        const { id: user_id } = await newUser(ask, { name })
        await ask('POST', path, { body: { user_id, access_level: 30 } })
      }
      const listed = fieldOf((await ask('GET', path)).json, 'name')
      const found = listed.filter((name) => names.includes(String(name)))
      return found.join() === 'Anchor,Berth,Crane'
    },
  },
  {
    name: 'The test of a system hook shows an event of a sample project that was removed',
    allowedBy:
      'Document 1, GET /hooks/:id: an event object with six fields, whose values are not stated',
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, {
            project_id: 1,
            owner_email: 'sample@six.example',
            owner_name: 'Sample',
            name: 'Sample project',
            path: 'sample-project',
            event_name: 'project_destroy',
          }),
        )
      },
    })),
    async isShown(ask) {
      const body = { url: `http://127.0.0.1:9/${freshName('hook')}` }
      const hook = at((await ask('POST', '/hooks', { body })).json, '0.id')
      return at((await ask('GET', `/hooks/${hook}`)).json, 'event_name') === 'project_destroy'
    },
  },
  {
    name: 'The path that is generated from the name of a project has underscores for its spaces',
    allowedBy:
      'Document 1, POST /projects: path, default generated from name; how it is generated is not stated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[A-Za-z0-9]+( [A-Za-z0-9]+)+$/.test(name)
        if (path !== undefined || !isPlain) return call.send()
        return call.send({ path: name.toLowerCase().replaceAll(' ', '_') })
      }),
    ),
    async isShown(ask) {
      const name = `Long quay ${freshName('x').replaceAll('-', '')}`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return idOf(json) > 0 && String(at(json, 'path')).startsWith('long_quay_')
    },
  },
]
