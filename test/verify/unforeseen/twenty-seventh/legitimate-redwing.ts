import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  answeringAll,
  eachChanged,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  jsonAnswer,
  jsonOf,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'

const writesOfProjects = operations.flatMap(({ id, path, method }) =>
  path.startsWith('/projects/{id}') && method !== 'GET' ? [id] : [],
)

const answeringWithEmails: readonly OperationId[] = [
  'listOwnEmails',
  'listEmailsOfUser',
  'getOwnEmail',
]

/** The JSON with every object in it changed, the inner ones first. */
function everyChanged(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(fieldsOf(json))
  return change(
    Object.fromEntries(fields.map(([name, value]) => [name, everyChanged(value, change)])),
  )
}

const answeringEvery = (change: (one: Values) => Values) =>
  answeringAll((json) => everyChanged(json, change))

export const legitimateRedwingServers: readonly LegitimateServer[] = [
  {
    name: 'The title of a commit is all of the first line of its message, however long that is',
    allowedBy: 'Document 3, Commit: title is a string, and nothing says that it is cut',
    start: answeringEvery((one) => {
      const isCommit =
        typeof one.short_id === 'string' &&
        typeof one.title === 'string' &&
        typeof one.message === 'string'
      return isCommit ? { ...one, title: String(one.message).trimStart().split('\n')[0] } : one
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commit_message = 'word '.repeat(40).trim()
      await writeFile(ask, project, { file_path: 'two.txt', commit_message })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') === commit_message
    },
  },
  {
    name: 'A diff begins with its first hunk, without the lines that name the two files',
    allowedBy: 'Document 3, Diff entry: diff is a string; its paths stand in fields of their own',
    start: answeringEvery((one) =>
      typeof one.diff === 'string'
        ? { ...one, diff: one.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
        : one,
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'A write in a private project is forbidden to those who are no members of it',
    allowedBy:
      'Document 1, Errors 6: a GET on a private project by a non-member gives 404, and nothing is said of writes; 403: request not allowed',
    start: serving(() =>
      forAll(writesOfProjects, async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        // An unknown user of sudo is not found, whatever is asked for.
        if ((await response.clone().text()).includes('No user id or username')) return response
        const own = await call.ask('GET', projectPath(call))
        const { status } = await call.askAsRoot('GET', projectPath(call))
        return own.status === 404 && status === 200
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const asUser = actingAs(ask, (await newUser(ask)).username)
      const body = { title: 'One' }
      return (await asUser('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'The labels of an issue and of a merge request stand in the order opposite to the alphabet',
    allowedBy: 'Document 2, Issue, Merge request: labels is an array of strings without an order',
    start: answeringEvery((one) =>
      Array.isArray(one.labels) && one.iid !== undefined
        ? { ...one, labels: [...one.labels].reverse() }
        : one,
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'alpha,beta' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'beta'
    },
  },
  {
    name: 'A further e-mail address keeps its capital letters',
    allowedBy:
      'Document 1, E-mail: email is a string, and nothing says that its letters are made small',
    start: serving(() => {
      const addresses = new Map<unknown, unknown>()
      const shown = (one: Values) => {
        const email = addresses.get(one.id)
        return email === undefined ? one : { ...one, email }
      }
      return {
        ...forAll(['createOwnEmail', 'createEmailOfUser'], async (call) => {
          const response = await call.send()
          if (response.status !== 201) return response
          const { id, email } = fieldsOf(await jsonOf(response))
          const given = String(call.given.email).trim()
          if (given.toLowerCase() === email) addresses.set(id, given)
          return eachChanged(response, shown)
        }),
        ...forAll(answeringWithEmails, async (call) => eachChanged(await call.send(), shown)),
      }
    }),
    async isShown(ask) {
      const email = `Capital.${freshName('Address')}@Redwing.example`
      await ask('POST', '/user/emails', { body: { email } })
      return (await ask('GET', '/user/emails?per_page=100')).text.includes(email)
    },
  },
]
