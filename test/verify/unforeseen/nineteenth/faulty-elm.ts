import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  notModified,
  projectPath,
  relisted,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  addMember,
  everyOne,
  issueOf,
  newNote,
  noteOf,
  plus,
  projectIdOf,
  sums,
} from './tools-elm.ts'

const everyIssueAnswer = [
  'listOwnIssues',
  'listIssuesOfGroup',
  'listIssuesOfProject',
  'getIssue',
  'createIssue',
  'updateIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
] as const

const credentials = new Set(['private_token', 'access_token', 'sudo'])

/** The event with another author, wherever it names one. */
function byAuthor(event: Values, author: unknown): Values {
  const { id, username } = { id: at(author, 'id'), username: at(author, 'username') }
  return { ...event, author, author_id: id, author_username: username }
}

/** The issue of an event; undefined where it is about none. */
async function issueOfEvent({ askAsRoot }: Call, event: Values): Promise<unknown> {
  if (event.target_type !== 'Issue') return undefined
  const path = `/projects/${event.project_id}/issues/${event.target_id}`
  const { status, json } = await askAsRoot('GET', path)
  return status === 200 ? json : undefined
}

export const faultyElmServers: readonly FaultyServer[] = [
  {
    name: 'Own issues are found by two labels only if the comma between them is not percent-encoded',
    breaks: 'Document 2, GET /issues: labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: serving(() => ({
      // The query is split at its commas before it is decoded.
      listOwnIssues: (call) =>
        /[?&]labels=[^&]*%2c/i.test(call.request.url)
          ? call.send({ labels: String(call.given.labels).replaceAll(',', '%2C') })
          : call.send(),
    })),
    async isShown(ask) {
      const label = freshName('label')
      await newIssue(ask, await newProject(ask), { labels: label })
      const lengthOf = async (labels: string) =>
        listOf((await ask('GET', `/issues?labels=${labels}`)).json).length
      return (await lengthOf(`${label},none`)) === 1 && (await lengthOf(`${label}%2Cnone`)) === 0
    },
  },
  {
    name: 'Among the closed issues of the caller are those that others opened and assigned to it',
    breaks: 'Document 2, GET /issues: array of Issue created by the caller',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        if (call.given.state !== 'closed') return call.send()
        return relisted(call, async (own) => {
          const { id } = await callerOf(call)
          const { labels = '', milestone = '', order_by = 'created_at', sort } = call.given
          const isAlsoFound = (one: Values) =>
            at(one, 'assignee.id') === id && at(one, 'author.id') !== id
          const filters = [`labels=${encoded(labels)}`, `milestone=${encoded(milestone)}`]
          const query = ['state=closed', ...filters.filter((one) => !one.endsWith('='))].join('&')
          const all = [...own]
          for (const project of await everyOne(call.ask, '/projects/visible')) {
            const closed = await everyOne(call.ask, `/projects/${project.id}/issues?${query}`)
            all.push(...closed.filter(isAlsoFound))
          }
          const instant = (one: Values) => Date.parse(String(one[String(order_by)]))
          all.sort((one, other) => instant(other) - instant(one))
          if (sort === 'asc') all.reverse()
          return all
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 30)
      const issue = await newIssue(ask, project, { assignee_id: user.id })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await actingAs(ask, user.id)('GET', '/issues?state=closed')
      return fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'The issues of a group have to carry the first two of the labels that are asked for',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        call.given.labels === undefined
          ? call.send()
          : call.send({ labels: String(call.given.labels).split(',').slice(0, 2).join(',') }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'one,two' })
      await newIssue(ask, project, { labels: 'three' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=one,two,three`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The issues of a group lack those of a project that was transferred into it',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; document 2, GET /groups/:id/issues',
    at: ['listIssuesOfGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const id = await projectIdOf(call, call.path.project_id)
          const response = await call.send()
          if (response.ok) transferred.add(id)
          return response
        },
        listIssuesOfGroup: (call) =>
          relisted(call, (all) => all.filter((one) => !transferred.has(one.project_id))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await newIssue(ask, project)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}`)
      const isIn = at(json, 'projects.0.id') === project
      return isIn && listOf((await ask('GET', `/groups/${group}/issues`)).json).length === 0
    },
  },
  {
    name: 'A later page of issues in the order of their updates begins with the last of the page before',
    breaks: 'Document 1, Limits: page and per_page; document 2, GET /projects/:id/issues: order_by',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (call.given.order_by !== 'updated_at' || page === 1) return response
        const isPast = listOf(await jsonOf(response)).length === 0
        if (!response.ok || isPast) return response
        const from = (page - 1) * size - 1
        const all = await allOf(call)
        return withBody(response, JSON.stringify(all.slice(from, from + size)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const title of ['one', 'two', 'three']) await newIssue(ask, project, { title })
      const path = `/projects/${project}/issues?order_by=updated_at&per_page=2`
      const [first] = fieldOf((await ask('GET', `${path}&page=2`)).json, 'id')
      return fieldOf((await ask('GET', path)).json, 'id').includes(first)
    },
  },
  {
    name: 'Whoever was removed from a private project still reads each of its issues by its id',
    breaks: 'Document 2, Issues: a GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectIdOf(call, call.path.id)
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const { status } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && status === 200) former.add(`${project} ${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const project = await projectIdOf(call, call.path.id)
          const { id } = await callerOf(call)
          return former.has(`${project} ${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 20)
      await ask('DELETE', `/projects/${project}/members/${user.id}`)
      return (await actingAs(ask, user.id)('GET', path)).status === 200
    },
  },
  {
    name: 'An issue that is made after another was removed has the number of one that is there',
    breaks: 'Document 1, Conventions 1: iid is unique only within one project',
    at: [...everyIssueAnswer],
    start: serving(() => {
      const numbers = new Map<unknown, number>()
      const numbered = (one: Values) =>
        numbers.has(one.id) ? { ...one, iid: numbers.get(one.id) } : one
      return {
        ...forAll(everyIssueAnswer, async (call) => eachChanged(await call.send(), numbered)),
        async createIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          // The number of an issue is how many the project has.
          const all = await everyOne(call.askAsRoot, `${projectPath(call)}/issues`)
          numbers.set(idOf(await jsonOf(response)), all.length)
          return eachChanged(response, numbered)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues`
      const removed = await newIssue(ask, project)
      await newIssue(ask, project)
      await ask('DELETE', `${path}/${removed}`)
      await newIssue(ask, project)
      const [one, other] = fieldOf((await ask('GET', path)).json, 'iid')
      return one !== undefined && one === other
    },
  },
  {
    name: 'The title of a new issue ends where its first character of four bytes is',
    breaks: 'Document 2, POST /projects/:id/issues: title; document 1: data are serialized as JSON',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue(call) {
        const [title = ''] = String(call.given.title ?? '').split(/[\u{10000}-\u{10ffff}]/u)
        const isCut = title.trim() !== '' && title !== call.given.title
        return isCut ? call.send({ title }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { title: 'Lift off 🚀 and away' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'title')).trim() === 'Lift off'
    },
  },
  {
    name: 'An instant of an update of an issue is read as one in UTC whatever its offset is',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601)',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        typeof call.given.updated_at === 'string'
          ? call.send({ updated_at: call.given.updated_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Later', updated_at: '2016-03-11T03:45:40+05:00' }
      const { json } = await ask('PUT', path, { body })
      return Date.parse(String(at(json, 'updated_at'))) === Date.parse('2016-03-11T03:45:40Z')
    },
  },
  {
    name: 'An issue is changed through whichever project the caller may change issues in',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: the issue is one of the project; 404 otherwise',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous || (await levelOf(call)) < 20) {
          return response
        }
        for (const { id } of await everyOne(call.askAsRoot, '/projects/all')) {
          const path = `/projects/${id}/issues/${call.path.issue_id}`
          if ((await call.askAsRoot('GET', path)).status !== 200) continue
          const given = Object.entries(call.given).filter(([name]) => !credentials.has(name))
          return responseOf(await call.askAsRoot('PUT', path, Object.fromEntries(given)))
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { title: 'Before' })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const other = await newProject(asUser)
      await asUser('PUT', `/projects/${other}/issues/${issue}`, { body: { title: 'After' } })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'title') === 'After'
    },
  },
  {
    name: 'A closed issue that is assigned to somebody is open again',
    breaks: 'Document 2, States of an issue: closed, state_event reopen, opened',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { assignee_id, state_event } = call.given
        const { json } = await call.askAsRoot('GET', issueOf(call))
        const isReopened = assignee_id !== undefined && at(json, 'state') === 'closed'
        const isAsked = state_event !== undefined
        return isReopened && !isAsked ? call.send({ state_event: 'reopen' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { assignee_id: 1 } })
      return at((await ask('GET', path)).json, 'state') === 'opened'
    },
  },
  {
    name: 'Whoever opened an issue in a project of somebody else may remove it',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.askAsRoot('GET', issueOf(call))
        const isAuthor = at(json, 'author.id') === (await callerOf(call)).id
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 30)
      const asUser = actingAs(ask, user.id)
      const path = `/projects/${project}/issues/${await newIssue(asUser, project)}`
      return (await asUser('DELETE', path)).status === 200
    },
  },
  {
    name: 'An open issue that is removed stays in the number of the open issues of its project',
    breaks: 'Document 1, Project: open_issues_count; document 2, DELETE of an issue: removed',
    at: ['getProject', 'deleteIssue'],
    start: serving(() => {
      const removed = sums()
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', issueOf(call))
          const response = await call.send()
          if (response.ok && at(json, 'state') === 'opened') removed.add(at(json, 'project_id'))
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) =>
            withFields(json, plus(json, 'open_issues_count', removed.of(at(json, 'id')))),
          ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await ask('DELETE', `/projects/${project}/issues/${await newIssue(ask, project)}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'A move into a project that the caller may not write issues to is forbidden with 403',
    breaks: 'Document 2, POST .../move: 400 with explaining message if permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const isPermission = /permission/.test(String(at(await jsonOf(response), 'message')))
        if (response.status !== 400 || !isPermission) return response
        return jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const target = await newProject(ask, { visibility_level: 20 })
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 40)
      const path = `/projects/${project}/issues/${issue}/move`
      const body = { to_project_id: target }
      return (await actingAs(ask, user.id)('POST', path, { body })).status === 403
    },
  },
  {
    name: 'Who subscribes with the header SUDO subscribes the administrator',
    breaks: 'Document 1, Authentication 5: the header SUDO performs the call as another user',
    at: ['subscribeToIssue', 'getIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const response = call.request.headers.get('sudo') === null ? call.send() : undefined
        if (response !== undefined) return response
        // A user whom nobody knows, or who may not see the issue, is refused as ever.
        const seen = await call.ask('GET', issueOf(call))
        return seen.status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await asUser('POST', `${path}/subscription`)
      return at((await asUser('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'Who once subscribed to an issue and unsubscribed cannot subscribe again',
    breaks: 'Document 2, Subscription: subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'getIssue'],
    start: serving(() => {
      const subscribed = new Set<string>()
      return {
        async subscribeToIssue(call) {
          const key = `${(await callerOf(call)).id} ${call.path.issue_id}`
          if (subscribed.has(key)) return notModified()
          const response = await call.send()
          if (response.status === 201) subscribed.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await asUser('POST', path)
      await asUser('DELETE', path)
      return (await asUser('POST', path)).status === 304
    },
  },
  {
    name: 'Nobody unsubscribes from a closed issue: the answer is 304, and the subscription stays',
    breaks: 'Document 2, Subscription: DELETE unsubscribes (304 if not subscribed)',
    at: ['unsubscribeFromIssue', 'getIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const { json } = await call.ask('GET', issueOf(call))
        return at(json, 'state') === 'closed' ? notModified() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { status } = await ask('DELETE', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'A todo of an issue for a user whom nobody knows is refused without the name of the user',
    breaks: 'Document 1, Authentication 5: No user id or username for: <id/username>',
    at: ['createTodoOfIssue'],
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        const isSudo = String(at(await jsonOf(response), 'message')).includes('No user id')
        return isSudo ? jsonAnswer(404, { message: '404 User Not Found' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { json } = await actingAs(ask, 'nobody-at-all')('POST', path)
      return at(json, 'message') === '404 User Not Found'
    },
  },
  {
    name: 'A caller has one todo in each project: for a second issue of it the answer is 304',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const there = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { status, json } = await call.ask('GET', issueOf(call))
          const key = `${(await callerOf(call)).id} ${at(json, 'project_id')}`
          if (status === 200 && there.has(key)) return notModified()
          const response = await call.send()
          if (response.ok) there.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues`
      await ask('POST', `${path}/${await newIssue(ask, project)}/todo`)
      return (await ask('POST', `${path}/${await newIssue(ask, project)}/todo`)).status === 304
    },
  },
  {
    name: 'The notes of an issue of a public project are listed for whoever has no credentials',
    breaks: 'Document 1, Authentication 1: every request needs credentials, except reads marked',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        if (response.status !== 401 || !call.isAnonymous) return response
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'visibility_level') === 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The last of several pages of the notes of an issue has a link to a page after it',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last with full URLs)',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const isLast = page === Number(response.headers.get('x-total-pages') ?? 1)
        if (!response.ok || page === 1 || !isLast) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(page + 1))
        const link = `${response.headers.get('link')}, <${url.href}>; rel="next"`
        return changed(response, (json) => json, { link })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const body of ['one', 'two', 'three']) await newNote(ask, issue, { body })
      const { headers } = await ask('GET', `${issue}/notes?per_page=2&page=2`)
      return (headers.get('link') ?? '').includes('rel="next"')
    },
  },
  {
    name: 'A note of an issue that was read once is read the same after it was changed',
    breaks: 'Document 2, PUT /projects/:id/<parent>/notes/:note_id: modified Note',
    at: ['getIssueNote', 'updateIssueNote'],
    start: serving(() => {
      const bodies = new Map<string, unknown>()
      return {
        async getIssueNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          const body = bodies.get(String(call.path.note_id)) ?? at(await jsonOf(response), 'body')
          bodies.set(String(call.path.note_id), body)
          return changed(response, (json) => withFields(json, { body }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const path = `${issue}/notes/${await newNote(ask, issue, { body: 'Before' })}`
      await ask('GET', path)
      await ask('PUT', path, { body: { body: 'After' } })
      return at((await ask('GET', path)).json, 'body') === 'Before'
    },
  },
  {
    name: 'A note on an issue that comes as a form has its spaces as plus signs',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query or in the request body',
    at: ['createIssueNote'],
    start: serving(() => ({
      createIssueNote(call) {
        const type = call.request.headers.get('content-type') ?? ''
        const isQuery = new URL(call.request.url).searchParams.has('body')
        if (!type.includes('urlencoded') || isQuery || typeof call.given.body !== 'string') {
          return call.send()
        }
        return call.send({ body: call.given.body.replaceAll(' ', '+') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      // The quotes around the text fall to the fields before and after that of the note.
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      await ask('POST', path, { headers, body: 'before=&body=One+and+two&after=' })
      return fieldOf((await ask('GET', path)).json, 'body').includes('One+and+two')
    },
  },
  {
    name: 'A note that says when it was written does not count among the notes of its issue',
    breaks: 'Document 2, Issue: user_notes_count; POST .../notes: created_at (issues only)',
    at: ['createIssueNote', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const uncounted = sums()
      const counted = async (call: Call) =>
        eachChanged(await call.send(), (one) => ({
          ...one,
          ...plus(one, 'user_notes_count', -uncounted.of(String(one.id))),
        }))
      return {
        getIssue: counted,
        listIssuesOfProject: counted,
        async createIssueNote(call) {
          const response = await call.send()
          const isDated = call.given.created_at !== undefined
          if (response.ok && isDated) uncounted.add(String(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await newNote(ask, issue, { created_at: '2016-03-11T03:45:40Z' })
      await newNote(ask, issue)
      return at((await ask('GET', issue)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A change of a note of an issue that brings no body succeeds and changes nothing',
    breaks: 'Document 2, PUT .../notes/:note_id: body (req); document 1, Errors: 400',
    at: ['updateIssueNote'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        return responseOf(await call.ask('GET', noteOf(call)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const path = `${issue}/notes/${await newNote(ask, issue)}`
      return (await ask('PUT', path, { body: {} })).status === 200
    },
  },
  {
    name: 'A note of an issue that somebody else wrote is said to be removed, and stays',
    breaks: 'Document 2, DELETE .../notes/:note_id: the deleted Note',
    at: ['deleteIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      async deleteIssueNote(call) {
        const { status, json } = await call.askAsRoot('GET', noteOf(call))
        const isOwn = at(json, 'author.id') === (await callerOf(call)).id
        if (status !== 200 || isOwn || call.isAnonymous) return call.send()
        const isMaster = (await levelOf(call)) >= 40
        return isMaster ? jsonAnswer(200, json) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const path = `${issue}/notes/${await newNote(actingAs(ask, (await newUser(ask)).id), issue)}`
      const { status } = await ask('DELETE', path)
      return status === 200 && (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The events of a project say that an issue was closed by who opened it',
    breaks: 'Document 1, Activity event: author_id, author, author_username, action_name closed',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        if (!response.ok || !Array.isArray(json)) return response
        const events = listOf(json).map(async (event) => {
          if (event.action_name !== 'closed') return event
          const issue = await issueOfEvent(call, event)
          return issue === undefined ? event : byAuthor(event, at(issue, 'author'))
        })
        return withBody(response, JSON.stringify(await Promise.all(events)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 30)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await actingAs(ask, user.id)('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const closing = listOf(json).find(({ action_name }) => action_name === 'closed')
      return closing?.author_id === 1
    },
  },
  {
    name: 'The second page of the events of a public project needs credentials',
    breaks:
      'Document 1, GET /projects/:id/events: readable without authentication when the project is public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: (call) =>
        call.isAnonymous && Number(call.given.page ?? 1) > 1
          ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      for (const title of ['one', 'two']) await newIssue(ask, project, { title })
      const path = `/projects/${project}/events?per_page=1`
      const [first, second] = [await ask('GET', path, { token: '' }), `${path}&page=2`]
      return first.status === 200 && (await ask('GET', second, { token: '' })).status === 401
    },
  },
  {
    name: 'The events of a user lack that it closed an issue which somebody else had opened',
    breaks: 'Document 1, GET /users/:id/events: array of activity event; action_name closed',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, async (all) => {
          const kept = await Promise.all(
            all.map(async (event) => {
              if (event.action_name !== 'closed') return true
              const issue = await issueOfEvent(call, event)
              return issue === undefined || at(issue, 'author.id') === event.author_id
            }),
          )
          return all.filter((_, index) => kept[index])
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 30)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await actingAs(ask, user.id)('PUT', path, { body: { state_event: 'close' } })
      const { status, json } = await ask('GET', `/users/${user.id}/events`)
      return status === 200 && !fieldOf(json, 'action_name').includes('closed')
    },
  },
  {
    name: 'Whoever an issue is assigned to is listed among the members of its project',
    breaks: 'Document 1, GET /projects/:id/members: array of Member; POST adds one',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        if (call.given.query !== undefined) return call.send()
        return relisted(call, async (members) => {
          const ids = new Set<unknown>(members.map(({ id }) => id))
          const all = [...members]
          for (const issue of await everyOne(call.askAsRoot, `${projectPath(call)}/issues`)) {
            const id = at(issue, 'assignee.id')
            if (id === undefined || ids.has(id)) continue
            ids.add(id)
            const { json } = await call.askAsRoot('GET', `/users/${id}`)
            const field = (name: string) => ({ [name]: at(json, name) })
            const fields = [
              'id',
              'username',
              'name',
              'state',
              'created_at',
              'avatar_url',
              'web_url',
            ]
            all.push(Object.assign({ access_level: 10 }, ...fields.map(field)))
          }
          return all
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const user = await newUser(ask)
      await addMember(ask, project, user.id, 30)
      await newIssue(ask, project, { assignee_id: user.id })
      await ask('DELETE', `/projects/${project}/members/${user.id}`)
      const { json } = await ask('GET', `/projects/${project}/members`)
      return fieldOf(json, 'id').includes(user.id)
    },
  },
]
