import { describe, expect, it } from 'vitest'
import { type Fetch, type Result, verify } from '../../../../src/verify/index.ts'
import { createTestForge } from '../../../harness.ts'

/** What stands between the judge and a healthy forge that is judged by the contract of v4. */
type Between = (request: Request, send: Fetch) => Promise<Response>

async function judge(only: readonly string[], between: Between) {
  const forge = await createTestForge({
    seed: { users: [{ username: 'root', admin: true }] },
    log: () => {},
    validateResponses: false,
  })
  const fetch: Fetch = (request) => between(request, forge.fetch)
  const url = 'http://forge.test/api/v4'
  const run = verify({ url, token: 'root-token', only, fetch, patience: 100 })
  const failed: Result[] = []
  for await (const result of run) if (result.verdict === 'failed') failed.push(result)
  return { failed, summary: await run.summary }
}

type Change = (body: unknown, headers: Headers) => unknown

/** Changes the JSON of the successes of a method and a path. */
function changing(method: string, path: RegExp, change: Change, status?: number): Between {
  return async (request, send) => {
    const answer = await send(request)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const isMeant = request.method === method && path.test(new URL(request.url).pathname)
    if (!isMeant || answer.status >= 300 || !isJson) return answer
    const headers = new Headers(answer.headers)
    headers.delete('content-length')
    const body = change(await answer.json(), headers)
    return new Response(JSON.stringify(body), { status: status ?? answer.status, headers })
  }
}

/** Changes a request before the server sees it. */
function asking(path: RegExp, change: (url: URL, headers: Headers) => void): Between {
  return async (request, send) => {
    const url = new URL(request.url)
    if (!path.test(url.pathname)) return send(request)
    const headers = new Headers(request.headers)
    change(url, headers)
    const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
    const body = hasBody ? await request.text() : undefined
    return send(new Request(url, { method: request.method, headers, ...(body ? { body } : {}) }))
  }
}

/** Answers a status with another one. */
function answering(method: string, path: RegExp, from: number, to: number, body: unknown): Between {
  return async (request, send) => {
    const answer = await send(request)
    const isMeant = request.method === method && path.test(new URL(request.url).pathname)
    return isMeant && answer.status === from ? Response.json(body, { status: to }) : answer
  }
}

/** Says that a write was done, and does nothing of it. */
function losing(method: string, path: RegExp, status: number): Between {
  return async (request, send) => {
    const url = new URL(request.url)
    if (request.method !== method || !path.test(url.pathname)) return send(request)
    const { headers } = request
    const known = await send(new Request(url, { headers }))
    if (known.status >= 300) return send(request)
    return status === 204 ? new Response(null, { status }) : known
  }
}

const issue = /\/issues\/\d+$/
const issues = /\/projects\/\d+\/issues$/
const snippets = /\/projects\/\d+\/snippets$/

const without =
  (field: string): Change =>
  (body) => {
    const { [field]: _, ...rest } = Object(body)
    return rest
  }
const withField =
  (field: string, value: unknown): Change =>
  (body) => ({ ...Object(body), [field]: value })
const withHeader =
  (name: string, value: string | undefined): Change =>
  (body, headers) => {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
    return body
  }

const asRoot = (url: URL, headers: Headers) => {
  if (headers.get('private-token') === null) headers.set('private-token', 'root-token')
  url.searchParams.delete('sudo')
}

