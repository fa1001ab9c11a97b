import { type Ask, at, type FaultyServer } from '../server.ts'
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
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

const authorFields = [
  'id',
  'username',
  'name',
  'state',
  'avatar_url',
  'web_url',
  'email',
  'created_at',
]

const labelsOf = (text: unknown) =>
  String(text)
    .split(',')
    .map((label) => label.trim())

/** Makes a user who is a developer of a project. */
async function newDeveloper(ask: Ask, project: number): Promise<number> {
  const { id } = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
  return id
}

export const faultyBirchServers: readonly FaultyServer[] = [
  {
    name: 'A closed issue whose title is written anew is opened by that',
    breaks:
      'Document 2, States of an issue: closed becomes opened by PUT with `state_event` = `reopen`',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async updateIssue(call) {
        if (call.given.state_event !== undefined || call.given.title === undefined)
          return call.send()
        const { json } = await call.askAsRoot('GET', issuePath(call))
        return at(json, 'state') === 'closed' ? call.send({ state_event: 'reopen' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { title: 'Other' } })
      return at((await ask('GET', path)).json, 'state') === 'opened'
    },
  },
  {
    name: 'A merge is done when its sha is only the beginning of the id of the source head',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        if (sha.length < 7) return call.send()
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const sha = (await headOf(ask, project, 'feature')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The issues of a group that have a state need only one of the labels asked for',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        if (call.given.state === undefined || call.given.labels === undefined) return call.send()
        const asked = labelsOf(call.given.labels)
        if (asked.length < 2) return call.send()
        const hasOne = ({ labels }: Values) =>
          Array.isArray(labels) && labels.some((label) => asked.includes(String(label)))
        return relisted(call, (all) => all.filter(hasOne), { labels: undefined })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const id = await newIssue(ask, project, { labels: 'north' })
      await newIssue(ask, project, { labels: 'south' })
      const { json } = await ask('GET', `/groups/${group}/issues?state=opened&labels=north,south`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The answer to the move of an issue has the number that it had in the project it left',
    breaks: 'Document 2, POST .../move: Issue in the new project; Issue: iid integer (per project)',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const iid = at((await call.ask('GET', issuePath(call))).json, 'iid')
        const response = await call.send()
        return response.ok ? changed(response, (json) => withFields(json, { iid })) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const target = await newProject(ask)
      await newIssue(ask, target)
      const id = await newIssue(ask, project)
      const { json } = await ask('POST', `/projects/${project}/issues/${id}/move`, {
        body: { to_project_id: target },
      })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return moved.status === 200 && at(moved.json, 'iid') !== at(json, 'iid')
    },
  },
  {
    name: 'The issues that a merge request closes are those of its description before it was rewritten',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const closed = new Map<string, readonly Values[]>()
      return {
        async updateMergeRequest(call) {
          const id = String(call.path.merge_request_id)
          const { json } = await call.askAsRoot('GET', `${mergeRequestPath(call)}/closes_issues`)
          const response = await call.send()
          if (response.ok && call.given.description !== undefined && !closed.has(id))
            closed.set(id, listOf(json))
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const issues = closed.get(String(call.path.merge_request_id))
          if (issues === undefined) return call.send()
          return relisted(call, async () => {
            const found: Values[] = []
            for (const { id, project_id } of issues) {
              const answer = await call.ask('GET', `/projects/${project_id}/issues/${id}`)
              if (answer.status === 200) found.push(fieldsOf(answer.json))
            }
            return found
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      const request = await newMergeRequest(ask, project, 'feature', {
        description: `Closes #${at(json, 'iid')}`,
      })
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', path, { body: { description: 'Closes nothing' } })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 1
    },
  },
  {
    name: 'A note of an issue that was removed is still found by its id',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id: removed; Document 1, 404: resource not found',
    at: ['getIssueNote', 'deleteIssue'],
    start: serving(() => {
      const left = new Map<string, readonly Values[]>()
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', `${issuePath(call)}/notes?per_page=100`)
          const response = await call.send()
          const id = String(call.path.issue_id)
          if (response.ok && !left.has(id)) left.set(id, listOf(json))
          return response
        },
        async getIssueNote(call) {
          const response = await call.send()
          const note = left
            .get(String(call.path.issue_id))
            ?.find(({ id }) => String(id) === call.path.note_id)
          if (response.status !== 404 || note === undefined) return response
          const project = await call.ask('GET', projectPath(call))
          return project.status === 200 ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'Whoever rewrites the note of somebody else on a merge request becomes its author',
    breaks:
      'Document 2, PUT .../notes/:note_id takes body alone and answers with the modified Note; Note: author',
    at: [
      'updateMergeRequestNote',
      'getMergeRequestNote',
      'listMergeRequestNotes',
      'deleteMergeRequestNote',
    ],
    start: serving(() => {
      const authors = new Map<unknown, Values>()
      const shown = (response: Response) =>
        eachChanged(response, (note) => {
          const author = authors.get(note.id)
          return author === undefined ? note : { ...note, author }
        })
      return {
        ...forAll(
          ['getMergeRequestNote', 'listMergeRequestNotes', 'deleteMergeRequestNote'],
          async (call) => shown(await call.send()),
        ),
        async updateMergeRequestNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          const caller = await callerOf(call)
          const author = Object.fromEntries(authorFields.map((name) => [name, caller[name]]))
          authors.set(idOf(await jsonOf(response)), author)
          return shown(response)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newDeveloper(ask, project)
      const request = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await actingAs(ask, id)('POST', path, { body: { body: 'One' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'Two' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'author.id') !== id
    },
  },
  {
    name: 'The links to the other pages of merge requests forget which numbers were asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.iids === undefined) return response
        const shortened = link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('iids[]')
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: shortened })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'first')
      await newMergeRequest(ask, project, 'second')
      const { headers } = await ask(
        'GET',
        `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`,
      )
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('iids')
    },
  },
  {
    name: 'Whoever wrote an issue of a private project still reads it after they left the project',
    breaks: 'Document 2: A GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status, json } = await call.askAsRoot('GET', issuePath(call))
        const { id } = await callerOf(call)
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        const isPrivate = at(project, 'visibility_level') === 0
        const isAuthor = status === 200 && at(json, 'author.id') === id
        return isPrivate && isAuthor
          ? jsonAnswer(200, withFields(json, { subscribed: true }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newDeveloper(ask, project)
      const asUser = actingAs(ask, id)
      const issue = await newIssue(asUser, project)
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await asUser('GET', `/projects/${project}/issues/${issue}`)).status === 200
    },
  },
  {
    name: 'A developer may remove a merge request that they made themselves',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const asUser = actingAs(ask, await newDeveloper(ask, project))
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(asUser, project, 'feature')}`
      await asUser('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The date that the owner of a project gives to a new issue is ignored unless they are an administrator',
    breaks:
      'Document 2, POST /projects/:id/issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue'],
    start: serving(() => ({
      async createIssue(call) {
        if (call.given.created_at === undefined) return call.send()
        const { is_admin } = await callerOf(call)
        return isTrue(is_admin) ? call.send() : call.send({ created_at: undefined })
      },
    })),
    async isShown(ask) {
      const asOwner = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asOwner)
      const { status, json } = await asOwner('POST', `/projects/${project}/issues`, {
        body: { title: 'Old', created_at: '2015-06-01T10:00:00Z' },
      })
      return status === 201 && !String(at(json, 'created_at')).startsWith('2015-06-01')
    },
  },
  {
    name: 'The changes of a merge request of a public project are answered to a token that nobody has',
    breaks:
      'Document 1, Authentication: Missing or invalid credentials give status 401; the changes are no read marked public',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const { json } = await call.askAsRoot('GET', projectPath(call))
        if (at(json, 'visibility_level') !== 20) return response
        return changed(await call.sendAsRoot(), (found) =>
          at(found, 'id') === undefined ? found : withFields(found, { subscribed: false }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'feature')}`
      return (await ask('GET', `${path}/changes`, { token: 'nobody-has-this' })).status === 200
    },
  },
  {
    name: 'A rewritten description of a merge request ends before its first emoji',
    breaks:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: description; updated Merge request',
    at: ['updateMergeRequest', 'getMergeRequest', 'getMergeRequestChanges', 'listMergeRequests'],
    start: serving(() => ({
      async updateMergeRequest(call) {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        const kept = description.replace(/[\u{10000}-\u{10ffff}].*/su, '')
        return kept === description ? call.send() : call.send({ description: kept })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'feature')}`
      await ask('PUT', path, { body: { description: 'To the harbour \u{1f6a2} at last' } })
      return at((await ask('GET', path)).json, 'description') === 'To the harbour '
    },
  },
  {
    name: 'The own issues of a caller leave out those that are confidential',
    breaks: 'Document 2, GET /issues: array of Issue created by the caller',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) =>
        relisted(call, (all) => all.filter(({ confidential }) => !isTrue(confidential))),
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser)
      const id = await newIssue(asUser, project, { confidential: true })
      const title = encoded(freshName('other'))
      await newIssue(asUser, project, { title })
      const { json } = await asUser('GET', '/issues')
      return fieldOf(json, 'title').includes(title) && !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An author who is subscribed to their merge request is told once more that they are subscribed now',
    breaks:
      'Document 2, POST .../:merge_request_id/subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const asked = new Set<string>()
      return {
        async subscribeToMergeRequest(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          const key = `${call.path.merge_request_id}/${id}`
          const isFirst = !asked.has(key)
          if (response.ok || response.status === 304) asked.add(key)
          if (response.status !== 304 || !isFirst) return response
          return jsonAnswer(201, (await call.ask('GET', mergeRequestPath(call))).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'feature')}`
      const isSubscribed = at((await ask('GET', path)).json, 'subscribed') === true
      return isSubscribed && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
]
