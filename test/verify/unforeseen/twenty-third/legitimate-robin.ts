import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  type Call,
  eachChanged,
  fieldOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newGroup,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import { forbidden, isAdministrator } from './tools-robin.ts'

const shortest = 11

const isTooShort = (password: unknown) =>
  typeof password === 'string' && password !== '' && password.length < shortest

const withLongPassword = async (call: Call) =>
  // Who may not write users is refused whatever the password is.
  isTooShort(call.given.password) && (await isAdministrator(call))
    ? jsonAnswer(400, { message: { password: [`is too short (minimum is ${shortest})`] } })
    : call.send()

const byMasters = async (call: Call) => {
  const isFree = call.isAnonymous || (await isAdministrator(call))
  // Below developers the forge refuses by itself, with the status that it has for each.
  return !isFree && (await levelOf(call)) === 30 ? forbidden() : call.send()
}

export const legitimateRobinServers: readonly LegitimateServer[] = [
  {
    name: 'New users may create groups only if the administrator who makes them says so',
    allowedBy:
      'No default is stated of can_create_group; groups are made by those who are allowed to',
    start: serving(() => ({
      createUser: (call) =>
        call.send(
          isTrue(call.given.admin) || call.given.can_create_group !== undefined
            ? {}
            : { can_create_group: false },
        ),
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).id)
      const name = freshName('group')
      return (await user('POST', '/groups', { body: { name, path: name } })).status === 403
    },
  },
  {
    name: 'A private group is forbidden to those who are not in it, and not hidden from them',
    allowedBy:
      'A 404 is stated for private projects and their issues; of private groups nothing is',
    start: serving(() =>
      forAll(
        [
          'getGroup',
          'listGroupMembers',
          'getGroupMember',
          'listGroupProjects',
          'listIssuesOfGroup',
          'getGroupNotificationSettings',
        ],
        async (call) => {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const path = `/groups/${encodeURIComponent(call.path.id ?? '')}`
          const { json } = await call.askAsRoot('GET', path)
          const own = await call.ask('GET', path)
          // A 404 for an unknown user of sudo stays what it is.
          const isKnown = (await call.ask('GET', '/user')).status === 200
          const isHidden = at(json, 'visibility_level') === 0 && own.status === 404 && isKnown
          return isHidden ? forbidden() : response
        },
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const stranger = actingAs(ask, (await newUser(ask)).id)
      return (await stranger('GET', `/groups/${group}`)).status === 403
    },
  },
  {
    name: 'Passwords of users have at least eleven characters',
    allowedBy: 'Which passwords are valid is not stated; a validation failure is 400 by property',
    start: serving(() => ({ createUser: withLongPassword, updateUser: withLongPassword })),
    async isShown(ask) {
      const username = freshName('user')
      const email = `${username}@short.example`
      const body = { username, name: username, email, password: 'Rope-tar-4' }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'The administrator sees all administrators among the users of every project',
    allowedBy: 'GET /projects/:id/users: an array of brief User; which users is not stated',
    start: serving(() => ({
      async listProjectUsers(call) {
        if (call.given.search !== undefined || !(await isAdministrator(call))) return call.send()
        const { json } = await call.ask('GET', '/users?per_page=100&active=true')
        return relisted(call, (users) => {
          const listed = users.map(({ id }) => id)
          const others = listOf(json).filter(
            ({ id, is_admin }) => is_admin === true && !listed.includes(id),
          )
          const brief = others.map(({ id, username, name, state, avatar_url, web_url }) => ({
            id,
            username,
            name,
            state,
            avatar_url,
            web_url,
          }))
          return [...users, ...brief]
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(actingAs(ask, (await newUser(ask)).id))
      const { json } = await ask('GET', `/projects/${project}/users`)
      return fieldOf(json, 'username').includes('root')
    },
  },
  {
    name: 'Administrators are shown how often users have signed in, and from where',
    allowedBy: 'Nothing forbids more fields of users for administrators',
    start: serving(() =>
      forAll(['listUsers', 'getUser', 'getSshKeyWithUser'], async (call) => {
        const response = await call.send()
        if (!response.ok || !(await isAdministrator(call))) return response
        const more = { sign_in_count: 3, last_sign_in_ip: '192.0.2.7', failed_attempts: 0 }
        return eachChanged(response, (one) =>
          one.user === undefined
            ? { ...one, ...more }
            : { ...one, user: withFields(one.user, more) },
        )
      }),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/users')).json, '0.sign_in_count') === 3
    },
  },
  {
    name: 'Tags and releases are the business of masters: developers make and delete none',
    allowedBy: 'No access level is stated for tags and releases',
    start: serving(() =>
      forAll(['createTag', 'deleteTag', 'createRelease', 'updateRelease'], byMasters),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const body = { tag_name: 'v1', ref: 'master' }
      const path = `/projects/${project}/repository/tags`
      return (await actingAs(ask, id)('POST', path, { body })).status === 403
    },
  },
  {
    name: 'Users confirm their address soon after they were made, and say so to nobody',
    allowedBy: 'When confirmed_at is set is not stated; whoever is confirmed has a time in it',
    start: serving(() =>
      forAll(['listUsers', 'getUser', 'updateUser', 'getCurrentUser'], async (call) =>
        eachChanged(await call.send(), (one) =>
          one.confirmed_at === null && typeof one.created_at === 'string'
            ? { ...one, confirmed_at: one.created_at }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return typeof at((await ask('GET', `/users/${id}`)).json, 'confirmed_at') === 'string'
    },
  },
  {
    name: 'An account of the backup is a reporter of every new project and every new group',
    allowedBy: 'Nothing says that the members of something new are only those who made it',
    start(forge) {
      let account: Promise<number> | undefined
      const makeAccount = async (call: Call) => {
        const username = 'backup-of-robin'
        const email = `${username}@backup.example`
        const body = { username, name: 'Backup', email, password: 'Rope-and-tar-42' }
        return idOf((await call.askAsRoot('POST', '/users', body)).json)
      }
      const joining = (kind: string) => async (call: Call) => {
        account ??= makeAccount(call)
        const user_id = await account
        const response = await call.send()
        const made = await jsonOf(response)
        if (!response.ok) return response
        const member = { user_id, access_level: 20 }
        await call.askAsRoot('POST', `/${kind}/${idOf(made)}/members`, member)
        return response
      }
      return serving(() => ({
        ...forAll(['createProject', 'createProjectForUser'], joining('projects')),
        createGroup: joining('groups'),
      }))(forge)
    },
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}/members`)
      return fieldOf(json, 'username').includes('backup-of-robin')
    },
  },
]
