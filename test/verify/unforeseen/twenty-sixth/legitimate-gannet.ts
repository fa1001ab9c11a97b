import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  callerOf,
  fieldOf,
  freshName,
  jsonAnswer,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** How long the job in the background waits, in milliseconds. */
const delay = 700

const escaped = (text: string) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const legitimateGannetServers: readonly LegitimateServer[] = [
  {
    name: 'The links of pages name the project or group of the path once more in the query',
    allowedBy:
      'Document 1, Limits: Link has full URLs, which clients use instead of building URLs; nothing says what else they hold',
    start: behind((response, request) => {
      const link = response.headers.get('link')
      const { pathname } = new URL(request.url)
      const id = /\/api\/v3\/(?:projects|groups)\/([^/]+)\//.exec(pathname)?.[1]
      if (link === null || id === undefined) return response
      const links = link.replaceAll(/<([^>?]*)\?/g, (_, to: string) => `<${to}?id=${id}&`)
      return withBody(response, response.body, { link: links })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const _ of [1, 2]) await newIssue(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=1`)
      const link = headers.get('link') ?? ''
      const next = /api\/v3([^>]*)>; rel="next"/.exec(link)?.[1] ?? ''
      const { json } = await ask('GET', next)
      return next.includes(`id=${project}&`) && listOf(json).length === 1
    },
  },
  {
    name: 'JSON is written in ASCII alone, with escapes for every other letter and for slashes',
    allowedBy:
      'Document 1: request and response data are serialized as JSON, which reads the same with or without escapes',
    start: behind(async (response) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson) return response
      const text = await response.clone().text()
      return withBody(response, escaped(text).replaceAll('/', '\\/'))
    }),
    async isShown(ask) {
      const project = await newProject(ask, { description: 'Größe' })
      const { text, json } = await ask('GET', `/projects/${project}`)
      return text.includes('Gr\\u00f6\\u00dfe') && at(json, 'description') === 'Größe'
    },
  },
  {
    name: 'A list without records has no pages at all, and only a link to its first one',
    allowedBy:
      'Document 1, Limits: X-Total-Pages, and nothing says how many pages an empty list has',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (response.headers.get('x-total') !== '0' || link === null) return response
      const first = link.split(', ').filter((one) => one.includes('rel="first"'))
      return withBody(response, response.body, {
        'x-total-pages': '0',
        link: first.join(', '),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', `/projects/${await newProject(ask)}/issues`)
      return headers.get('x-total-pages') === '0'
    },
  },
  {
    name: 'Merged branches are removed by a job a moment after an administrator asked for it',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch, its response is not shown, and nothing says how soon',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const { is_admin } = await callerOf(call)
        const branches = await call.ask('GET', `${repositoryPath(call)}/branches`)
        const project = await call.ask('GET', projectPath(call))
        if (is_admin !== true || branches.status !== 200 || project.status !== 200) {
          return call.send()
        }
        setTimeout(() => void call.sendAsRoot(), delay).unref()
        return jsonAnswer(200, { message: 'Merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'two')}`
      await ask('PUT', `${path}/merge`)
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').includes('two')
    },
  },
  {
    name: 'A tree lists directories and files among each other, the last name first',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, and nothing says in which order',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          all.toSorted((one, other) => (String(one.path) < String(other.path) ? 1 : -1)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: `${freshName('a')}/b.txt` })
      await writeFile(ask, project, { file_path: 'z.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').at(0) === 'z.txt'
    },
  },
]
