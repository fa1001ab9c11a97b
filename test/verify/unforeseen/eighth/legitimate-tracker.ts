import { at, type LegitimateServer } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  jsonOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`

/** All that a list holds, by its pages of one hundred. */
async function allOf(call: Call, path: string): Promise<readonly Values[]> {
  const all: Values[] = []
  for (let page = 1; ; page++) {
    const found = listOf((await call.ask('GET', `${path}?per_page=100&page=${page}`)).json)
    all.push(...found)
    if (found.length < 100) return all
  }
}

/** The page of a list that a call asks for, out of other objects, with the headers of that page. */
async function relisted(call: Call, response: Response, all: readonly Values[]): Promise<Response> {
  const size = Number(response.headers.get('x-per-page'))
  const page = Number(response.headers.get('x-page'))
  if (!response.ok || !(size > 0) || !(page > 0)) return response
  const pages = Math.max(1, Math.ceil(all.length / size))
  const linkTo = (to: number, relation: string) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', String(size))
    return `<${url.href}>; rel="${relation}"`
  }
  const items = all.slice((page - 1) * size).slice(0, size)
  return withBody(response, JSON.stringify(items), {
    'x-total': String(all.length),
    'x-total-pages': String(pages),
    'x-page': String(page),
    'x-per-page': String(size),
    'x-next-page': page < pages ? String(page + 1) : '',
    'x-prev-page': page > 1 ? String(page - 1) : '',
    link: [
      ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
      ...(page < pages ? [linkTo(page + 1, 'next')] : []),
      linkTo(1, 'first'),
      linkTo(pages, 'last'),
    ].join(', '),
  })
}

const only = (json: unknown, names: readonly string[]) => {
  const fields = fieldsOf(json)
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
}

export const legitimateTrackerServers: readonly LegitimateServer[] = [
  {
    name: 'A move and the subscriptions of an issue answer with what names it and its state',
    allowedBy:
      'Document 2, Issue: an issue response may omit some of these fields, as of move and subscription',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const names = [
          'id',
          'iid',
          'project_id',
          'title',
          'state',
          'author',
          'created_at',
          'labels',
        ]
        return changed(response, (json) => only(json, names))
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { status, json } = await ask('DELETE', path)
      return status === 200 && !('subscribed' in fieldsOf(json))
    },
  },
  {
    name: 'A to-do is answered as the number of the task and what it is for',
    allowedBy: 'Document 2, Todo: fields of the todo record not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => ({
          task: at(json, 'id'),
          issue: { id: at(json, 'target.id') },
          done: false,
        }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      return at((await ask('POST', path)).json, 'done') === false
    },
  },
  {
    name: 'The notes of merge requests and of snippets are listed newest first',
    allowedBy: 'Document 2, GET /projects/:id/<parent>/notes: no order is stated',
    start: serving(() =>
      forAll(['listMergeRequestNotes', 'listSnippetNotes'], async (call) => {
        const response = await call.send()
        const parent =
          call.path.snippet_id === undefined
            ? `merge_requests/${call.path.merge_request_id}`
            : `snippets/${call.path.snippet_id}`
        const all = await allOf(call, `${projectPath(call)}/${parent}/notes`)
        return relisted(call, response, [...all].reverse())
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'Issues are without notes of what was done to them',
    allowedBy:
      'Document 2, Note: system boolean; no sentence says what leaves a note of the system',
    start: serving(() => ({
      async listIssueNotes(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}/notes`
        const response = await call.send()
        const all = response.ok ? await allOf(call, path) : []
        return relisted(
          call,
          response,
          all.filter(({ system }) => system !== true),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
  {
    name: 'The code of a snippet is sent as a file to keep, with a name and no cache',
    allowedBy: 'Document 2, GET .../raw: raw snippet as plain text; other headers are not stated',
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, await response.clone().arrayBuffer(), {
          'content-type': 'text/plain;charset=UTF-8',
          'content-disposition': 'attachment; filename="snippet.txt"',
          'cache-control': 'private, no-store',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/raw`
      const { headers } = await ask('GET', path)
      return (headers.get('content-disposition') ?? '').startsWith('attachment')
    },
  },
  {
    name: 'Who has set nothing in a project is notified of what he takes part in',
    allowedBy:
      'Document 1, Notification settings: no level is stated for a project where nothing was set',
    start: serving(() => {
      const set = new Set<string>()
      const keyOf = async (call: Call) => {
        const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
        return `${(await callerOf(call)).id} ${project}`
      }
      return {
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          if (set.has(await keyOf(call))) return response
          return changed(response, (json) =>
            at(json, 'level') === 'global' ? { level: 'participating' } : json,
          )
        },
        async updateProjectNotificationSettings(call) {
          const key = await keyOf(call)
          const isFirst = call.given.level === undefined && !set.has(key)
          const response = await call.send(isFirst ? { level: 'participating' } : {})
          if (response.ok) set.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      return at((await ask('GET', path)).json, 'level') === 'participating'
    },
  },
  {
    name: 'Who writes an issue is not subscribed to it',
    allowedBy: 'Document 2, Subscription: only POST .../subscription is said to subscribe a user',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = idOf(await jsonOf(response))
        await call.ask('DELETE', `${projectPath(call)}/issues/${id}/subscription`)
        return changed(response, (json) => ({ ...fieldsOf(json), subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'The deletion of a snippet is answered with whether there was one',
    allowedBy: 'Document 2, Snippets: response bodies of create, update and delete not shown; 200',
    start: serving(() => ({
      async deleteSnippet(call) {
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const { status } = await call.askAsRoot('GET', path)
        const response = await call.send()
        return response.ok ? changed(response, () => ({ deleted: status === 200 })) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return at((await ask('DELETE', path)).json, 'deleted') === true
    },
  },
]
