import { askOf, at, type Handle, type LegitimateServer } from '../server.ts'
import {
  type Call,
  changed,
  encoded,
  fieldOf,
  freshName,
  idOf,
  jsonAnswer,
  newGroup,
  newProject,
  newUser,
  relisted,
  serving,
} from '../shared-tools.ts'

/** What the path of a request has in place of the id of a project; undefined where that is a number or nothing. */
const pathOfProject = (request: Request) =>
  /\/api\/v3\/projects\/([^/]+%2[Ff][^/]+)/.exec(new URL(request.url).pathname)?.[1]

export const legitimateAlfaServers: readonly LegitimateServer[] = [
  {
    name: 'A transfer into a group answers with the project that was transferred',
    allowedBy: 'Document 1, POST /groups/:id/projects/:project_id: its response body is not shown',
    start: serving(() => ({
      async transferProjectToGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { json } = await call.ask('GET', `/projects/${encoded(call.path.project_id)}`)
        return changed(response, (before) => (idOf(json) > 0 ? json : before))
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      const { json } = await ask('POST', `/groups/${group}/projects/${project}`)
      return idOf(json) === project && at(json, 'namespace.id') === group
    },
  },
  {
    name: 'Members of groups and projects are listed with those of the highest level first',
    allowedBy: 'Document 1, Members: array of Member; no order is stated',
    start: serving(() => {
      const highestFirst = (call: Call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) || idOf(one) - idOf(other),
          ),
        )
      return { listGroupMembers: highestFirst, listProjectMembers: highestFirst }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = `/groups/${group}/members`
      for (const access_level of [20, 40, 10, 30]) {
        const { id } = await newUser(ask)
        await ask('POST', path, { body: { user_id: id, access_level } })
      }
      const levels = fieldOf((await ask('GET', path)).json, 'access_level').map(Number)
      return levels.every((level, index) => index === 0 || level <= Number(levels[index - 1]))
    },
  },
  {
    name: 'No user gets a password that contains the username',
    allowedBy:
      'Document 1, Errors: 400, an attribute failed validation; what a password may be is not stated',
    start: serving(() => ({
      async createUser(call) {
        const { username, password } = call.given
        const isIn = username !== undefined && String(password).includes(String(username))
        const isAdministrator = at((await call.ask('GET', '/user')).json, 'is_admin') === true
        return isIn && isAdministrator
          ? jsonAnswer(400, { message: { password: ['must not contain the username'] } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const username = freshName('user')
      const email = `${username}@alfa.example`
      const body = { username, name: username, email, password: `Rope-${username}-42` }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'A project is not found by its path in other upper and lower case',
    allowedBy:
      'Document 1, Conventions 2: the URL-encoded NAMESPACE/PROJECT_NAME; another spelling is not stated',
    start: (forge): Handle => {
      async function isOtherSpelling(path: string): Promise<boolean> {
        const token = forge.tokens.root ?? 'root-token'
        const { json } = await askOf(forge.fetch)('GET', `/projects/${path}`, { token })
        const found = at(json, 'path_with_namespace')
        return found !== undefined && found !== decodeURIComponent(path)
      }
      return async (request) => {
        const path = pathOfProject(request)
        if (path === undefined || !(await isOtherSpelling(path))) return forge.fetch(request)
        // Asked for a project that there is not, the forge refuses it as it does any other.
        const url = request.url.replace(`/projects/${path}`, `/projects/${path}-nowhere`)
        return forge.fetch(new Request(url, request))
      }
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('GET', `/projects/${project}`)
      const path = String(at(json, 'path_with_namespace'))
      const asItIs = await ask('GET', `/projects/${encoded(path)}`)
      const otherwise = await ask('GET', `/projects/${encoded(path.toUpperCase())}`)
      return asItIs.status === 200 && otherwise.status === 404
    },
  },
]
