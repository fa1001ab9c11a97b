import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  idOf,
  jsonAnswer,
  jsonOf,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

export const legitimateWaysServers: readonly LegitimateServer[] = [
  {
    name: 'Whoever has no credentials is told by a header which kind is wanted, and once more in the body',
    allowedBy: 'Authentication 2 fixes the status and the message, and nothing beside them',
    start: behind((response) =>
      response.status === 401 && response.headers.get('www-authenticate') === null
        ? changed(response, (json) => withFields(json, { error: 'unauthenticated' }), {
            'www-authenticate': 'Bearer realm="The museum", charset="UTF-8"',
          })
        : response,
    ),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/user/emails', { token: '' })
      return at(json, 'error') === 'unauthenticated' && headers.has('www-authenticate')
    },
  },
  {
    name: 'JSON has no character that could begin or end an element of HTML but in its escape',
    allowedBy: 'Data are serialized as JSON, which has more than one spelling of a text',
    start: behind(async (response, { url }) => {
      // A file that holds JSON is served as it is.
      const isFile = /\/(raw|blobs|raw_blobs|trace|artifacts|archive|download)\b/.test(url)
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (isFile || !isJson || (await jsonOf(response)) === undefined) return response
      const text = (await response.clone().text()).replace(
        /[<>&/]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      )
      return withBody(response, text)
    }),
    isShown: async (ask) => !(await ask('GET', '/user')).text.includes('/'),
  },
  {
    name: 'A file that could not be committed is refused with a sentence that says to ask again',
    allowedBy: 'Document 3, Repository files: 400 with a non-specific message',
    start: serving(() => {
      const message = 'Nothing was committed. Look at the branch and send it again.'
      return Object.fromEntries(
        (['createFile', 'updateFile', 'deleteFile'] as const).map((id) => [
          id,
          async (call) => {
            const response = await call.send()
            const before = at(await jsonOf(response), 'message')
            const needed = ['file_path', 'branch_name', 'commit_message']
            if (id !== 'deleteFile') needed.push('content')
            const isWhole = needed.every((name) => String(call.given[name] ?? '') !== '')
            return response.status === 400 && isWhole && typeof before === 'string'
              ? jsonAnswer(400, { message })
              : response
          },
        ]),
      )
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/files`
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Same',
      }
      const { status, json } = await ask('PUT', path, { body })
      return status === 400 && String(at(json, 'message')).startsWith('Nothing was committed.')
    },
  },
  {
    name: 'Links to other pages stand in another order, with page and size before all else',
    allowedBy: 'Limits: the relations prev, next, first and last, with full URLs; no order of them',
    start: behind((response) => {
      const links = response.headers.get('link')
      if (links === null || links === '') return response
      const turned = links.split(', ').map((link) =>
        link.replace(/<([^>]+)>/, (_, text: string) => {
          const url = new URL(text)
          const first = [...url.searchParams].filter(([name]) => /^(per_)?page$/.test(name))
          const rest = [...url.searchParams].filter(([name]) => !/^(per_)?page$/.test(name))
          url.search = String(new URLSearchParams([...first, ...rest]))
          return `<${url}>`
        }),
      )
      return withBody(response, response.body, { link: turned.reverse().join(', ') })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/all?order_by=id&per_page=2&page=2')
      const link = headers.get('link') ?? ''
      return /^<[^>]*\?(per_)?page=\d+&(per_)?page=\d+&[^>]*order_by=id[^>]*>; rel="last"/.test(
        link,
      )
    },
  },
  {
    name: 'A todo of an issue is answered with its number, and no more is said of it',
    allowedBy: 'Document 2, Issues: the response of the todo creation is not shown',
    start: serving(() => ({
      createTodoOfIssue: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'id') === undefined ? json : { id: idOf(json) },
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && Object.keys(Object(json)).join() === 'id'
    },
  },
  {
    name: 'Merged branches are removed with a note of how that went, and of when',
    allowedBy: 'Document 3: the response bodies of delete-merged-branches are not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        const answer = { message: 'The branches were removed.', at: '2016-12-24T18:00:00Z' }
        return response.ok ? jsonAnswer(response.status, answer) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'dock')
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'at') === '2016-12-24T18:00:00Z'
    },
  },
]
