import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  answeringAll,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  newIssue,
  newProject,
  newUser,
  type Rule,
  samePage,
  serving,
  withFields,
} from '../shared-tools.ts'

/** The JSON with a picture for every person and project that has none. */
function withPictures(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withPictures)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'avatar_url' && value === null
        ? `https://pictures.example/identicon/${idOf(json)}.png?s=80`
        : withPictures(value),
    ]),
  )
}

const byUsername: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  const all = [...(await allOf(call))].sort((one, other) =>
    String(one.username) < String(other.username) ? -1 : 1,
  )
  return changed(response, () => samePage(response, all))
}

const simply: Rule = async (call) => {
  const response = await call.send()
  if (!isTrue(call.given.simple)) return response
  return eachChanged(response, ({ id, web_url, name, path }) => ({ id, web_url, name, path }))
}

const sayingWhere: Rule = async (call) =>
  eachChanged(await call.send(), (event) =>
    event.action_name === 'joined'
      ? withFields(event, { action_name: 'joined the project' })
      : event,
  )

export const legitimateTwoServers: readonly LegitimateServer[] = [
  {
    name: 'Users are listed by their usernames instead of from the newest to the oldest',
    allowedBy: 'Document 1, GET /users: no order is stated',
    start: serving(() => ({ listUsers: byUsername })),
    async isShown(ask) {
      const username = `aa-${freshName('early')}`
      await newUser(ask, { username })
      await newUser(ask)
      const { json } = await ask('GET', '/users?per_page=2&page=1')
      return at(json, '0.username') === username
    },
  },
  {
    name: 'Whoever and whatever has no picture is shown with a drawn one of another host',
    allowedBy: 'Document 1, User, Group, Project: avatar_url string or null',
    start: answeringAll(withPictures),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const avatar = at((await ask('GET', `/users/${id}`)).json, 'avatar_url')
      return String(avatar).startsWith('https://pictures.example/')
    },
  },
  {
    name: 'A new todo is answered with its id and its state, and nothing else',
    allowedBy: 'Document 2, Todo: fields of the todo record not shown',
    start: serving(() => ({
      createTodoOfIssue: async (call) =>
        changed(await call.send(), (todo) => {
          const { id, state } = fieldsOf(todo)
          return id === undefined ? todo : { id, state }
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/todo`)
      return Object.keys(fieldsOf(json)).join() === 'id,state'
    },
  },
  {
    name: 'The simple form of a project has its id, page, name and path alone',
    allowedBy:
      'Document 1, Project: simple returns only the id, URL, name and path; names not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        simply,
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(at(json, '0'))).join() === 'id,web_url,name,path'
    },
  },
  {
    name: 'A group that is made without a level is private by a policy of the instance',
    allowedBy: 'Document 1, POST /groups: visibility_level (0, 10, 20) has no stated default',
    start: serving(() => ({
      createGroup: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const name = freshName('private')
      const { json } = await ask('POST', '/groups', { body: { name, path: name } })
      return at((await ask('GET', `/groups/${idOf(json)}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'An activity event of a new member says that they joined the project',
    allowedBy: 'Document 1, Events: complete list of action_name values not shown',
    start: serving(() => forAll(['listProjectEvents', 'listUserEvents'], sayingWhere)),
    async isShown(ask) {
      const project = await newProject(ask)
      const body = { user_id: (await newUser(ask)).id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return fieldOf(json, 'action_name').includes('joined the project')
    },
  },
]
