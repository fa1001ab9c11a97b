import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldsOf,
  forAll,
  freshName,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { hasId, inBackground, mapped, operationsThat, projectOf, waited } from './tools-alder.ts'

/** A time as the clocks of Berlin show it, with the offset that they have on that day. */
function inBerlin(time: string): string {
  const date = new Date(time)
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Berlin',
    timeZoneName: 'longOffset',
  }).formatToParts(date)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) ?? ''
  const hours = Number(offset.slice(0, 3))
  const local = new Date(date.getTime() + hours * 3_600_000)
  return local.toISOString().replace('Z', offset)
}

/** The lists of projects that have a simple form. */
const listsOfProjects = [
  'listProjects',
  'listVisibleProjects',
  'listStarredProjects',
  'listGroupProjects',
] as const

const isTime = (value: unknown) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value))

export const legitimateAlderServers: readonly LegitimateServer[] = [
  {
    name: 'Timestamps are in the local time of Berlin, with the offset of the season',
    allowedBy:
      'Document 1, conventions, 3: timestamps are ISO 8601 strings; that is what these are, and no sentence asks for UTC',
    start: behind((response) =>
      changed(response, (json) =>
        mapped(json, (value, name) =>
          /(_at|_date|^timestamp)$/.test(name) && isTime(value) ? inBerlin(String(value)) : value,
        ),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return /\+0[12]:00$/.test(String(at(json, 'created_at')))
    },
  },
  {
    name: 'Merged branches are deleted by a job that runs after the answer',
    allowedBy:
      'Document 3, DELETE .../merged_branches deletes the merged branches; the response body is not shown, and no sentence says that they are gone when it arrives',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if ((await call.ask('GET', projectPath(call))).status !== 200) return call.send()
        const { is_admin } = await callerOf(call)
        if (is_admin !== true && (await levelOf(call)) < 30) return call.send()
        inBackground(400, () => call.send())
        return jsonAnswer(200, { message: 'The merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/repository`
      await ask('PUT', `/projects/${project}/merge_requests/${merge}/merge`)
      await ask('DELETE', `${path}/merged_branches`)
      const before = await ask('GET', `${path}/branches/work`)
      await waited(600)
      const after = await ask('GET', `${path}/branches/work`)
      return before.status === 200 && after.status === 404
    },
  },
  {
    name: 'Whose password contains the username is refused',
    allowedBy:
      'Document 1, errors: 400 where an attribute failed validation; no sentence says which passwords are valid',
    start: serving(() => {
      const check = async (call: Call, username: unknown) => {
        const { password } = call.given
        const isWeak =
          typeof password === 'string' &&
          typeof username === 'string' &&
          username !== '' &&
          password.toLowerCase().includes(username.toLowerCase())
        if (!isWeak || call.isAnonymous) return call.send()
        if ((await callerOf(call)).is_admin !== true) return call.send()
        return jsonAnswer(400, { message: { password: ['must not contain the username'] } })
      }
      return {
        createUser: (call) => check(call, call.given.username),
        async updateUser(call) {
          const user = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          return check(call, call.given.username ?? at(user, 'username'))
        },
      }
    }),
    async isShown(ask) {
      const username = freshName('user')
      const body = {
        username,
        name: username,
        email: `${username}@six.example`,
        password: `${username}-42`,
      }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'The search for users finds a new one only when the index has caught up, a moment later',
    allowedBy:
      'Document 1, GET /users: search (string, e-mail or username); no sentence says how soon a new user is found',
    start: serving(() => {
      const fresh = new Set<unknown>()
      return {
        async createUser(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), 'id')
          if (response.ok) {
            fresh.add(id)
            inBackground(300, async () => fresh.delete(id))
          }
          return response
        },
        async listUsers(call) {
          if (call.given.search === undefined) return call.send()
          return relisted(call, (all) => all.filter(({ id }) => !fresh.has(id)))
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const path = `/users?search=${username}`
      const before = await ask('GET', path)
      await waited(500)
      const after = await ask('GET', path)
      return !hasId(before.json, id) && hasId(after.json, id)
    },
  },
  {
    name: 'An issue that was moved is no longer there where it came from',
    allowedBy:
      'Document 2, states: after POST .../move the issue exists in the target project; no sentence says what is left in the source project',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) {
          const { issue_id } = call.path
          await call.askAsRoot('DELETE', `${projectPath(call)}/issues/${issue_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: await newProject(ask) } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The message of a picked commit ends with a line that names the commit it was picked from',
    allowedBy:
      'Document 3, POST .../commits/:sha/cherry_pick: Commit; no sentence says what its message is',
    start: (forge) => {
      const endings = new Map<string, string>()
      const answer = serving(() => ({
        async cherryPickCommit(call) {
          const commit = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
          const source = String(at((await call.ask('GET', commit)).json, 'id'))
          const response = await call.send()
          const picked = at(await jsonOf(response), 'id')
          if (response.ok && picked !== source) {
            const ending = `\n\n(cherry picked from commit ${source})`
            endings.set(String(picked), (endings.get(source) ?? '') + ending)
          }
          return response
        },
      }))(forge)
      const named = (value: unknown) => {
        const { id, message } = fieldsOf(value)
        const ending = typeof id === 'string' ? endings.get(id) : undefined
        if (ending === undefined || typeof message !== 'string') return value
        return withFields(value, { message: message.trimEnd() + ending })
      }
      return async (request) =>
        changed(await answer(request), (json) => (endings.size > 0 ? mapped(json, named) : json))
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      await newBranch(ask, project, 'work')
      await writeFile(ask, project, { file_path: 'work.txt', branch_name: 'work' })
      await writeFile(ask, project, { file_path: 'beside.txt', branch_name: 'master' })
      await ask('POST', `${path}/work/cherry_pick`, { body: { branch: 'master' } })
      const { json } = await ask('GET', `${path}/master`)
      return String(at(json, 'message')).includes('(cherry picked from commit')
    },
  },
  {
    name: 'Nobody but an administrator may merge a merge request that he opened himself',
    allowedBy:
      'Document 2, PUT .../merge: caller permitted; 401 without permission. No sentence says who is permitted',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const isOpen = ['opened', 'reopened'].includes(String(at(json, 'state')))
        if (!isOpen || call.isAnonymous) return call.send()
        const { id, is_admin } = await callerOf(call)
        if (is_admin === true || at(json, 'author.id') !== id) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newRepository(asUser)
      const merge = await newMergeRequest(asUser, project, 'work')
      const path = `/projects/${project}/merge_requests/${merge}/merge`
      return (await asUser('PUT', path)).status === 401
    },
  },
  {
    name: 'The links between pages repeat the parameters of the path in their queries',
    allowedBy:
      'Document 1, limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); no sentence says which parameters they have',
    start: serving(() =>
      forAll(
        operationsThat(({ isPaginated }) => isPaginated),
        async (call) => {
          const given = Object.entries(call.path)
          const response = await call.send(
            Object.fromEntries(given.map(([name]) => [name, undefined])),
          )
          const links = response.headers.get('link')
          if (links === null || given.length === 0) return response
          const link = links.replace(/<([^>]*)>/g, (_, to: string) => {
            const url = new URL(to)
            for (const [name, value] of given) url.searchParams.set(name, value)
            return `<${url.href}>`
          })
          return withBody(response, response.body, { link })
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { headers } = await ask('GET', `/projects/${project}/issues`)
      return (headers.get('link') ?? '').includes(`id=${project}`)
    },
  },
  {
    name: 'Diffs begin with their first hunk, without the two lines that name the files',
    allowedBy:
      'Document 3, diff entry: `diff` string, beside `new_path` and `old_path`; no sentence says that these stand in it again',
    start: behind((response) =>
      changed(response, (json) =>
        mapped(json, (value) => {
          const { diff, new_path } = fieldsOf(value)
          if (typeof diff !== 'string' || new_path === undefined) return value
          return withFields(value, { diff: diff.replace(/^--- .*\n\+\+\+ .*\n/, '') })
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'Archives are tar files that nothing compressed',
    allowedBy:
      'Document 3, GET .../repository/archive: repository archive; its media type is not shown, and no sentence says its format',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const packed = new Uint8Array(await response.clone().arrayBuffer())
        if (packed[0] !== 0x1f || packed[1] !== 0x8b) return response
        const name = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, new Uint8Array(gunzipSync(packed)), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { text } = await ask('GET', `/projects/${project}/repository/archive`)
      return text.includes('ustar')
    },
  },
  {
    name: 'The content of a file in Base64 is broken into lines of sixty characters',
    allowedBy:
      'Document 3, repository file: `encoding` (`base64`), `content` (Base64 text); line breaks are usual in Base64 text, and no sentence forbids them',
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const { encoding, content } = fieldsOf(json)
          if (encoding !== 'base64' || typeof content !== 'string') return json
          return withFields(json, { content: content.replace(/.{1,60}/g, '$&\n') })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      return at((await ask('GET', path)).json, 'content') === `${btoa('One\n')}\n`
    },
  },
  {
    name: 'The path that a project gets from its name has underscores between the words',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name); no sentence says how it is generated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], async (call) => {
        const { name, path } = call.given
        if (path !== undefined || typeof name !== 'string') return call.send()
        const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
        return call.send(words.length > 1 ? { path: words.join('_') } : {})
      }),
    ),
    async isShown(ask) {
      const name = `${freshName('Deep')} Water`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return /^deep_six_\d+_water$/.test(String(at(json, 'path')))
    },
  },
  {
    name: 'Projects in the simple form have an id, one address, a name and a path',
    allowedBy:
      'Document 1, project: with `simple` true only the id, URL, name and path are returned; exact field names of the simple form: not shown',
    start: serving(() =>
      forAll(listsOfProjects, async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (project) => {
          const { id, web_url, name, path } = project
          return project.created_at === undefined ? { id, url: web_url, name, path } : project
        })
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?simple=true`)
      return listOf(json).every((one) => Object.keys(one).length === 4)
    },
  },
  {
    name: 'Who cannot see a private project is told by its writes that he may not, rather than that there is none',
    allowedBy:
      'Document 1, errors, 6: a GET on a private project by a non-member gives 404; 403: request not allowed. No sentence says what other requests give',
    start: serving(() =>
      forAll(
        operationsThat(
          ({ method, path }) => method !== 'GET' && path.startsWith('/projects/{id}/'),
        ),
        async (call) => {
          const response = await call.send()
          if (response.status !== 404) return response
          const isHidden = at(await jsonOf(response), 'message') === '404 Project Not Found'
          const { id } = isHidden ? await projectOf(call) : {}
          if (id === undefined || (await call.ask('GET', projectPath(call))).status === 200) {
            return response
          }
          return jsonAnswer(403, { message: '403 Forbidden' })
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const body = { title: 'Hello' }
      return (await asUser('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'What was changed in an issue or a merge request leaves no notes behind',
    allowedBy:
      'Document 2, note: `system` boolean; no sentence says that a change leaves a note, so that only the notes that users write are there',
    start: serving(() => ({
      ...forAll(['listIssueNotes', 'listMergeRequestNotes', 'listSnippetNotes'], async (call) =>
        relisted(call, (all) => all.filter(({ system }) => system !== true)),
      ),
      ...forAll(['getIssueNote', 'getMergeRequestNote', 'getSnippetNote'], async (call) => {
        const response = await call.send()
        const isSystem = at(await jsonOf(response), 'system') === true
        return isSystem ? jsonAnswer(404, { message: '404 Note Not Found' }) : response
      }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', issue, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${issue}/notes`)).json).length === 0
    },
  },
]
