import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  newIssue,
  newProject,
  newRepository,
  type Rule,
  relisted,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'

const listsOfProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

/** JSON with one field of every object in it changed. */
function withEvery(json: unknown, name: string, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => withEvery(one, name, change))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      key === name ? change(value) : withEvery(value, name, change),
    ]),
  )
}

/** A project whose path was not given gets that of its name with underscores. */
const underscored: Rule = async (call) => {
  const { name, path } = call.given
  if (path !== undefined || typeof name !== 'string') return call.send()
  const made = name.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^_+|_+$/g, '')
  return made === '' ? call.send() : call.send({ path: made })
}

/** The labels that a request names, in its order. */
async function labelsOf(request: Request): Promise<readonly string[]> {
  const text = request.method === 'GET' ? '' : await request.text()
  const given = text.startsWith('{')
    ? fieldsOf(JSON.parse(text)).labels
    : new URLSearchParams(text).get('labels')
  const inQuery = new URL(request.url).searchParams.get('labels')
  return `${given ?? inQuery ?? ''}`
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
}

export const legitimateAukServers: readonly LegitimateServer[] = [
  {
    name: 'The path that a project gets from its name keeps the capitals and has underscores for all else',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says by which rule',
    start: serving(() => forAll(['createProject', 'createProjectForUser'], underscored)),
    async isShown(ask) {
      const name = `Big Boat ${freshName('auk')}`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return String(at(json, 'path')).startsWith('Big_Boat_auk')
    },
  },
  {
    name: 'The search for projects looks at their names and paths and not at their descriptions',
    allowedBy: 'Document 1, Projects: search (string), and nothing says what of a project it finds',
    start: serving(() =>
      forAll(listsOfProjects, async (call) => {
        const { search } = call.given
        if (search === undefined || search === '') return call.send()
        const sought = String(search).toLowerCase()
        return relisted(call, (all) =>
          all.filter(({ name, path }) =>
            [name, path].some((text) => String(text).toLowerCase().includes(sought)),
          ),
        )
      }),
    ),
    async isShown(ask) {
      const description = freshName('stern')
      await newProject(ask, { description })
      const { json } = await ask('GET', `/projects?search=${description}`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'The relations of the links between pages stand without quotation marks and after a title',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); RFC 8288 has the marks left out at will',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const links = link.replace(/; rel="(\w+)"/g, '; title="page, by its number"; rel=$1')
      return withBody(response, response.body, { link: links })
    }),
    async isShown(ask) {
      const link = (await ask('GET', '/projects?per_page=1')).headers.get('link')
      return link?.includes('; rel=first') === true
    },
  },
  {
    name: 'The tree of a repository has its files before its directories',
    allowedBy: 'Document 3, GET .../repository/tree: array of Tree entry, and no order is stated',
    start: serving(() => ({
      listTree: async (call) =>
        relisted(call, (all) => [
          ...all.filter(({ type }) => type !== 'tree'),
          ...all.filter(({ type }) => type === 'tree'),
        ]),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'directory/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'type').join() === 'blob,tree'
    },
  },
  {
    name: 'The labels of issues and merge requests come in the order in which they were first used',
    allowedBy: 'Document 2, Issue: labels, an array of strings, and no order is stated',
    start: (forge) => {
      const used: string[] = []
      const rank = (label: unknown) => {
        const found = used.indexOf(String(label))
        return found === -1 ? used.length : found
      }
      return behind(async (response, request) => {
        if (response.ok) {
          for (const label of await labelsOf(request)) if (!used.includes(label)) used.push(label)
        }
        return changed(response, (json) =>
          withEvery(json, 'labels', (labels) =>
            Array.isArray(labels)
              ? [...labels].sort((one, other) => rank(one) - rank(other))
              : labels,
          ),
        )
      })(forge)
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'zebra,auk' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'zebra'
    },
  },
  {
    name: 'The full name of a project joins those of its namespace and its own by an arrow',
    allowedBy:
      'Document 1, Project: name_with_namespace, a string, and nothing says how it joins the two',
    start: answeringAll((json) =>
      withEvery(json, 'name_with_namespace', (name) =>
        typeof name === 'string' ? name.replace(' / ', ' » ') : name,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return String(at(json, 'name_with_namespace')).includes(' » ')
    },
  },
]
