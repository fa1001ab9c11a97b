import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newRepository,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** A diff without the two lines which name its files. */
const withoutNames = (one: Values): Values =>
  typeof one.diff === 'string' && one.diff.startsWith('--- ')
    ? { ...one, diff: one.diff.split('\n').slice(2).join('\n') }
    : one

/** The rule that takes those lines from the diffs in one field of the answer. */
const withoutNamesIn =
  (field: string): Rule =>
  async (call) =>
    changed(await call.send(), (json) => {
      const diffs = fieldsOf(json)[field]
      return Array.isArray(diffs)
        ? withFields(json, { [field]: listOf(diffs).map(withoutNames) })
        : json
    })

const compare = (one: unknown, other: unknown) =>
  String(one) < String(other) ? -1 : Number(String(one) > String(other))

/** The same JSON, with the addresses of later versions of the web interface. */
function withDashes(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withDashes)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'web_url' && typeof value === 'string'
        ? value.replace(/\/((issues|merge_requests|snippets)\/\d+)$/, '/-/$1')
        : withDashes(value),
    ]),
  )
}

export const legitimateElderServers: readonly LegitimateServer[] = [
  {
    name: 'Whoever writes an issue is not subscribed to it until they ask for it',
    allowedBy:
      'Document 2: POST .../subscription subscribes the caller, and nothing says that writing an issue does',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = at(await jsonOf(response), 'id')
        await call.ask('DELETE', `${projectPath(call)}/issues/${id}/subscription`)
        return changed(response, (issue) => withFields(issue, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const isUnsubscribed = at((await ask('GET', path)).json, 'subscribed') === false
      return isUnsubscribed && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'The tree of a repository lists folders among the files, in the order of their paths',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, and nothing says in which order',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) => [...all].sort((one, other) => compare(one.path, other.path))),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'zebra/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'README.md,zebra'
    },
  },
  {
    name: 'Diffs begin with the place of their first change and do not name their files',
    allowedBy:
      'Document 3, Diff entry: diff is a string beside old_path and new_path, and nothing says that it names the files again',
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(json) ? listOf(json).map(withoutNames) : json,
        ),
      compareRevisions: withoutNamesIn('diffs'),
      getMergeRequestChanges: withoutNamesIn('changes'),
      getMergeRequestVersion: withoutNamesIn('diffs'),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}/${await headOf(ask, project)}/diff`)
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The path of a project is its name with an underscore in place of each space',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says how',
    start: serving(() => ({
      async createProject(call) {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[a-z0-9]+([ -][a-z0-9]+)+$/i.test(name)
        if (path !== undefined || !isPlain || !name.includes(' ')) return call.send()
        return call.send({ path: name.toLowerCase().replaceAll(' ', '_') })
      },
    })),
    async isShown(ask) {
      const name = freshName('boat').replaceAll('-', ' ')
      const { json } = await ask('POST', '/projects', { body: { name } })
      const path = name.replaceAll(' ', '_')
      const found = await ask('GET', `/projects/${encoded(at(json, 'path_with_namespace'))}`)
      return at(json, 'path') === path && at(found.json, 'name') === name
    },
  },
  {
    name: 'The addresses of issues, merge requests and snippets have a dash after the project',
    allowedBy:
      'Document 2: web_url is a string, and nothing says what the addresses of the web interface look like',
    start: answeringAll(withDashes),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'web_url')).endsWith('/-/issues/1')
    },
  },
]
