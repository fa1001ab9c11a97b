import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  type Call,
  callerOf,
  changed,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  keyOf,
  listOf,
  newUser,
  type Rule,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

/** How long the job waits which removes users, in milliseconds. */
const delay = 400

/** A user of an instance whose accounts come from a directory. */
function withIdentity(user: Values): Values {
  if (!Array.isArray(user.identities)) return user
  const isThere = listOf(user.identities).some(({ provider }) => provider === 'ldapmain')
  if (isThere) return user
  const extern_uid = `uid=staff-${user.id},ou=people,dc=harbour,dc=example`
  return { ...user, identities: [...user.identities, { provider: 'ldapmain', extern_uid }] }
}

const showingIdentities: Rule = async (call) =>
  changed(await call.send(), (json) => {
    if (Array.isArray(json)) return listOf(json).map(withIdentity)
    if (typeof json !== 'object' || json === null) return json
    const one = withIdentity(fieldsOf(json))
    return one.user === undefined ? one : { ...one, user: withIdentity(fieldsOf(one.user)) }
  })

const keysPath = ({ path }: Call) =>
  path.id === undefined ? '/user/keys' : `/users/${path.id}/keys`

const refusingOldKeys: Rule = async (call) => {
  const isOld = String(call.given.key).startsWith('ssh-dss ')
  if (!isOld || call.given.title === undefined) return call.send()
  if ((await call.ask('GET', keysPath(call))).status !== 200) return call.send()
  return jsonAnswer(400, {
    message: { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] },
  })
}

const escaped = (text: string) =>
  text.replace(
    /[<>&\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Paths whose answers are the bytes of files. */
const ofFiles = /\/(raw|blobs|raw_blobs|archive|artifacts|trace)(\/|$)/

export const legitimatePhalaropeServers: readonly LegitimateServer[] = [
  {
    name: 'A user whom an administrator removes is gone a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200, the deleted user is returned if it existed; nothing says how soon it is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const caller = await callerOf(call)
        const { status, json } = await call.ask('GET', `/users/${call.path.id}`)
        if (caller.is_admin !== true || status !== 200 || caller.id === idOf(json))
          return call.send()
        const remove = () => call.askAsRoot('DELETE', `/users/${idOf(json)}`)
        setTimeout(() => {
          remove().catch(() => undefined)
        }, delay)
        return jsonAnswer(200, json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'SSH keys of the kind DSA are refused as too weak',
    allowedBy:
      'Document 1, On key creation failure, 400 with a validation message object; nothing says which kinds of keys are valid',
    start: serving(() => forAll(['createOwnSshKey', 'createSshKeyOfUser'], refusingOldKeys)),
    async isShown(ask) {
      const body = { title: freshName('key'), key: keyOf('ssh-dss', [1], [2], [3], [4]) }
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'Every user has an identity from the directory of the company',
    allowedBy:
      'Document 1, User: identities (array of objects with provider and extern_uid); nothing says that a new user has none',
    start: serving(() =>
      forAll(
        [
          'listUsers',
          'getUser',
          'createUser',
          'updateUser',
          'deleteUser',
          'getCurrentUser',
          'createSession',
          'getSshKeyWithUser',
        ],
        showingIdentities,
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await ask('GET', `/users/${id}`)
      return at(json, 'identities.0.provider') === 'ldapmain'
    },
  },
  {
    name: 'All characters of JSON beyond ASCII, and those with a meaning in HTML, are escaped',
    allowedBy:
      'Document 1: data are serialized as JSON, in which an escaped character is the same character',
    start: behind(async (response, request) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson || ofFiles.test(new URL(request.url).pathname)) return response
      return withBody(response, escaped(await response.text()))
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { name: 'Zoë & <Søn> 🐦' })
      const { text, json } = await ask('GET', `/users/${id}`)
      return text.includes('Zo\\u00eb \\u0026 \\u003c') && at(json, 'name') === 'Zoë & <Søn> 🐦'
    },
  },
  {
    name: 'The relations of links stand without quotation marks and with the title of the page',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); a relation may be a token, and other parameters of a link are nowhere forbidden',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const titled = link.replace(/rel="(\w+)"/g, 'rel=$1; title="The $1 page"')
      return withBody(response, response.body, { link: titled })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('rel=next;')
    },
  },
]
