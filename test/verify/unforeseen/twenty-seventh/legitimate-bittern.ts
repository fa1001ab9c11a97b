import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  jsonAnswer,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'

const answeringWithLabels: readonly OperationId[] = [
  'createIssue',
  'getIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listIssuesClosedByMergeRequest',
  'createMergeRequest',
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'listMergeRequests',
]

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'subscribeToMergeRequest',
  'listMergeRequests',
]

/** Texts that the specification states word by word. */
const isStated = (message: string) =>
  message.includes('Must be admin to use sudo') || message.includes('No user id or username for')

const inGerman = (message: string) =>
  isStated(message)
    ? message
    : message.replace(/not found/i, 'nicht gefunden').replace(/forbidden/i, 'verboten')

/** Refuses a password in which the username or the beginning of the address stands. */
const refusingNamesInPasswords =
  (namesOf: (given: Values) => readonly unknown[]): Rule =>
  async (call) => {
    const password = String(call.given.password ?? '').toLowerCase()
    const names = namesOf(call.given).map((name) => String(name ?? '').toLowerCase())
    const isNamed = names.some((name) => name.length > 3 && password.includes(name))
    const isRefused = isNamed && (await call.ask('GET', '/application/settings')).status === 200
    if (!isRefused) return call.send()
    return jsonAnswer(400, { message: { password: ['must not contain the username'] } })
  }

export const legitimateBitternServers: readonly LegitimateServer[] = [
  {
    name: 'What is refused and what is not found is told in German',
    allowedBy:
      'Document 1, Errors: 403 and 404 have no stated message, save those of sudo and of unknown routes',
    start: behind(async (response) => {
      if (response.status !== 403 && response.status !== 404) return response
      return changed(response, (json) => {
        const { message } = fieldsOf(json)
        return typeof message === 'string' ? withFields(json, { message: inGerman(message) }) : json
      })
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', '/hooks')
      return String(at(json, 'message')).includes('verboten')
    },
  },
  {
    name: 'Members are listed from the highest level of access to the lowest',
    allowedBy: 'Document 1, Members: array of Member, and no order of it is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], async (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              String(one.username).localeCompare(String(other.username)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const access_level of [20, 40]) {
        const { id } = await newUser(ask)
        await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level } })
      }
      const { json } = await ask('GET', `/groups/${group}/members`)
      return fieldOf(json, 'access_level').join() === '50,40,20'
    },
  },
  {
    name: 'Labels are told from the end of the alphabet on',
    allowedBy: 'Document 2, Issue: labels, array of strings, and no order of them is stated',
    start: serving(() =>
      forAll(answeringWithLabels, async (call) =>
        eachChanged(await call.send(), (one) =>
          Array.isArray(one.labels)
            ? { ...one, labels: one.labels.map(String).sort().reverse() }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { labels: 'anchor,sail' })
      const { json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return at(json, 'labels.0') === 'sail'
    },
  },
  {
    name: 'A merged merge request names no commit of its merge, as after a merge without one',
    allowedBy: 'Document 2, Merge request: merge_commit_sha, string or null',
    start: serving(() =>
      forAll(answeringWithMergeRequests, async (call) =>
        eachChanged(await call.send(), (one) =>
          one.merge_commit_sha === undefined ? one : { ...one, merge_commit_sha: null },
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'sail')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`)
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'merged' && at(json, 'merge_commit_sha') === null
    },
  },
  {
    name: 'A password in which the username stands is refused',
    allowedBy:
      'Document 1, Errors: 400 where an attribute failed validation, and no rule of passwords is stated',
    start: serving(() => ({
      createUser: refusingNamesInPasswords(({ username, email }) => [
        username,
        String(email ?? '').split('@')[0],
      ]),
    })),
    async isShown(ask) {
      const username = freshName('sailor')
      const { status } = await ask('POST', '/users', {
        body: {
          username,
          name: 'Sailor',
          email: `${username}@bittern.example`,
          password: `Secret-${username}-42`,
        },
      })
      return status === 400
    },
  },
]
