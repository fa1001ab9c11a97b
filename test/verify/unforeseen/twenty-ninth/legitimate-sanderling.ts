import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  jsonAnswer,
  jsonOf,
  newIssue,
  newProject,
  newRepository,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** Base64 in lines of 60 characters, each with its end. */
const inLines = (text: unknown) => String(text).replace(/.{1,60}/g, '$&\n')

const inAscii = (json: string) =>
  json.replace(
    /[&<>\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const tooMany = () =>
  withBody(jsonAnswer(429, {}), 'Retry later\n', {
    'content-type': 'text/plain',
    'retry-after': '1',
  })

const relations = ['first', 'last', 'prev', 'next']

/** The same links with their parameters in the order of the alphabet, from the first page to the next. */
function reordered(link: string): string {
  const links = [...link.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, target = '', relation]) => {
    const url = new URL(target)
    url.searchParams.sort()
    return { relation: String(relation), text: `<${url.href}>; rel="${relation}"` }
  })
  return links
    .sort((one, other) => relations.indexOf(one.relation) - relations.indexOf(other.relation))
    .map(({ text }) => text)
    .join(', ')
}

export const legitimateSanderlingServers: readonly LegitimateServer[] = [
  {
    name: 'Whoever is not authenticated is told the realm by a header and the reason by a second field',
    allowedBy:
      'Document 1, Authentication 2: a body whose message is 401 Unauthorized, which may have other fields',
    start: behind((response) =>
      response.status === 401
        ? changed(
            response,
            (json) => withFields(json, { error_description: 'The token was not found.' }),
            { 'www-authenticate': 'Bearer realm="Protected by OAuth 2.0"' },
          )
        : response,
    ),
    async isShown(ask) {
      const { headers, json } = await ask('GET', '/user', { token: 'wrong' })
      return headers.has('www-authenticate') && at(json, 'error_description') !== undefined
    },
  },
  {
    name: 'All JSON is written in ASCII, with escapes for the other letters and for those of HTML',
    allowedBy:
      'Document 1: request and response data are serialized as JSON, in which an escaped letter is the same letter',
    start: behind(async (response, { url }) => {
      // What is served raw is the text of somebody else.
      if (/\/(?:raw|raw_blobs|blobs|artifacts|trace)\b/.test(url)) return response
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson || (await jsonOf(response)) === undefined) return response
      return withBody(response, inAscii(await response.text()), {
        'content-type': 'application/json; charset=utf-8',
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const title = 'Größe & <Maß> 🚀'
      const path = `/projects/${project}/issues/${await newIssue(ask, project, { title })}`
      const { text, json } = await ask('GET', path)
      return at(json, 'title') === title && !text.includes(title)
    },
  },
  {
    name: 'The links between pages go from the first to the next one, with parameters in the order of the alphabet',
    allowedBy:
      'Document 1, Limits: relations prev, next, first, last with full URLs; the order of relations and parameters is not stated',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null || link === '') return response
      return withBody(response, response.body, { link: reordered(link) })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1&page=2&active=true')
      const link = headers.get('link') ?? ''
      return /^<[^>]+\?active=true&page=1&per_page=1>; rel="first", <[^>]+>; rel="last"/.test(link)
    },
  },
  {
    name: 'The Base64 text of a file has sixty characters a line',
    allowedBy:
      'Document 3, Repository file: content (Base64 text), and nothing says whether it has lines; MIME allows them',
    start: serving(() => ({
      async getFile(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, { content: inLines(at(json, 'content')) }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'long.txt', content: 'One line.\n'.repeat(20) })
      const path = `/projects/${project}/repository/files?file_path=long.txt&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).includes('\n')
    },
  },
  {
    name: 'Whoever tries wrong tokens one after another is told now and then to wait a second',
    allowedBy: 'Document 1, Limits: rate limits: not shown',
    start: (forge) => {
      let tried = 0
      let until = 0
      return async (request) => {
        const isTried = request.headers.has('private-token')
        if (isTried && Date.now() < until) {
          const user = await forge.fetch(
            new Request(new URL('/api/v3/user', request.url), {
              headers: { 'private-token': request.headers.get('private-token') ?? '' },
            }),
          )
          if (user.status === 401) return tooMany()
        }
        const response = await forge.fetch(request)
        if (response.status !== 401 || !isTried) return response
        tried++
        if (tried % 8 === 0) until = Date.now() + 900
        return response
      }
    },
    async isShown(ask) {
      for (let count = 0; count < 12; count++) {
        const { status, headers } = await ask('GET', '/user', { token: 'wrong' })
        if (status === 429) return headers.get('retry-after') === '1'
      }
      return false
    },
  },
]
