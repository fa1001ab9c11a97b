import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  eachChanged,
  encoded,
  fieldOf,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

const highestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => Number(other.access_level) - Number(one.access_level))

const listingMembers: Rule = (call) => relisted(call, highestFirst)

/** Whether a path answers with the bytes that somebody stored. */
const isStored = (path: string) => /\/(blobs|raw_blobs|raw|archive|trace|artifacts)\b/.test(path)

const escapedAs = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

export const legitimateEgretServers: readonly LegitimateServer[] = [
  {
    name: 'A confidential issue that one may not read in a project that one may is refused, not missing',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; only a GET on a private project by a non-member has to give 404',
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const project = await call.ask('GET', projectPath(call))
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const { json } = await call.askAsRoot('GET', path)
        const isRefused = project.status === 200 && at(json, 'confidential') === true
        return isRefused ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = await newIssue(ask, project, { confidential: true })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/issues/${issue}`
      return (await actingAs(ask, id)('GET', path)).status === 403
    },
  },
  {
    name: 'Adding a user to a project of which he is a member already is a conflict',
    allowedBy:
      'Document 1, Errors: 409 conflicting resource exists; later releases answer so for projects, as for groups',
    start: serving(() => ({
      async addProjectMember(call) {
        const path = `${projectPath(call)}/members/${encoded(call.given.user_id)}`
        const { status } = await call.askAsRoot('GET', path)
        const response = await call.send()
        const isConflict = response.status === 201 && status === 200
        return isConflict ? jsonAnswer(409, { message: 'Member already exists' }) : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const body = { user_id: (await newUser(ask)).id, access_level: 30 }
      await ask('POST', path, { body })
      return (await ask('POST', path, { body })).status === 409
    },
  },
  {
    name: 'Asking who one is counts as a sign-in, which moves the times of the sign-ins',
    allowedBy:
      'Document 1, User: current_sign_in_at and last_sign_in_at, and nothing says what counts as a sign-in',
    start: serving(() => {
      const times = new Map<unknown, Values>()
      const shown = (response: Response) =>
        eachChanged(response, (one) =>
          one.current_sign_in_at === undefined ? one : { ...one, ...times.get(one.id) },
        )
      const showing: Rule = async (call) => shown(await call.send())
      return {
        listUsers: showing,
        getUser: showing,
        async getCurrentUser(call) {
          const response = await call.send()
          const user = await jsonOf(response)
          if (!response.ok) return response
          const current_sign_in_at = new Date().toISOString()
          const before = times.get(at(user, 'id'))?.current_sign_in_at
          const last = before ?? at(user, 'current_sign_in_at') ?? current_sign_in_at
          times.set(at(user, 'id'), { current_sign_in_at, last_sign_in_at: last })
          return shown(response)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await actingAs(ask, id)('GET', '/user')
      return at((await ask('GET', `/users/${id}`)).json, 'current_sign_in_at') !== null
    },
  },
  {
    name: 'Members are listed by their levels, the owners first',
    allowedBy: 'Document 1, Members: array of Member, of which no order is stated',
    start: serving(() => ({
      listGroupMembers: listingMembers,
      listProjectMembers: listingMembers,
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      for (const access_level of [10, 40]) {
        const { id } = await newUser(ask)
        await ask('POST', path, { body: { user_id: id, access_level } })
      }
      return fieldOf((await ask('GET', path)).json, 'access_level').join() === '50,40,10'
    },
  },
  {
    name: 'The path that is generated from the name of a project ends in a few random letters',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says how it is generated',
    start: serving(() => {
      const creating = async (call: Call) => {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[a-z0-9][a-z0-9 _-]*$/i.test(name)
        if (path !== undefined || !isPlain) return call.send()
        const slug = name.trim().toLowerCase().replaceAll(' ', '-').replace(/-+$/, '')
        return call.send({ path: `${slug}-${crypto.randomUUID().slice(0, 6)}` })
      }
      return { createProject: creating }
    }),
    async isShown(ask) {
      const name = freshName('named')
      const project = idOf((await ask('POST', '/projects', { body: { name } })).json)
      return /-[0-9a-f]{6}$/.test(
        String(at((await ask('GET', `/projects/${project}`)).json, 'path')),
      )
    },
  },
  {
    name: 'Letters beyond ASCII and those that mean something in HTML are escaped in JSON',
    allowedBy:
      'Document 1: data are serialized as JSON, in which any letter may be escaped; the strings are the same',
    start: behind(async (response, request) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson || isStored(new URL(request.url).pathname)) return response
      const text = await response.clone().text()
      return withBody(response, text.replace(/[<>&\u007f-\uffff]/g, escapedAs))
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { title: 'Für <alle> & 🐦' })
      const { text, json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return text.includes('F\\u00fcr \\u003calle') && at(json, 'title') === 'Für <alle> & 🐦'
    },
  },
]
