import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  eachChanged,
  fieldsOf,
  forAll,
  idOf,
  jsonOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  projectPath,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { eachObject, linkOf, relinked } from './tools-hazel.ts'

/** How long a new merge request waits for its check, in milliseconds. */
const delay = 600

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'listMergeRequests',
  'subscribeToMergeRequest',
]

export const legitimateHazelServers: readonly LegitimateServer[] = [
  {
    name: 'The links of the lists of a project name the id of the project as a parameter too',
    allowedBy:
      'Document 1, Limits: Link with full URLs, which clients use as they are; nothing says which parameters stand in them',
    start: behind((response, request) => {
      const link = response.headers.get('link')
      const id = new URL(request.url).pathname.match(/\/projects\/(\d+)\//)?.[1]
      if (link === null || id === undefined) return response
      return withBody(response, response.body, {
        link: relinked(link, ({ searchParams }) => searchParams.set('id', id)),
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=1`)
      const first = new URL(linkOf(headers, 'first'))
      const { status } = await ask('GET', first.href.slice(first.href.indexOf('/projects')))
      return status === 200 && first.searchParams.get('id') === String(project)
    },
  },
  {
    name: 'Whether a new merge request can be merged is checked a moment after it was made',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: can_be_merged); other values: not shown',
    start: serving(() => {
      const waiting = new Set<unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = idOf(await jsonOf(response))
          waiting.add(id)
          setTimeout(() => waiting.delete(id), delay)
          return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
        },
        ...forAll(answeringWithMergeRequests, async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            waiting.has(one.id) ? { ...one, merge_status: 'unchecked' } : one,
          )
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'The author of an issue is not subscribed to it before subscribing',
    allowedBy:
      'Document 2, Subscription: POST .../subscription subscribes the caller; nothing says that an author is subscribed without it',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        const id = idOf(await jsonOf(response))
        await call.ask('DELETE', `${projectPath(call)}/issues/${id}/subscription`)
        return changed(response, (issue) =>
          fieldsOf(issue).subscribed === undefined
            ? issue
            : withFields(issue, { subscribed: false }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The Base64 text of a file has a new line after every sixty characters',
    allowedBy:
      'Document 3, Repository file: content (Base64 text); nothing says that it is on one line, and the decoders of Base64 text skip new lines',
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (file) => {
          const { content } = fieldsOf(file)
          if (typeof content !== 'string') return file
          return withFields(file, { content: content.replaceAll(/.{1,60}/g, '$&\n') })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).endsWith('\n')
    },
  },
  {
    name: 'The short id of a commit has eight characters',
    allowedBy: 'Document 3, Commit: short_id, and nothing says how many characters of the id it is',
    start: answeringAll((json) =>
      eachObject(json, (one) => {
        const { id, short_id } = one
        return typeof id === 'string' && typeof short_id === 'string'
          ? { ...one, short_id: id.slice(0, 8) }
          : one
      }),
    ),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const { json } = await ask('GET', `${commits}/master`)
      const shortId = String(at(json, 'short_id'))
      const { status } = await ask('GET', `${commits}/${shortId}`)
      return shortId.length === 8 && status === 200
    },
  },
]
