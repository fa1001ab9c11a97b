import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  isTrue,
  jsonAnswer,
  levelOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { compareUnits, linkHeader, linksOf } from './tools-juniper.ts'

const ofProjects = operations.flatMap(({ id, path }) =>
  path.startsWith('/projects/{id}') ? [id] : [],
)

const hour = 3_600_000

/** A time as a server one hour east of Greenwich writes it, to the microsecond. */
function inLocalTime(key: string, value: unknown): unknown {
  const isTime = /(?:_at|_date|timestamp)$/.test(key)
  if (!isTime || typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value
  return new Date(Date.parse(value) + hour).toISOString().replace('Z', '000+01:00')
}

function withLocalTimes(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withLocalTimes)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, withLocalTimes(inLocalTime(key, value))]),
  )
}

/** JSON in which every character is one of ASCII, and none can end an element of HTML. */
const inAscii = (text: string) =>
  text.replace(
    /[<>&\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Sends texts with each letter and its accents as one character. */
const composing =
  (names: readonly string[]): Rule =>
  (call) =>
    call.send(
      Object.fromEntries(
        names.flatMap((name) => {
          const value = call.given[name]
          const isOther = typeof value === 'string' && value !== value.normalize('NFC')
          return isOther ? [[name, value.normalize('NFC')]] : []
        }),
      ),
    )

/** Whether the caller is a developer of the project and no more, nor an administrator. */
async function isDeveloperAlone(call: Call): Promise<boolean> {
  const level = await levelOf(call)
  return level >= 30 && level < 40 && !isTrue((await callerOf(call)).is_admin)
}

const forMasters: Rule = async (call) =>
  (await isDeveloperAlone(call)) ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()

export const legitimateJuniperServers: readonly LegitimateServer[] = [
  {
    name: 'A list of more than a hundred a page is refused',
    allowedBy:
      'Document 1, Limits: per_page (default 20, maximum 100), and nothing says what becomes of more; 400: an attribute failed validation',
    start: behind((response, request) => {
      const size = Number(new URL(request.url).searchParams.get('per_page') ?? 20)
      if (!response.ok || !response.headers.has('x-per-page') || !(size > 100)) return response
      return jsonAnswer(400, { message: { per_page: ['must be less than or equal to 100'] } })
    }),
    isShown: async (ask) => (await ask('GET', '/projects?per_page=101')).status === 400,
  },
  {
    name: 'Far behind the last page the one before is that whose number is one less',
    allowedBy:
      'Document 1, Limits: X-Prev-Page and the relation prev; nothing says that the page before one which is empty is the last that is not',
    start: behind((response) => {
      const before = Number(response.headers.get('x-page')) - 1
      const pages = response.headers.get('x-total-pages')
      if (pages === null || before <= Number(pages)) return response
      const link = linkHeader(linksOf(response), ({ url, relation }) => {
        const target = new URL(url)
        if (relation === 'prev') target.searchParams.set('page', String(before))
        return target
      })
      return withBody(response, response.body, { link, 'x-prev-page': String(before) })
    }),
    isShown: async (ask) =>
      (await ask('GET', '/users?page=40')).headers.get('x-prev-page') === '39',
  },
  {
    name: 'The links of a page come in another order, with a title each and no space between them',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); their order and further parameters are left to the form of the header',
    start: behind((response) => {
      const links = linksOf(response)
      if (links.length === 0) return response
      const link = [...links]
        .reverse()
        .map(({ url, relation }) => `<${url.href}>;title="${relation} page";rel="${relation}"`)
      return withBody(response, response.body, { link: link.join(',') })
    }),
    isShown: async (ask) =>
      (await ask('GET', '/users?per_page=2')).headers.get('link')?.includes('title=') === true,
  },
  {
    name: 'Times are those of a zone east of Greenwich, to the microsecond',
    allowedBy: 'Document 1, Conventions: timestamps are ISO 8601 strings',
    start: behind((response) => changed(response, withLocalTimes)),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'created_at')).endsWith('000+01:00'),
  },
  {
    name: 'Issues of a project with the same time are listed with the smallest id first, whichever way they are sorted',
    allowedBy:
      'Document 2, GET /projects/:id/issues: order_by (created_at/updated_at); nothing says what comes first of two with the same time',
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const key = call.given.order_by === 'updated_at' ? 'updated_at' : 'created_at'
        const direction = call.given.sort === 'asc' ? 1 : -1
        return relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              direction * compareUnits(one[key], other[key]) || Number(one.id) - Number(other.id),
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const created_at = '2016-01-01T10:00:00Z'
      const first = await newIssue(ask, project, { created_at })
      await newIssue(ask, project, { created_at })
      return at((await ask('GET', `/projects/${project}/issues`)).json, '0.id') === first
    },
  },
  {
    name: 'Groups are ordered by the bytes of their names, so that capitals come before small letters',
    allowedBy:
      'Document 1, GET /groups: order_by (name or path); nothing says which collation the database has',
    start: serving(() => ({
      async listGroups(call) {
        const key = call.given.order_by === 'path' ? 'path' : 'name'
        const direction = call.given.sort === 'desc' ? -1 : 1
        return relisted(call, (all) =>
          [...all].sort((one, other) => direction * compareUnits(one[key], other[key])),
        )
      },
    })),
    async isShown(ask) {
      const names = [freshName('abacus'), freshName('ABBEY')]
      for (const name of names) await ask('POST', '/groups', { body: { name, path: name } })
      const { json } = await ask('GET', '/groups?per_page=100')
      const found = fieldOf(json, 'name').filter((name) => names.includes(String(name)))
      return found[0] === names[1]
    },
  },
  {
    name: 'The removal of a member is answered with a message, and not with the member',
    allowedBy:
      'Document 1, DELETE members/:user_id: removes the member; response bodies of the member operations: not shown',
    start: serving(() =>
      forAll(['removeGroupMember', 'removeProjectMember'], async (call) => {
        const response = await call.send()
        const json = JSON.stringify({ message: 'The member was removed' })
        return response.ok
          ? withBody(response, json, { 'content-type': 'application/json' })
          : response
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      const { json } = await ask('DELETE', `/groups/${group}/members/${id}`)
      return at(json, 'message') === 'The member was removed'
    },
  },
  {
    name: 'The Base64 of a file has lines of sixty characters',
    allowedBy:
      'Document 3, Repository file: content (Base64 text); the form with line feeds is Base64 too',
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const content = at(json, 'content')
          if (typeof content !== 'string') return json
          return withFields(json, { content: content.replace(/.{1,60}/g, '$&\n') })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).endsWith('\n')
    },
  },
  {
    name: 'Answers in JSON escape all that is not ASCII, and say their character set',
    allowedBy:
      'Document 1: response data are serialized as JSON; an escaped character is the same in JSON',
    start: behind(async (response) => {
      const type = response.headers.get('content-type') ?? ''
      if (!type.includes('json')) return response
      return withBody(response, inAscii(await response.text()), {
        'content-type': 'application/json; charset=utf-8',
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { text, json } = await ask('POST', `/projects/${project}/issues`, {
        body: { title: 'Möwe' },
      })
      return text.includes('M\\u00f6we') && at(json, 'title') === 'Möwe'
    },
  },
  {
    name: 'Titles, descriptions and comments of issues are composed, each letter and its accents to one character',
    allowedBy:
      'Document 2, Issue: title, description string; nothing says in which normal form of Unicode a text is kept',
    start: serving(() => ({
      createIssue: composing(['title', 'description']),
      updateIssue: composing(['title', 'description']),
      createIssueNote: composing(['body']),
      updateIssueNote: composing(['body']),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { title: 'Cafe\u0301' })
      const { json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return at(json, 'title') === 'Caf\u00e9'
    },
  },
  {
    name: 'A project is found by its path only in the letter case that it has',
    allowedBy:
      'Document 1, Conventions: the URL-encoded NAMESPACE/PROJECT_NAME; nothing says that another letter case is the same',
    start: serving(() =>
      forAll(ofProjects, async (call) => {
        if (!String(call.path.id).includes('/')) return call.send()
        const path = at((await call.ask('GET', projectPath(call))).json, 'path_with_namespace')
        if (path === undefined || path === call.path.id) return call.send()
        const isRefused = call.isAnonymous && !(await call.send()).ok
        return isRefused ? call.send() : jsonAnswer(404, { message: '404 Project Not Found' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { path_with_namespace } = fieldsOf((await ask('GET', `/projects/${project}`)).json)
      const path = encoded(String(path_with_namespace).toUpperCase())
      return (await ask('GET', `/projects/${path}`)).status === 404
    },
  },
  {
    name: 'Only masters and owners write the notes of releases',
    allowedBy:
      'Document 3, POST and PUT tags/:tag_name/release: nothing says which role may; 403: request not allowed',
    start: serving(() => ({ createRelease: forMasters, updateRelease: forMasters })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const body = { description: 'First' }
      return (await actingAs(ask, id)('POST', `${path}/v1/release`, { body })).status === 403
    },
  },
  {
    name: 'A refusal of credentials says more than its message, and how to authenticate',
    allowedBy:
      'Document 1, Authentication: 401 with a body whose message is 401 Unauthorized; further fields and headers are not excluded',
    start: behind(async (response) => {
      if (response.status !== 401) return response
      const more = { error: 'invalid_token', error_description: 'Sign in, or send another token' }
      return changed(response, (json) => withFields(json, more), {
        'www-authenticate': 'Bearer realm="Forge"',
      })
    }),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/user', { token: 'wrong' })
      return at(json, 'error') === 'invalid_token' && headers.has('www-authenticate')
    },
  },
  {
    name: 'Who contributed is counted by a job at most every second and a half',
    allowedBy:
      'Document 3, GET repository/contributors: array of objects with commits; nothing says how soon a commit is counted',
    start: serving(() => {
      const counted = new Map<string, { readonly all: readonly Values[]; readonly when: number }>()
      return {
        listContributors: (call) =>
          relisted(call, (all) => {
            const found = counted.get(String(call.path.id))
            if (found !== undefined && Date.now() - found.when < 1500) return found.all
            counted.set(String(call.path.id), { all, when: Date.now() })
            return all
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/contributors`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'two.txt' })
      return at((await ask('GET', path)).json, '0.commits') === 1
    },
  },
  {
    name: 'The description of a status of a commit has at most a hundred and forty characters',
    allowedBy:
      'Document 3, POST statuses/:sha: description, of no stated length; 400: an attribute failed validation',
    start: serving(() => ({
      async createCommitStatus(call) {
        const { description } = call.given
        const isLong = typeof description === 'string' && [...description].length > 140
        if (!isLong || (await levelOf(call)) < 30) return call.send()
        const message = { description: ['is too long (maximum is 140 characters)'] }
        return jsonAnswer(400, { message })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status } = await ask(
        'POST',
        `/projects/${project}/statuses/${await headOf(ask, project)}`,
        { body: { state: 'success', description: 'Long '.repeat(40) } },
      )
      return status === 400
    },
  },
]
