import { at, type LegitimateServer } from '../server.ts'
import {
  callerOf,
  encoded,
  fieldOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  keyOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  type Rule,
  relisted,
  serving,
} from '../shared-tools.ts'

/** How long the job waits that records what happened, in milliseconds. */
const delay = 900

const invalid = (name: string, error: string) => jsonAnswer(400, { message: { [name]: [error] } })

/** Members cannot be made whose time is over already. */
const refusingThePast: Rule = async (call) => {
  const { expires_at } = call.given
  const today = new Date().toISOString().slice(0, 10)
  const isPast = /^\d{4}-\d\d-\d\d$/.test(String(expires_at)) && String(expires_at) < today
  if (!isPast || call.given.access_level === undefined) return call.send()
  // A level that there is not is refused by the forge, when it refuses nothing else.
  const response = await call.send({ access_level: 7 })
  return response.status === 400 ? invalid('expires_at', 'cannot be a date in the past') : response
}

/** Only keys of one kind are let in: others are taken away before anybody sees them. */
const refusingOtherKeys =
  (pathOf: (user: string | undefined) => string): Rule =>
  async (call) => {
    const response = await call.send()
    if (!response.ok || String(call.given.key).trim().startsWith('ssh-ed25519')) return response
    const id = idOf(await jsonOf(response))
    await call.ask('DELETE', `${pathOf(call.path.id)}/${id}`)
    return invalid('key', 'type is forbidden. Must be ED25519')
  }

const isLocal = (url: unknown) => {
  const name = URL.parse(String(url))?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || /^(127|10|192\.168)\./.test(name)
}

/** The order of the bytes, by which all capitals come before all small letters. */
const compareBytes = (one: unknown, other: unknown) => {
  if (String(one) === String(other)) return 0
  return String(one) < String(other) ? -1 : 1
}

const recordedLater: Rule = (call) =>
  relisted(call, (all) =>
    all.filter(({ created_at }) => !(Date.parse(String(created_at)) > Date.now() - delay)),
  )

export const legitimateBuntingServers: readonly LegitimateServer[] = [
  {
    name: 'System hooks may not call addresses of the local network',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation, and nothing says which addresses are valid for a hook',
    start: serving(() => ({
      async createSystemHook(call) {
        const response = await call.send()
        if (!response.ok || !isLocal(call.given.url)) return response
        await call.askAsRoot('DELETE', `/hooks/${at(await jsonOf(response), '0.id')}`)
        return invalid('url', 'is blocked: Requests to the local network are not allowed')
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/hook' }
      return (await ask('POST', '/hooks', { body })).status === 400
    },
  },
  {
    name: 'Memberships that would be over before today are refused',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation, and nothing says that a date in the past is valid as expires_at',
    start: serving(() =>
      forAll(
        ['addGroupMember', 'addProjectMember', 'updateGroupMember', 'updateProjectMember'],
        refusingThePast,
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30, expires_at: '2016-01-01' }
      return (await ask('POST', `/groups/${group}/members`, { body })).status === 400
    },
  },
  {
    name: 'What happens is recorded among the events a moment later, by a job in the background',
    allowedBy:
      'Document 1, Events: activity events are records, newest first, and nothing says how soon there is one',
    start: serving(() => forAll(['listProjectEvents', 'listUserEvents'], recordedLater)),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/events`
      const soon = fieldOf((await ask('GET', path)).json, 'target_id').includes(issue)
      await new Promise((resolve) => setTimeout(resolve, delay + 100))
      const later = fieldOf((await ask('GET', path)).json, 'target_id').includes(issue)
      return !soon && later
    },
  },
  {
    name: 'The policy of the instance lets in SSH keys of the kind ED25519 only',
    allowedBy:
      'Document 1, Users: On key creation failure, 400 with a validation message object, and nothing says which kinds of keys are valid',
    start: serving(() => ({
      createOwnSshKey: refusingOtherKeys(() => '/user/keys'),
      createSshKeyOfUser: refusingOtherKeys((user) => `/users/${encoded(user)}/keys`),
    })),
    async isShown(ask) {
      const bytes = () => [...crypto.getRandomValues(new Uint8Array(256))]
      const write = (key: string) => ask('POST', '/user/keys', { body: { title: 'Key', key } })
      const other = await write(keyOf('ssh-rsa', [1, 0, 1], [0, 129, ...bytes()]))
      return other.status === 400 && (await write(freshKey())).status === 201
    },
  },
  {
    name: 'Notifications go to the first e-mail address of a user, and no other is confirmed for them',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation, and nothing says which addresses notification_email may be',
    start: serving(() => ({
      async updateNotificationSettings(call) {
        const { notification_email } = call.given
        if (notification_email === undefined) return call.send()
        const { email } = await callerOf(call)
        // The forge refuses an address which nobody has.
        return email === undefined || email === notification_email
          ? call.send()
          : call.send({ notification_email: 'unconfirmed@nobody.invalid' })
      },
    })),
    async isShown(ask) {
      const email = `${freshName('second')}@bunting.example`
      await ask('POST', '/user/emails', { body: { email } })
      const body = { notification_email: email }
      return (await ask('PUT', '/notification_settings', { body })).status === 400
    },
  },
  {
    name: 'Groups are in the order of the bytes of their names, capitals before small letters',
    allowedBy:
      'Document 1, GET /groups: order_by name or path, sort asc or desc, and nothing says by which collation',
    start: serving(() => ({
      listGroups(call) {
        const { order_by, sort } = call.given
        const by = order_by === 'path' ? 'path' : 'name'
        const sign = sort === 'desc' ? -1 : 1
        return relisted(call, (all) =>
          [...all].sort((one, other) => sign * compareBytes(one[by], other[by])),
        )
      },
    })),
    async isShown(ask) {
      const word = freshName('collated')
      const small = await newGroup(ask, { name: `a ${word}` })
      const capital = await newGroup(ask, { name: `Z ${word}` })
      const { json } = await ask('GET', `/groups?search=${encoded(word)}`)
      return fieldOf(json, 'id').join() === [capital, small].join()
    },
  },
]
