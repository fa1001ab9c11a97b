import { askOf, at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import { includesText, isMember, issuePath, projectOf } from './tools-nutmeg.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 700

/** How many bytes a text column of some databases holds. */
const maximumOfBytes = 65_535

/** What the short answers about an issue leave out. */
const leftOut = ['labels', 'milestone', 'user_notes_count', 'due_date', 'confidential', 'web_url']

export const legitimateNutmegServers: readonly LegitimateServer[] = [
  {
    name: 'A project that was created is answered in its simple form',
    allowedBy:
      'Document 1, Projects: the response body of POST /projects is not shown; the exact field names of the simple form neither',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => {
          const { id, http_url_to_repo, web_url, name, path, ...others } = fieldsOf(json)
          const { name_with_namespace, path_with_namespace } = others
          return {
            id,
            http_url_to_repo,
            web_url,
            name,
            name_with_namespace,
            path,
            path_with_namespace,
          }
        })
      },
    })),
    async isShown(ask) {
      const { status, json } = await ask('POST', '/projects', { body: { name: freshName('oar') } })
      return status === 201 && at(json, 'visibility_level') === undefined
    },
  },
  {
    name: 'A member who is removed from a project is no longer the assignee of its issues',
    allowedBy:
      'Document 1, DELETE /projects/:id/members/:user_id removes the member, and nothing says that who left keeps what was assigned',
    start: serving(() => ({
      async removeProjectMember(call) {
        const response = await call.send()
        if (!response.ok) return response
        const user = Number(call.path.user_id)
        const path = `${projectPath(call)}/issues`
        const assigned: number[] = []
        for (let page = 1; ; page++) {
          const { json } = await call.askAsRoot('GET', `${path}?per_page=100&page=${page}`)
          const some = listOf(json)
          assigned.push(...some.filter((one) => at(one, 'assignee.id') === user).map(idOf))
          if (some.length < 100) break
        }
        for (const id of assigned) await call.askAsRoot('PUT', `${path}/${id}`, { assignee_id: 0 })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const issue = await newIssue(ask, project, { assignee_id: id })
      await ask('DELETE', `${members}/${id}`)
      return (
        at((await ask('GET', `/projects/${project}/issues/${issue}`)).json, 'assignee') === null
      )
    },
  },
  {
    name: 'An issue that is moved leaves nothing behind in the project that it came from',
    allowedBy:
      'Document 2, Issue states: after the move the issue exists in the target project, and nothing says what stays in the source',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) await call.askAsRoot('DELETE', issuePath(call))
        return response
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      const path = `/projects/${source}/issues/${await newIssue(ask, source)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: target } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A comment on an issue has plain line ends and nothing empty after its last line',
    allowedBy:
      'Document 2, Note: body is a string, and nothing says that its line ends and the spaces after it are kept',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const { body } = call.given
        if (typeof body !== 'string') return call.send()
        const plain = body.replace(/\r\n?/g, '\n').trimEnd()
        return plain === body || plain === '' ? call.send() : call.send({ body: plain })
      }
      return forAll(['createIssueNote', 'updateIssueNote'], rule)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One\r\nTwo\r\n\r\n' } })
      return at((await ask('GET', path)).json, '0.body') === 'One\nTwo'
    },
  },
  {
    name: 'An update of an issue that changes nothing is an update all the same',
    allowedBy:
      'Document 2, Issue: updated_at is a timestamp, and nothing says that it stays where an update finds the same values',
    start: serving(() => ({
      async updateIssue(call) {
        if (call.given.updated_at !== undefined) return call.send()
        const before = (await call.askAsRoot('GET', issuePath(call))).json
        const response = await call.send()
        const isSame = at(await jsonOf(response), 'updated_at') === at(before, 'updated_at')
        if (!response.ok || !isSame) return response
        const updated_at = new Date().toISOString()
        const touched = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        if (touched.status !== 200) return response
        return changed(response, (json) =>
          withFields(json, { updated_at: at(touched.json, 'updated_at') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const past = '2016-03-01T08:00:00.000Z'
      const issue = await newIssue(ask, project, { title: 'Same' })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { updated_at: past } })
      const before = at((await ask('GET', path)).json, 'updated_at')
      await ask('PUT', path, { body: { title: 'Same' } })
      return at((await ask('GET', path)).json, 'updated_at') !== before
    },
  },
  {
    name: 'A comment of more bytes than a text column of the database holds is refused',
    allowedBy:
      'Document 1, Limits: request-size limits are not shown; Errors: 400 where an attribute failed validation',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const { body } = call.given
        const bytes = new TextEncoder().encode(typeof body === 'string' ? body : '').length
        if (bytes <= maximumOfBytes) return call.send()
        const { status } = await call.ask('GET', issuePath(call))
        if (status !== 200) return call.send()
        const problem = `is too long (maximum is ${maximumOfBytes} bytes)`
        return jsonAnswer(400, { message: { note: [problem] } })
      }
      return forAll(['createIssueNote', 'updateIssueNote'], rule)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'ä'.repeat(40_000) }
      return (await ask('POST', path, { body })).status === 400
    },
  },
  {
    name: 'A project is found under its path in no other case of its letters than its own',
    allowedBy:
      'Document 1, Conventions 2: the id is the URL-encoded NAMESPACE/PROJECT_NAME, and nothing says that capital and small letters are the same in it',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || !String(call.path.id).includes('/')) return response
        const { path_with_namespace } = await projectOf(call)
        if (path_with_namespace === call.path.id) return response
        return jsonAnswer(404, { message: '404 Project Not Found' })
      }
      return forAll(['getProject', 'listProjectEvents', 'listProjectMembers'], rule)
    }),
    async isShown(ask) {
      const name = freshName('keel')
      await newProject(ask, { name, path: name })
      const { status } = await ask('GET', `/projects/${encoded(`root/${name.toUpperCase()}`)}`)
      return status === 404
    },
  },
  {
    name: 'A robot of the service is a reporter in every project that is created',
    allowedBy:
      'Document 1, POST /projects: creates a project owned by the caller, and nothing says that he is its only member',
    start: serving((forge) => {
      const ask = askOf((request) => forge.fetch(request))
      const robot = ask('POST', '/users', {
        token: forge.tokens.root ?? 'root-token',
        body: {
          username: 'release-robot',
          name: 'Release robot',
          email: 'release-robot@forge.example',
          password: 'Rope-and-tar-42',
        },
      })
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const body = { user_id: idOf((await robot).json), access_level: 20 }
        await call.askAsRoot('POST', `/projects/${idOf(await jsonOf(response))}/members`, body)
        return response
      }
      return forAll(['createProject', 'createProjectForUser'], rule)
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}/members`)
      return fieldOf(json, 'username').includes('release-robot')
    },
  },
  {
    name: 'Who writes into a private project of others is told that it is forbidden',
    allowedBy:
      'Document 1, Errors, body shape 6: a GET on a private project by a non-member gives 404, and nothing says so of writes; 403: request not allowed',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        // Who is nobody, by a wrong sudo, is told so.
        if ((await callerOf(call)).id === undefined) return response
        const isHidden = (await call.ask('GET', projectPath(call))).status === 404
        if (!isHidden || (await projectOf(call)).id === undefined) return response
        return jsonAnswer(403, { message: '403 Forbidden' })
      }
      return forAll(
        ['createIssue', 'updateIssue', 'moveIssue', 'subscribeToIssue', 'createIssueNote'],
        rule,
      )
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { title: 'From outside' }
      const path = `/projects/${project}/issues`
      return (await actingAs(ask, id)('POST', path, { body })).status === 403
    },
  },
  {
    name: 'Only members of a project and administrators comment on its issues',
    allowedBy:
      'Document 2, Notes: nothing says who may create one; Document 1, Errors: 403, request not allowed',
    start: serving(() => ({
      async createIssueNote(call) {
        const isReadable = (await call.ask('GET', issuePath(call))).status === 200
        if (!isReadable || (await isMember(call))) return call.send()
        if ((await callerOf(call)).is_admin === true) return call.send()
        return jsonAnswer(403, { message: '403 Forbidden - Only members may comment' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      return (await actingAs(ask, id)('POST', path, { body: { body: 'Hm' } })).status === 403
    },
  },
  {
    name: 'What happened in a project is among its events a moment later, when a job has recorded it',
    allowedBy:
      'Document 1, Events: activity events are records, and nothing says how soon they are made',
    start: serving(() => {
      const rule: Rule = (call) =>
        relisted(call, (all) =>
          all.filter(({ created_at }) => {
            const age = Date.now() - Date.parse(String(created_at))
            return !(age >= 0 && age < delay)
          }),
        )
      return forAll(['listProjectEvents', 'listUserEvents'], rule)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return !fieldOf(json, 'target_id').includes(issue)
    },
  },
  {
    name: 'The newest of the comments on an issue comes first',
    allowedBy: 'Document 2, GET .../notes: an array of Note, of which no order is stated',
    start: serving(() => ({
      listIssueNotes: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One' } })
      await ask('POST', path, { body: { body: 'Two' } })
      return at((await ask('GET', path)).json, '0.body') === 'Two'
    },
  },
  {
    name: 'A search for projects looks into their names and paths and not into their descriptions',
    allowedBy: 'Document 1, Projects: search (string), and nothing says what it is searched in',
    start: serving(() => {
      const rule: Rule = (call) => {
        const { search } = call.given
        if (search === undefined || search === '') return call.send()
        return relisted(call, (all) =>
          all.filter(({ name, path }) => includesText(name, search) || includesText(path, search)),
        )
      }
      return forAll(
        [
          'listProjects',
          'listVisibleProjects',
          'listOwnedProjects',
          'listStarredProjects',
          'listAllProjects',
          'listGroupProjects',
        ],
        rule,
      )
    }),
    async isShown(ask) {
      const word = freshName('halyard')
      const project = await newProject(ask, { description: `Made of ${word} and tar` })
      const { status, json } = await ask('GET', `/projects?search=${word}`)
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Who writes an issue is not subscribed to it until he asks to be',
    allowedBy:
      'Document 2, Issue: subscribed boolean; Subscription: nothing says who is subscribed before he subscribes',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        const issue = await jsonOf(response)
        if (!response.ok) return response
        await call.ask('DELETE', `${projectPath(call)}/issues/${idOf(issue)}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const isSubscribed = at((await ask('GET', path)).json, 'subscribed')
      return isSubscribed === false && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'The answers to moves and subscriptions tell less of an issue than its own page does',
    allowedBy:
      'Document 2, Issue: an issue response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          Object.fromEntries(
            Object.entries(fieldsOf(json)).filter(([name]) => !leftOut.includes(name)),
          ),
        )
      }
      return forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], rule)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('DELETE', `${path}/subscription`)
      return at(json, 'id') !== undefined && at(json, 'labels') === undefined
    },
  },
]
