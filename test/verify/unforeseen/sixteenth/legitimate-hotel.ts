import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  encoded,
  freshName,
  jsonAnswer,
  newUser,
  type Rule,
  responseOf,
  serving,
  withFields,
} from '../shared-tools.ts'

const shortest = 12

/** Answers what blocks or unblocks a user with the user, as another release does. */
const answeringTheUser: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  return responseOf(await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`))
}

const refusingShortPasswords: Rule = (call) => {
  const { password } = call.given
  const isShort = typeof password === 'string' && password !== '' && password.length < shortest
  return isShort ? refused(call) : call.send()
}

/** Whatever else would be refused is refused as it is. */
const refused: Rule = async (call) => {
  const { json } = await call.ask('GET', '/user')
  if (at(json, 'is_admin') !== true) return call.send()
  const message = { password: [`is too short (minimum is ${shortest} characters)`] }
  return jsonAnswer(400, { message })
}

export const legitimateHotelServers: readonly LegitimateServer[] = [
  {
    name: 'Blocking and unblocking a user answer with the user',
    allowedBy: 'Document 1: the response bodies of the user-block operations are not shown',
    start: serving(() => ({ blockUser: answeringTheUser, unblockUser: answeringTheUser })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'The test of a system hook tells of a project that was removed',
    allowedBy: 'Document 1, GET /hooks/:id: an event object; which event is not shown',
    start: serving(() => ({
      testSystemHook: async ({ send }) =>
        changed(await send(), (json) =>
          at(json, 'event_name') === undefined
            ? json
            : withFields(json, {
                event_name: 'project_destroy',
                name: 'Breakwater',
                path: 'breakwater',
                path_with_namespace: 'harbour/breakwater',
                project_id: 74,
                owner_name: 'Harbour master',
                owner_email: 'master@harbour.example',
              }),
        ),
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/tested' }
      const id = at((await ask('POST', '/hooks', { body })).json, '0.id')
      return at((await ask('GET', `/hooks/${id}`)).json, 'event_name') === 'project_destroy'
    },
  },
  {
    name: 'A group whose visibility nobody names is private',
    allowedBy: 'Document 1, POST /groups: visibility_level has no stated default',
    start: serving(() => ({
      createGroup: ({ given, send }) =>
        given.visibility_level === undefined ? send({ visibility_level: 0 }) : send(),
    })),
    async isShown(ask) {
      const name = freshName('group')
      const { json } = await ask('POST', '/groups', { body: { name, path: name } })
      return at(json, 'visibility_level') === 0
    },
  },
  {
    name: 'Passwords of fewer than twelve characters are refused',
    allowedBy: 'Document 1, Errors: 400, an attribute failed validation; no rule of passwords',
    start: serving(() => ({
      createUser: refusingShortPasswords,
      updateUser: refusingShortPasswords,
    })),
    async isShown(ask) {
      const username = freshName('user')
      const email = `${username}@six.example`
      const body = { username, name: username, email, password: 'Rope-42-t' }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
]
