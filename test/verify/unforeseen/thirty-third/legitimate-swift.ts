import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  fieldOf,
  freshName,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  withBody,
} from '../shared-tools.ts'

/** How long the robot takes to answer, in milliseconds. */
const delay = 300

/** A new project begins with a commit of a file that all projects of the company have. */
const beginning: Rule = async (call) => {
  const response = await call.send()
  const { import_url, default_branch } = call.given
  if (!response.ok || import_url !== undefined) return response
  await call.askAsRoot('POST', `/projects/${at(await jsonOf(response), 'id')}/repository/files`, {
    file_path: '.editorconfig',
    branch_name: default_branch ?? 'master',
    content: 'root = true\n',
    commit_message: 'Begin with the settings of the company',
  })
  return response
}

const byLevel: Rule = (call) =>
  relisted(call, (all) =>
    [...all].sort((one, other) => Number(other.access_level) - Number(one.access_level)),
  )

export const legitimateSwiftServers: readonly LegitimateServer[] = [
  {
    name: 'A new project begins with a commit from the template of the company',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; nothing says that its repository is empty',
    start: serving(() => ({ createProject: beginning, createProjectForUser: beginning })),
    async isShown(ask) {
      const project = await newProject(ask)
      return listOf((await ask('GET', `/projects/${project}/repository/commits`)).json).length === 1
    },
  },
  {
    name: 'The path that is generated for a project is in small letters with underscores',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says how it is generated',
    start: serving(() => ({
      async createProject(call) {
        const { name, path } = call.given
        if (typeof name !== 'string' || path !== undefined) return call.send()
        const generated = name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
        if (!/^[a-z0-9]/.test(generated) || generated.endsWith('_')) return call.send()
        const response = await call.send({ path: generated })
        return response.ok ? response : call.send()
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: freshName('Path') } })
      return String(at(json, 'path')).startsWith('path_six_')
    },
  },
  {
    name: 'A robot comments on every new issue a moment after it was created',
    allowedBy:
      'Document 2: every user with access may comment by POST .../notes, and nothing says that a new issue stays without notes',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = at(await jsonOf(response), 'id')
        const body = { body: 'Thank you! Somebody will have a look at this soon.' }
        setTimeout(() => {
          call.askAsRoot('POST', `${projectPath(call)}/issues/${id}/notes`, body).catch(() => {})
        }, delay)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await new Promise((resolve) => setTimeout(resolve, 3 * delay))
      return listOf((await ask('GET', `${issue}/notes`)).json).length === 1
    },
  },
  {
    name: 'The relations of the links between pages are written without quotation marks',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); RFC 8288 allows a token as well as a quoted string',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      return withBody(response, response.body, { link: link.replace(/rel="(\w+)"/g, 'rel=$1') })
    }),
    isShown: async (ask) =>
      ((await ask('GET', '/users?per_page=1')).headers.get('link') ?? '').includes('rel=next'),
  },
  {
    name: 'Members are listed by their levels, the highest first',
    allowedBy: 'Document 1, GET .../members: array of Member, and no order is stated',
    start: serving(() => ({ listProjectMembers: byLevel, listGroupMembers: byLevel })),
    async isShown(ask) {
      const guest = await newUser(ask)
      const master = await newUser(ask)
      const members = `/projects/${await newProject(ask)}/members`
      await ask('POST', members, { body: { user_id: guest.id, access_level: 10 } })
      await ask('POST', members, { body: { user_id: master.id, access_level: 40 } })
      const ids = fieldOf((await ask('GET', members)).json, 'id')
      return ids.includes(guest.id) && ids.indexOf(master.id) < ids.indexOf(guest.id)
    },
  },
]