/** A fault, where it is looked for, and the operation and the aspect that tell it. */
const faults: readonly (readonly [string, string, Between, string, string])[] = [
  [
    'a creation is a 200',
    'Issues',
    changing('POST', issues, (body) => body, 200),
    'createIssue',
    'status',
  ],
  ['a field is missing', 'Issues', changing('GET', issue, without('iid')), 'getIssue', 'schema'],
  [
    'a text is a number',
    'Issues',
    changing('GET', issue, withField('title', 4711)),
    'getIssue',
    'schema',
  ],
  [
    'a time is no time',
    'Issues',
    changing('GET', issue, withField('created_at', 'then')),
    'getIssue',
    'schema',
  ],
  [
    'another record is answered',
    'Issues',
    changing('GET', issue, withField('iid', 4711)),
    'getIssue',
    'identity',
  ],
  [
    'an answer is HTML by its type',
    'Issues',
    changing('GET', issue, withHeader('content-type', 'text/html')),
    'getIssue',
    'media-type',
  ],
  ['a server fails', 'Tags', answering('GET', /\/tags$/, 200, 500, {}), 'listTags', 'status'],
  [
    'a list has no X-Total',
    'Tags',
    changing('GET', /\/tags$/, withHeader('x-total', undefined)),
    'listTags',
    'pagination:headers',
  ],
  [
    'a total is wrong',
    'Tags',
    changing('GET', /\/tags$/, withHeader('x-total', '1')),
    'listTags',
    'pagination:headers',
  ],
  [
    'there is no Link',
    'Tags',
    changing('GET', /\/tags$/, withHeader('link', undefined)),
    'listTags',
    'pagination:links',
  ],
  [
    'pages overlap',
    'Issues',
    asking(issues, ({ searchParams }) => {
      if (searchParams.get('page') === '2') searchParams.set('page', '1')
    }),
    'listIssuesOfProject',
    'pagination:links',
  ],
  [
    'a page has more than 100',
    'Issues',
    changing('GET', issues, (body, headers) => {
      if (headers.get('x-per-page') === '100') headers.set('x-per-page', '1000')
      return body
    }),
    'listIssuesOfProject',
    'pagination:cap',
  ],
  [
    'nobody needs to sign in',
    'Snippets',
    asking(snippets, asRoot),
    'listSnippets',
    'unauthenticated',
  ],
  [
    'any token is taken',
    'Snippets',
    asking(/\/snippets/, (_, headers) => {
      if (headers.get('private-token')?.startsWith('no-such'))
        headers.set('private-token', 'root-token')
    }),
    'getSnippet',
    'wrong-token',
  ],
  [
    'what is for administrators is for all',
    'E-mails',
    asking(/\/users\/\d+\/emails$/, (_, headers) => headers.set('private-token', 'root-token')),
    'listEmailsOfUser',
    'forbidden-for-users',
  ],
  [
    'a private project is shown to all',
    'Branches',
    asking(/\/branches$/, (_, headers) => headers.set('private-token', 'root-token')),
    'listBranches',
    'private-project',
  ],
  [
    'what is not there is a 200',
    'Issues',
    answering('GET', issue, 404, 200, {}),
    'getIssue',
    'unknown:issue_iid',
  ],
  [
    'what is required may be missing',
    'Issues',
    answering('POST', issues, 400, 201, {}),
    'createIssue',
    'missing:title',
  ],
  [
    'a value that is none is taken',
    'Issues',
    asking(issues, ({ searchParams }) => {
      if (searchParams.get('state') === 'no-such-value') searchParams.delete('state')
    }),
    'listIssuesOfProject',
    'invalid:state',
  ],
  [
    'a search is ignored',
    'Issues',
    asking(issues, ({ searchParams }) => searchParams.delete('search')),
    'listIssuesOfProject',
    'parameter:search',
  ],
  [
    'sort is ignored',
    'Issues',
    asking(issues, ({ searchParams }) => searchParams.delete('sort')),
    'listIssuesOfProject',
    'order_by',
  ],
  [
    'a change is answered and lost',
    'Issues',
    losing('PUT', issue, 200),
    'updateIssue',
    'read-back:title',
  ],
  [
    'a deletion is answered and lost',
    'Snippets',
    losing('DELETE', /\/snippets\/\d+$/, 204),
    'deleteSnippet',
    'removes',
  ],
  [
    'an address is another one',
    'Releases',
    changing('POST', /\/assets\/links$/, withField('url', 'https://other.example.com/')),
    'createReleaseLink',
    'read-back:url',
  ],
  [
    'a title is cut',
    'Issues',
    changing('POST', issues, withField('title', 'cut')),
    'createIssue',
    'read-back:title',
  ],
]

describe('a fault of a server of v4', () => {
  it.each(faults)('is told where %s', async (_, only, between, operation, aspect) => {
    const { failed, summary } = await judge([only], between)
    expect(summary.isPassed).toBe(false)
    expect(failed.map((one) => `${one.operation} ${one.aspect}`)).toContain(
      `${operation} ${aspect}`,
    )
  })
})
