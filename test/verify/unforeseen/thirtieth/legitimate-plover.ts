import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  changed,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'

/** A rule that changes each record of an answer, and nothing that is no record. */
const changingEach =
  (change: (one: Values) => Values): Rule =>
  async (call) => {
    const response = await call.send()
    if (!response.ok) return response
    return changed(response, (json) => {
      if (Array.isArray(json)) return listOf(json).map(change)
      return at(json, 'id') === undefined ? json : change(fieldsOf(json))
    })
  }

export const legitimatePloverServers: readonly LegitimateServer[] = [
  {
    name: 'An SSH key is kept as its kind and its numbers, and the comment behind them is dropped',
    allowedBy:
      'Document 1, SSH key: key is a string (public key text); nothing says that its comment is kept',
    start: serving(() =>
      forAll(
        [
          'listOwnSshKeys',
          'getOwnSshKey',
          'createOwnSshKey',
          'deleteOwnSshKey',
          'listSshKeysOfUser',
          'createSshKeyOfUser',
          'deleteSshKeyOfUser',
          'getSshKeyWithUser',
        ],
        changingEach((one) =>
          typeof one.key === 'string'
            ? { ...one, key: one.key.split(/\s+/).slice(0, 2).join(' ') }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const body = { title: 'Office', key: freshKey() }
      return at((await ask('POST', '/user/keys', { body })).json, 'key') !== body.key
    },
  },
  {
    name: 'The token of a blocked user is answered with 403 and the reason',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; 401 is for missing or invalid credentials, and nothing says which a blocked user gets',
    start: (forge) => {
      // The forge no longer tells the token of a user who is blocked.
      const owners = new Map<string, string>()
      return async (request) => {
        for (const [username, token] of Object.entries(forge.tokens)) owners.set(token, username)
        const response = await forge.fetch(request.clone())
        if (response.status !== 401) return response
        const url = new URL(request.url)
        const token = request.headers.get('private-token') ?? url.searchParams.get('private_token')
        const username = owners.get(token ?? '')
        if (username === undefined) return response
        const users = new URL(`/api/v3/users?username=${encodeURIComponent(username)}`, url)
        const headers = { 'private-token': forge.tokens.root ?? 'root-token' }
        const found = await jsonOf(await forge.fetch(new Request(users, { headers })))
        if (at(found, '0.state') !== 'blocked') return response
        return jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked.' })
      }
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      await ask('PUT', `/users/${id}/block`)
      return (await ask('GET', '/user', { token })).status === 403
    },
  },
  {
    name: 'Users are listed by their usernames, from A to Z',
    allowedBy: 'Document 1, GET /users: an array of users, whose order is stated nowhere',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.username) < String(other.username) ? -1 : 1)),
        ),
    })),
    async isShown(ask) {
      await newUser(ask, { username: freshName('zz-last') })
      await newUser(ask, { username: freshName('aa-first') })
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username').map(String)
      return names.join() === [...names].sort().join()
    },
  },
  {
    name: 'Every new group has an auditor of the house among its members from the start',
    allowedBy:
      'Document 1, POST /groups and Members: nothing says that a new group has only its creator as a member',
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        await call.askAsRoot('POST', '/users', {
          username: 'house-auditor',
          name: 'Auditor of the house',
          email: 'auditor@house.example',
          password: 'Rope-and-tar-42',
          confirm: false,
        })
        const { json } = await call.askAsRoot('GET', '/users?username=house-auditor')
        await call.askAsRoot('POST', `/groups/${idOf(await jsonOf(response))}/members`, {
          user_id: at(json, '0.id'),
          access_level: 20,
        })
        return response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}/members`)
      return fieldOf(json, 'username').includes('house-auditor')
    },
  },
  {
    name: 'Further e-mail addresses keep the letters as they were typed, large and small',
    allowedBy:
      'Document 1, E-mail: email is a string; nothing says that it is put in small letters',
    start: serving(() => {
      const typed = new Map<string, string>()
      const asTyped = (one: Values): Values => ({
        ...one,
        email: typed.get(`${one.id} ${one.email}`) ?? one.email,
      })
      const creating: Rule = async (call) => {
        const response = await call.send()
        const { id, email } = fieldsOf(await jsonOf(response))
        const given = String(call.given.email)
        const isOtherwise = given !== email && given.toLowerCase() === email
        if (response.ok && isOtherwise) typed.set(`${id} ${email}`, given)
        return changed(response, (json) => (response.ok ? asTyped(fieldsOf(json)) : json))
      }
      return {
        ...forAll(['createOwnEmail', 'createEmailOfUser'], creating),
        ...forAll(
          [
            'listOwnEmails',
            'getOwnEmail',
            'listEmailsOfUser',
            'deleteOwnEmail',
            'deleteEmailOfUser',
          ],
          changingEach(asTyped),
        ),
      }
    }),
    async isShown(ask) {
      const email = `Anna.${freshName('Mail')}@Plover.Example`
      const { json } = await ask('POST', '/user/emails', { body: { email } })
      return at((await ask('GET', `/user/emails/${idOf(json)}`)).json, 'email') === email
    },
  },
]
