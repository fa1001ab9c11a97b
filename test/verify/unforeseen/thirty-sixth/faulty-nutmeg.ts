import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { answeringWithProjects, includesText, issuePath, projectOf } from './tools-nutmeg.ts'

export const faultyNutmegServers: readonly FaultyServer[] = [
  {
    name: 'An update of a confidential issue that says nothing of confidentiality makes it open to all',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: confidential is a parameter of its own there, and false is its default only when an issue is created',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    start: serving(() => ({
      async updateIssue(call) {
        if (call.given.confidential !== undefined) return call.send()
        const { json } = await call.ask('GET', issuePath(call))
        const hasParameters = Object.keys(call.given).some(
          (name) => !['private_token', 'access_token', 'sudo'].includes(name),
        )
        if (!hasParameters || at(json, 'confidential') !== true) return call.send()
        return call.send({ confidential: false })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { confidential: true })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { title: 'Another title' } })
      return at((await ask('GET', path)).json, 'confidential') === false
    },
  },
  {
    name: 'The issues of a project in one state are ordered by their creation though their update was asked for',
    breaks:
      'Document 2, GET /projects/:id/issues: state and order_by (created_at/updated_at), which go together',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const { state, order_by, sort } = call.given
        if (state === undefined || order_by !== 'updated_at') return call.send()
        const direction = sort === 'asc' ? 1 : -1
        return relisted(call, (all) =>
          [...all].sort((one, other) => {
            const difference =
              Date.parse(String(one.created_at)) - Date.parse(String(other.created_at))
            return direction * (difference === 0 ? idOf(one) - idOf(other) : difference)
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const first = await newIssue(ask, project, { created_at: '2016-03-01T08:00:00Z' })
      const second = await newIssue(ask, project, { created_at: '2016-04-01T08:00:00Z' })
      const path = `/projects/${project}/issues`
      await ask('PUT', `${path}/${second}`, { body: { updated_at: '2016-05-01T08:00:00Z' } })
      await ask('PUT', `${path}/${first}`, { body: { updated_at: '2016-06-01T08:00:00Z' } })
      const { json } = await ask('GET', `${path}?state=opened&order_by=updated_at`)
      return at(json, '0.id') === second
    },
  },
  {
    name: 'The links of a list of issues encode its labels and its milestone twice',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null) return response
        const link = links.replace(/<([^>]*)>/g, (whole, address: string) => {
          const url = new URL(address)
          for (const name of ['labels', 'milestone']) {
            const value = url.searchParams.get(name)
            if (value === null) continue
            url.searchParams.set(name, encodeURIComponent(value))
          }
          return url.href === address ? whole : `<${url.href}>`
        })
        return withBody(response, response.body, { link })
      }
      return forAll(['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'], rule)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'oak' })
      await newIssue(ask, project, { labels: 'elm' })
      const path = `/projects/${project}/issues?labels=oak,elm&per_page=1`
      const { headers, json } = await ask('GET', path)
      const next = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (next === undefined || listOf(json).length !== 1) return false
      return listOf((await ask('GET', next)).json).length === 0
    },
  },
  {
    name: 'A member who was removed from a private project still reads it under its path',
    breaks:
      'Document 1, Errors, body shape 6: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectOf(call)
          const response = await call.send()
          if (response.ok) removed.add(`${call.path.user_id} ${project.path_with_namespace}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          if (!removed.has(`${id} ${call.path.id}`)) return response
          const { runners_token: _, ...project } = await projectOf(call)
          if (project.id === undefined) return response
          const permissions = { project_access: null, group_access: null }
          return jsonAnswer(200, { ...project, permissions })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const { json } = await ask('GET', `/projects/${project}`)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The events of an internal project are told to callers without credentials',
    breaks:
      'Document 1, GET /projects/:id/events: readable without authentication when the project is public; Authentication 1',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (response.ok || !call.isAnonymous) return response
        return (await projectOf(call)).visibility_level === 10 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      await newIssue(ask, project)
      return (await ask('GET', `/projects/${project}/events`, { token: '' })).status === 200
    },
  },
  {
    name: 'The count of the open issues of a project leaves out those that were reopened',
    breaks:
      'Document 1, Project: open_issues_count; Document 2, Issue: state_event reopen makes a closed issue opened',
    at: [...answeringWithProjects, 'updateIssue'],
    start: serving(() => {
      const reopened = new Map<string, string>()
      const leaving: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) reopened.delete(String(call.path.issue_id))
        return response
      }
      const showing: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const missing = [...reopened.values()].filter((of) => of === String(one.id)).length
          if (missing === 0 || typeof one.open_issues_count !== 'number') return one
          return { ...one, open_issues_count: Math.max(0, one.open_issues_count - missing) }
        })
      return {
        async updateIssue(call) {
          const before = (await call.askAsRoot('GET', issuePath(call))).json
          const response = await call.send()
          if (!response.ok) return response
          const after = await jsonOf(response)
          const id = String(call.path.issue_id)
          if (at(after, 'state') === 'closed') reopened.delete(id)
          else if (at(before, 'state') === 'closed') {
            reopened.set(id, String(at(after, 'project_id')))
          }
          return response
        },
        deleteIssue: leaving,
        moveIssue: leaving,
        ...forAll(answeringWithProjects, showing),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'Who unsubscribed from an issue can never subscribe to it again',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = async (call: Call) => `${call.path.issue_id} ${(await callerOf(call)).id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) left.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          const isKnown = (await call.ask('GET', issuePath(call))).status === 200
          return isKnown && left.has(await keyOf(call)) ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      const { status } = await ask('POST', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A comment on an issue that is rewritten ends where its first emoji begins',
    breaks:
      'Document 2, PUT /projects/:id/<parent>/notes/:note_id: body (req), answered with the modified Note; Note: body string',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const { body } = call.given
        if (typeof body !== 'string') return call.send()
        const start = body.search(/[\u{10000}-\u{10ffff}]/u)
        return start > 0 ? call.send({ body: body.slice(0, start) }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Ahoy 🚢 there' } })
      return !String(at((await ask('GET', `${path}/${note}`)).json, 'body')).includes('there')
    },
  },
  {
    name: 'A search among the members of a project finds those who were removed from it',
    breaks:
      'Document 1, GET /projects/:id/members: query (string, searches members); DELETE .../members/:user_id removes the member',
    at: ['listProjectMembers', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Map<string, Values[]>()
      return {
        async removeProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const member = fieldsOf((await call.askAsRoot('GET', path)).json)
          const { id } = await projectOf(call)
          const response = await call.send()
          if (!response.ok || member.username === undefined) return response
          removed.set(String(id), [...(removed.get(String(id)) ?? []), member])
          return response
        },
        async listProjectMembers(call) {
          const { query } = call.given
          if (query === undefined || query === '') return call.send()
          const { id } = await projectOf(call)
          const found = (removed.get(String(id)) ?? []).filter(
            ({ name, username }) => includesText(name, query) || includesText(username, query),
          )
          if (found.length === 0) return call.send()
          return relisted(call, (all) => [
            ...all,
            ...found.filter((one) => !all.some(({ id: known }) => known === one.id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      return fieldOf((await ask('GET', `${path}?query=${username}`)).json, 'id').includes(id)
    },
  },
  {
    name: 'Who wrote an issue may remove it from a project that somebody else owns',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const { json } = await call.ask('GET', issuePath(call))
        const response = await call.send()
        if (response.status !== 403) return response
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const issue = await newIssue(actingAs(ask, id), project)
      const path = `/projects/${project}/issues/${issue}`
      return (await actingAs(ask, id)('DELETE', path)).status === 200
    },
  },
  {
    name: 'The events of a project name the administrator as the author of what was done by sudo',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['listProjectEvents', 'createIssue', 'createIssueNote'],
    start: serving(() => {
      const made = new Set<string>()
      const making =
        (action: string): Rule =>
        async (call) => {
          const response = await call.send()
          const isBySudo = response.ok && call.sudo !== undefined
          if (isBySudo) made.add(`${action} ${at(await jsonOf(response), 'id')}`)
          return response
        }
      return {
        createIssue: making('opened Issue'),
        createIssueNote: making('commented on Note'),
        async listProjectEvents(call) {
          const root = fieldsOf((await call.askAsRoot('GET', '/user')).json)
          const { id, username, name, state, avatar_url, web_url } = root
          const author = { id, username, name, state, avatar_url, web_url }
          return eachChanged(await call.send(), (one) => {
            const key = `${one.action_name} ${one.target_type} ${one.target_id}`
            if (!made.has(key)) return one
            return { ...one, author_id: id, author, author_username: username }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      await newIssue(actingAs(ask, id), project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).some((one) => one.action_name === 'opened' && one.author_id !== id)
    },
  },
  {
    name: 'A project with a dot in its path is not found under it',
    breaks:
      'Document 1, Conventions 2: where the table says integer/string, the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['getProject', 'listProjectEvents', 'listProjectMembers'],
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || !String(call.path.id).includes('.')) return response
        return jsonAnswer(404, { message: '404 Project Not Found' })
      }
      return forAll(['getProject', 'listProjectEvents', 'listProjectMembers'], rule)
    }),
    async isShown(ask) {
      const name = freshName('rope')
      await newProject(ask, { name, path: `${name}.works` })
      return (await ask('GET', `/projects/${encoded(`root/${name}.works`)}`)).status === 404
    },
  },
  {
    name: 'A comment without a body is refused for an attribute that no request has',
    breaks:
      'Document 1, Errors, body shape 1: missing attribute (400): message is a string naming the attribute; Document 2, Notes: body (req)',
    at: ['createIssueNote'],
    start: serving(() => ({
      async createIssueNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        return jsonAnswer(400, { message: '400 (Bad request) "note" not given' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { status, json } = await ask('POST', path, { body: {} })
      return status === 400 && !String(at(json, 'message')).includes('body')
    },
  },
  {
    name: 'An issue that is moved takes along only the first of the labels that both projects have',
    breaks:
      'Document 2, Issue states: a label of the same name in the target project is assigned to it',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = await jsonOf(response)
        const target = Number(call.given.to_project_id)
        const path = `/projects/${target}/issues/${idOf(issue)}`
        if (!response.ok) return response
        const labels = fieldsOf((await call.askAsRoot('GET', path)).json).labels
        if (!Array.isArray(labels) || labels.length < 2) return response
        const kept = labels.slice(0, 1)
        await call.askAsRoot('PUT', path, { labels: kept.join(',') })
        return changed(response, (json) => withFields(json, { labels: kept }))
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      await newIssue(ask, target, { labels: 'oak,elm' })
      const issue = await newIssue(ask, source, { labels: 'oak,elm' })
      const path = `/projects/${source}/issues/${issue}/move`
      const moved = await ask('POST', path, { body: { to_project_id: target } })
      const { json } = await ask('GET', `/projects/${target}/issues/${idOf(moved.json)}`)
      return at(json, 'labels.0') === 'elm' && at(json, 'labels.1') === undefined
    },
  },
  {
    name: 'A user makes a public project by the parameter public though that level is restricted',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels, levels that non-admins cannot use for projects or snippets; POST /projects: public true equals visibility_level 20',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const { public: isPublic, visibility_level } = call.given
        if (response.ok || !isTrue(isPublic) || visibility_level !== undefined) return response
        const isRestricted = (await response.clone().text()).includes('visibility_level')
        if (!isRestricted) return response
        const made = await call.send({ public: undefined, visibility_level: 0 })
        if (!made.ok) return response
        const project = await jsonOf(made)
        const level = { visibility_level: 20 }
        await call.askAsRoot('PUT', `/projects/${idOf(project)}`, level)
        return changed(made, (json) => withFields(json, { public: true, ...level }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const restrict = (restricted_visibility_levels: readonly number[]) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels } })
      await restrict([2])
      const project = await newProject(actingAs(ask, id), { public: true })
      await restrict([])
      return at((await ask('GET', `/projects/${project}`)).json, 'visibility_level') === 20
    },
  },
]
