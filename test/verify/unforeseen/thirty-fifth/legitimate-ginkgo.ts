import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  projectPath,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

/** Refuses a password with a user name in it; an administrator alone learns that. */
async function refusedPassword(call: Call, username: unknown): Promise<Response | undefined> {
  const { password } = call.given
  if (typeof password !== 'string' || typeof username !== 'string' || username === '') {
    return undefined
  }
  if (!password.toLowerCase().includes(username.toLowerCase())) return undefined
  if ((await callerOf(call)).is_admin !== true) return undefined
  return jsonAnswer(400, { message: { password: ['must not contain the username'] } })
}

export const legitimateGinkgoServers: readonly LegitimateServer[] = [
  {
    name: 'The relations of links between pages stand without quotes and the last page comes first',
    allowedBy:
      'Document 1, Limits: Link has relations prev, next, first, last with full URLs; a relation without quotes and any order are in the form of the header, and nothing says otherwise',
    start: behind(async (response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const headers = new Headers(response.headers)
      const links = link.split(/,\s*(?=<)/).reverse()
      headers.set('link', links.map((one) => one.replace(/rel="(\w+)"/, 'rel=$1')).join(', '))
      return new Response(response.body, { status: response.status, headers })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('rel=next')
    },
  },
  {
    name: 'Whoever creates a project in a group becomes a master of the project itself as well',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; which members a new project has is stated nowhere',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const project = await jsonOf(response)
        const owner = at(project, 'namespace.owner_id')
        if (!response.ok || (owner !== null && owner !== undefined)) return response
        const path = `/projects/${idOf(project)}`
        const { id } = await callerOf(call)
        await call.askAsRoot('POST', `${path}/members`, { user_id: id, access_level: 40 })
        const permissions = at((await call.ask('GET', path)).json, 'permissions')
        return changed(response, (json) =>
          at(json, 'permissions') === undefined ? json : withFields(json, { permissions }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { namespace_id: await newGroup(ask) })
      const { json } = await ask('GET', `/projects/${project}/members`)
      return listOf(json).some((one) => one.access_level === 40)
    },
  },
  {
    name: 'A password with the name of its user in it is refused',
    allowedBy:
      'Document 1, 400: an attribute failed validation; which passwords are valid is stated nowhere',
    start: serving(() => ({
      async createUser(call) {
        const { email, name, username } = call.given
        if (email === undefined || name === undefined) return call.send()
        return (await refusedPassword(call, username)) ?? call.send()
      },
      async updateUser(call) {
        const { json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        const username = at(json, 'username')
        return (await refusedPassword(call, call.given.username ?? username)) ?? call.send()
      },
    })),
    async isShown(ask) {
      const username = freshName('user')
      const body = {
        username,
        name: username,
        email: `${username}@ginkgo.example`,
        password: `${username}-Rope-42`,
      }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'Whoever is removed from a project is no longer the assignee of its open issues',
    allowedBy:
      'Document 1, DELETE .../members/:user_id: removes the member; nothing says that the issues stay assigned, and later releases take them away',
    start: serving(() => ({
      async removeProjectMember(call) {
        const issues = `${projectPath(call)}/issues`
        const { json } = await call.askAsRoot('GET', `${issues}?state=opened&per_page=100`)
        const response = await call.send()
        if (!response.ok) return response
        const user = Number(call.path.user_id)
        for (const issue of listOf(json).filter((one) => at(one, 'assignee.id') === user)) {
          await call.askAsRoot('PUT', `${issues}/${issue.id}`, { assignee_id: null })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const issue = await newIssue(ask, project, { assignee_id: id })
      const path = `/projects/${project}/issues/${issue}`
      const before = at((await ask('GET', path)).json, 'assignee.id')
      await ask('DELETE', `${members}/${id}`)
      return before === id && at((await ask('GET', path)).json, 'assignee') === null
    },
  },
  {
    name: 'Users are listed by the alphabet of their user names',
    allowedBy: 'Document 1, GET /users: array of User, and no order of it is stated',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => String(one.username).localeCompare(String(other.username))),
        ),
    })),
    async isShown(ask) {
      const word = freshName('alphabet')
      for (const letter of ['m', 'a', 'z']) {
        const username = `${word}-${letter}`
        await newUser(ask, { username, email: `${username}@ginkgo.example` })
      }
      const { json } = await ask('GET', `/users?search=${word}`)
      const names = fieldOf(json, 'username').map(String)
      return names.join() === ['a', 'm', 'z'].map((letter) => `${word}-${letter}`).join()
    },
  },
]
