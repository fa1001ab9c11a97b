import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  behind,
  changed,
  eachChanged,
  forAll,
  jsonOf,
  newIssue,
  newProject,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

const answeringWithIssues: readonly OperationId[] = [
  'createIssue',
  'getIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listIssuesClosedByMergeRequest',
]

const germanTexts: Readonly<Record<number, string>> = {
  403: '403 Zugriff verweigert',
  404: '404 Nicht gefunden',
}

/** Whether the path is that of a file, of whose bytes nothing may change. */
const isFile = (url: string) =>
  /\/(raw|raw_blobs|blobs|archive|artifacts|trace|download)(\/|$)/.test(new URL(url).pathname)

export const legitimateOuselServers: readonly LegitimateServer[] = [
  {
    name: 'What is refused or not found is said in German',
    allowedBy:
      'Document 1, Errors: only the texts of 401, of sudo and of unknown routes are stated; those of 403 and 404 are not',
    start: behind(async (response) => {
      const text = germanTexts[response.status]
      const message = at(await jsonOf(response), 'message')
      const isStated = typeof message !== 'string' || /to use sudo|No user id/.test(message)
      if (text === undefined || isStated) return response
      return changed(response, (json) => withFields(json, { message: text }))
    }),
    async isShown(ask) {
      const { status, json } = await ask('GET', '/users/99999999')
      return status === 404 && at(json, 'message') === '404 Nicht gefunden'
    },
  },
  {
    name: 'Issues that are moved or subscribed to are answered with their main fields only',
    allowedBy:
      'Document 2: an issue response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(
          response,
          ({ user_notes_count, web_url, confidential, due_date, ...rest }) => rest,
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await ask('DELETE', path)
      const { json } = await ask('POST', path)
      return at(json, 'id') !== undefined && at(json, 'confidential') === undefined
    },
  },
  {
    name: 'The relations of links stand without quotation marks and from the last to the first',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); RFC 8288 allows a relation as a token, and no order is stated',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const links = link.split(/, (?=<)/).reverse()
      return withBody(response, response.body, {
        link: links.join(',').replace(/rel="([a-z]+)"/g, 'rel=$1'),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return /rel=next(,|$)/.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'JSON is indented, and all that is no ASCII and every slash in it is escaped',
    allowedBy:
      'Document 1: response data are serialized as JSON; which of the forms of the same text is written is not stated',
    start: behind(async (response, request) => {
      const json = await jsonOf(response)
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson || json === undefined || isFile(request.url)) return response
      const text = JSON.stringify(json, null, 4)
        .replaceAll('/', '\\/')
        .replace(/[^\n -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      return withBody(response, text)
    }),
    async isShown(ask) {
      const project = await newProject(ask, { description: 'Tauwerk für Bäume' })
      const { text } = await ask('GET', `/projects/${project}`)
      return text.includes('f\\u00fcr B\\u00e4ume') && text.includes(':\\/\\/')
    },
  },
  {
    name: 'An empty description of an issue is none, as in a database that keeps no empty text',
    allowedBy:
      'Document 2, Issue: description is string or null; Document 1: absent values are null',
    start: serving(() =>
      forAll(answeringWithIssues, async (call) => {
        const response = await call.send()
        return response.ok
          ? eachChanged(response, (one) =>
              one.description === '' ? { ...one, description: null } : one,
            )
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { description: '' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'description') === null
    },
  },
]
