import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  newGroup,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 600

const answeringWithUsers: readonly OperationId[] = [
  'listUsers',
  'getUser',
  'updateUser',
  'getSshKeyWithUser',
]

export const legitimateAlderServers: readonly LegitimateServer[] = [
  {
    name: 'Members are listed by their access level, the highest first, and the newest account first among equals',
    allowedBy: 'Document 1, Members: array of Member, and nothing says in which order',
    start: serving(() => {
      const byLevel = (one: Values, other: Values) =>
        Number(other.access_level) - Number(one.access_level) || Number(other.id) - Number(one.id)
      return forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) => [...all].sort(byLevel)),
      )
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const [first, second] = [await newUser(ask), await newUser(ask)]
      for (const { id } of [first, second]) {
        await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 20 } })
      }
      const ids = fieldOf((await ask('GET', `/groups/${group}/members`)).json, 'id')
      return ids.indexOf(second.id) < ids.indexOf(first.id)
    },
  },
  {
    name: 'Reading the own account counts as signing in and moves the times of the last sign-ins',
    allowedBy:
      'Document 1, User: current_sign_in_at and last_sign_in_at, and nothing says what counts as a sign-in',
    start: serving(() => {
      const times = new Map<number, { readonly now: string; readonly last: unknown }>()
      const withTimes = (user: Values): Values => {
        const found = times.get(Number(user.id))
        if (found === undefined || user.current_sign_in_at === undefined) return user
        return { ...user, current_sign_in_at: found.now, last_sign_in_at: found.last }
      }
      const showing: Rule = async (call) =>
        eachChanged(await call.send(), (one) =>
          one.user === undefined ? withTimes(one) : { ...one, user: withTimes(fieldsOf(one.user)) },
        )
      return {
        ...forAll(answeringWithUsers, showing),
        async getCurrentUser(call) {
          const response = await call.send()
          const user = fieldsOf(await jsonOf(response))
          if (response.ok && call.sudo === undefined) {
            const last = times.get(Number(user.id))?.now ?? user.current_sign_in_at
            times.set(Number(user.id), { now: new Date().toISOString(), last })
          }
          return response.ok ? eachChanged(response, withTimes) : response
        },
      }
    }),
    async isShown(ask) {
      const read = async () => at((await ask('GET', '/user')).json, 'current_sign_in_at')
      const before = await read()
      await new Promise((resolve) => setTimeout(resolve, 5))
      return before !== (await read())
    },
  },
  {
    name: 'A password that contains the username is refused',
    allowedBy:
      'Document 1, Errors: 400 an attribute failed validation, and nothing says which passwords are valid',
    start: serving(() => {
      const checking =
        (usernameOf: (call: Call) => Promise<unknown>): Rule =>
        async (call) => {
          const { is_admin } = await callerOf(call)
          const username = String(call.given.username ?? (await usernameOf(call)) ?? '')
          const password = String(call.given.password ?? '').toLowerCase()
          const isWeak = username !== '' && password.includes(username.toLowerCase())
          if (is_admin !== true || !isWeak) return call.send()
          return jsonAnswer(400, { message: { password: ['must not contain the username'] } })
        }
      return {
        createUser: checking(async () => undefined),
        updateUser: checking(async ({ askAsRoot, path }) =>
          at((await askAsRoot('GET', `/users/${encoded(path.id)}`)).json, 'username'),
        ),
      }
    }),
    async isShown(ask) {
      const username = freshName('user')
      const email = `${username}@alder.example`
      const body = { username, name: 'Ada', email, password: `Rope-and-tar-${username}` }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'A user whom an administrator removes goes a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always and the deleted user is returned, and nothing says how soon the user is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const { is_admin, id: caller } = await callerOf(call)
        const user = await call.ask('GET', `/users/${encoded(call.path.id)}`)
        if (is_admin !== true || user.status !== 200 || idOf(user.json) === caller) {
          return call.send()
        }
        const path = `/users/${idOf(user.json)}`
        setTimeout(() => call.askAsRoot('DELETE', path).catch(() => undefined), delay)
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'A group that is made without a visibility level is private',
    allowedBy:
      'Document 1, POST /groups: visibility_level (0, 10, 20) is optional, and no default is stated',
    start: serving(() => ({
      createGroup: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      return at((await ask('GET', `/groups/${group}`)).json, 'visibility_level') === 0
    },
  },
]
