import { at, type LegitimateServer } from '../server.ts'
import {
  type Call,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  jsonAnswer,
  jsonOf,
  keyOf,
  newBranch,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
} from '../shared-tools.ts'
import { behindLinks, isWeak } from './tools-godwit.ts'

/** Refuses a key that the policy of the instance finds too weak. */
const refusingWeakKeys = (keysOf: (call: Call) => string) => async (call: Call) => {
  const response = await call.send()
  if (response.status !== 201 || !isWeak(call.given.key)) return response
  await call.ask('DELETE', `${keysOf(call)}/${idOf(await jsonOf(response))}`)
  return jsonAnswer(400, { message: { key: ['is of a kind or length that is too weak'] } })
}

export const legitimateGodwitServers: readonly LegitimateServer[] = [
  {
    name: 'Branches are sorted as a dictionary sorts them, without regard to case',
    allowedBy:
      'Document 3, GET /projects/:id/repository/branches: sorted by name alphabetically, and nothing says that it is by bytes',
    start: serving(() => ({
      listBranches: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => String(one.name).localeCompare(String(other.name), 'en')),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'Beta')
      await newBranch(ask, project, 'alpha')
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').join() === 'alpha,Beta,master'
    },
  },
  {
    name: 'Moving an issue and subscribing to it answer without address, date, count and confidentiality',
    allowedBy:
      'Document 2, Issue: a response may omit some of these fields, for example responses to move and subscription',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => {
          const { web_url, due_date, user_notes_count, confidential, ...rest } = fieldsOf(json)
          return rest
        })
      }),
    ),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}/move`
      const { status, json } = await ask('POST', path, { body: { to_project_id: to } })
      return status === 201 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'DSA keys and RSA keys below 2048 bits are refused as too weak',
    allowedBy:
      'Document 1, Users: on key creation failure 400 with a validation message object; which keys are valid is not stated',
    start: serving(() => ({
      createOwnSshKey: refusingWeakKeys(() => '/user/keys'),
      createSshKeyOfUser: refusingWeakKeys(({ path }) => `/users/${encoded(path.id)}/keys`),
    })),
    async isShown(ask) {
      // The exponent, and a modulus of 1024 bits that no other key has.
      const modulus = [0, 129, ...crypto.getRandomValues(new Uint8Array(126)), 77]
      const body = { title: 'Old', key: keyOf('ssh-rsa', [1, 0, 1], modulus) }
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'A proxy writes the relations of the links without quotation marks',
    allowedBy:
      'Document 1, Limits: Link has the relations prev, next, first, last with full URLs; RFC 8288 writes a relation with or without quotation marks',
    start: behindLinks((link) => link.replaceAll(/rel="([a-z]+)"/g, 'rel=$1')),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('; rel=next')
    },
  },
  {
    name: 'The members of groups and projects come with the highest levels first',
    allowedBy:
      'Document 1, Members: GET /groups/:id/members and /projects/:id/members give an array of Member; no order is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              Number(one.id) - Number(other.id),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      for (const access_level of [20, 10, 40, 30]) {
        const { id } = await newUser(ask)
        await ask('POST', members, { body: { user_id: id, access_level } })
      }
      const { json } = await ask('GET', members)
      return fieldOf(json, 'access_level').join() === '50,40,30,20,10'
    },
  },
]
