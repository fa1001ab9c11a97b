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
    name: 'Removing an own key that is gone already is answered with a sentence that says so',
    allowedBy: 'Document 1, DELETE /user/keys/:key_id: 200 even if absent; its body is not shown',
    start: serving(() => ({
      deleteOwnSshKey: async ({ send }) =>
        changed(await send(), (json) => json ?? { message: 'The key is gone already' }),
    })),
    async isShown(ask) {
      const { status, json } = await ask('DELETE', '/user/keys/999999')
      return status === 200 && at(json, 'message') === 'The key is gone already'
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
