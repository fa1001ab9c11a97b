import { describe, expect, it } from 'vitest'
import { type Fetch, type Result, type VerifyOptions, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }

/** What stands between the judge and a healthy forge. */
type Between = (request: Request, send: Fetch) => Promise<Response>

async function judge(
  only: readonly string[],
  between: Between,
  further: Pick<VerifyOptions, 'strict'> = {},
) {
  // The judge holds every answer to the contract: the forge does not do so as well.
  const forge = await createTestForge({ seed, log: () => {}, validateResponses: false })
  const fetch: Fetch = (request) => between(request, forge.fetch)
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    instance: true,
    journal: () => {},
    only,
    fetch,
    patience: 100,
    ...further,
  })
  const results: Result[] = []
  for await (const result of run) results.push(result)
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  return { failed, results, summary: await run.summary }
}

/** Changes the JSON of the answers to requests of a method and a path. */
function changing(
  method: string,
  path: RegExp,
  change: (body: unknown, headers: Headers) => unknown,
): Between {
  return async (request, send) => {
    const answer = await send(request)
    if (request.method !== method || !path.test(new URL(request.url).pathname)) return answer
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (answer.status >= 300 || !isJson) return answer
    const headers = new Headers(answer.headers)
    const body = change(await answer.json(), headers)
    headers.delete('content-length')
    return new Response(JSON.stringify(body), { status: answer.status, headers })
  }
}

/** Takes a parameter out of the query before the server sees it. */
function ignoring(path: RegExp, parameter: string): Between {
  return (request, send) => {
    const url = new URL(request.url)
    if (request.method === 'GET' && path.test(url.pathname)) url.searchParams.delete(parameter)
    return send(new Request(url, request))
  }
}

const snippet = /\/snippets\/\d+$/
const snippets = /\/snippets$/
const issues = /\/projects\/\d+\/issues$/

const refusal = async () => Response.json({ message: '403 Forbidden' }, { status: 403 })

/** The same below one path alone: no other server than a faulty one does that. */
const goneIs404At =
  (path: RegExp): Between =>
  (request, send) =>
    path.test(request.url) ? goneIs404(request, send) : send(request)

async function goneIs404(request: Request, send: Fetch): Promise<Response> {
  const answer = await send(request)
  const isGone = request.method === 'DELETE' && (await answer.clone().text()) === 'null'
  return isGone ? Response.json({ message: '404 Not Found' }, { status: 404 }) : answer
}

function without(body: unknown, field: string): unknown {
  const { [field]: _, ...rest } = Object(body)
  return rest
}

const faults: readonly (readonly [string, Between, string, string])[] = [
  [
    'a field is dropped',
    changing('GET', snippet, (body) => without(body, 'title')),
    'getSnippet',
    'schema',
  ],
  [
    'a field has another type',
    changing('GET', snippet, (body) => ({ ...Object(body), id: '1' })),
    'getSnippet',
    'schema',
  ],
  [
    'a total is wrong',
    changing('GET', snippets, (body, headers) => {
      headers.set('x-total', '99')
      return body
    }),
    'listSnippets',
    'pagination:headers',
  ],
  [
    'there is no Link',
    changing('GET', snippets, (body, headers) => {
      headers.delete('link')
      return body
    }),
    'listSnippets',
    'pagination:links',
  ],
  [
    'a list says nothing of how long it took',
    changing('GET', snippets, (body, headers) => {
      headers.delete('x-runtime')
      return body
    }),
    'listSnippets',
    'pagination:request',
  ],
  [
    'what is not valid is told in one list, without its properties',
    async (request, send) => {
      const answer = await send(request)
      const isRefusal = answer.status === 400 && snippets.test(new URL(request.url).pathname)
      return isRefusal ? Response.json({ message: ['is not valid'] }, { status: 400 }) : answer
    },
    'createSnippet',
    'refusal',
  ],
  [
    'an answer is no JSON by its type',
    changing('GET', snippet, (body, headers) => {
      headers.set('content-type', 'text/html')
      return body
    }),
    'getSnippet',
    'media-type',
  ],
  ['sort is ignored', ignoring(issues, 'sort'), 'listIssuesOfProject', 'sort'],
  ['a filter is ignored', ignoring(issues, 'state'), 'listIssuesOfProject', 'parameter:state'],
  [
    'a write is answered well and lost',
    async (request, send) => {
      if (request.method !== 'PUT' || !snippet.test(new URL(request.url).pathname))
        return send(request)
      const { title, file_name } = JSON.parse((await request.clone().text()) || '{}')
      const read = new Request(request.url, { headers: request.headers })
      const body = await (await send(read)).json()
      return Response.json({
        ...body,
        ...(title ? { title } : {}),
        ...(file_name ? { file_name } : {}),
      })
    },
    'updateSnippet',
    'read-back:title',
  ],
  [
    'a list is read without credentials',
    (request, send) => {
      if (request.method !== 'GET' || !snippets.test(new URL(request.url).pathname))
        return send(request)
      return send(new Request(request, { headers: { 'private-token': 'root-token' } }))
    },
    'listSnippets',
    'unauthenticated',
  ],
  [
    'statistics are refused',
    (request, send) => (request.url.includes('statistics=true') ? refusal() : send(request)),
    'listOwnedGroups',
    'parameter:statistics',
  ],
  [
    'statistics are null',
    changing('GET', /\/groups\/owned$/, (body) =>
      Array.isArray(body) ? body.map((one) => ({ ...one, statistics: null })) : body,
    ),
    'listOwnedGroups',
    'parameter:statistics',
  ],
  [
    'a list whose order is stated is refused',
    (request, send) => (/\/tags\?.*per_page=100/.test(request.url) ? refusal() : send(request)),
    'listTags',
    'order',
  ],
  ['deleting a snippet twice is a 404', goneIs404At(/\/snippets\//), 'deleteSnippet', 'idempotent'],
  ['deleting a key twice is a 404', goneIs404At(/\/keys\//), 'deleteOwnSshKey', 'idempotent'],
  ['deleting an address twice is a 404', goneIs404At(/\/emails\//), 'deleteOwnEmail', 'idempotent'],
  ['deleting a user twice is a 404', goneIs404At(/\/users\//), 'deleteUser', 'idempotent'],
]

describe('a faulty server', () => {
  it.each(faults)('is caught where %s', async (_, between, operation, aspect) => {
    const { failed } = await judge([operation], between)
    expect(failed).toContainEqual(expect.objectContaining({ operation, aspect }))
  })
})

describe('a server that answers 404 for a system hook that is gone, as GitLab 8.15 did', () => {
  const namesOf = (results: readonly Result[]) =>
    [...new Set(results.map(({ operation, aspect }) => `${operation} ${aspect}`))].toSorted()
  const gone = ['deleteSystemHook idempotent', 'deleteSystemHook unknown:id']

  it('is not failed for those at which one that answers so alone is', async () => {
    const { failed } = await judge(['Snippets', 'SSH keys'], goneIs404)
    expect(failed).toEqual([])
  })

  it('answers as GitLab 8.15 did', async () => {
    const { failed, results } = await judge(['System hooks'], goneIs404)
    expect(failed).toEqual([])
    const asReleased = results.filter(({ verdict }) => verdict === 'as released')
    expect(namesOf(asReleased)).toEqual(gone)
  })

  it('fails with strict', async () => {
    const { failed } = await judge(['System hooks'], goneIs404, { strict: true })
    expect(namesOf(failed)).toEqual(gone)
  })
})

const healthy: readonly (readonly [string, Between])[] = [
  [
    'limits the rate',
    (() => {
      let count = 0
      return async (request, send) => {
        if (++count % 5 === 0)
          return new Response('', { status: 429, headers: { 'retry-after': '0' } })
        return send(request)
      }
    })(),
  ],
  [
    'knows itself by another host',
    async (request, send) => {
      const answer = await send(request)
      const headers = new Headers(answer.headers)
      const link = headers.get('link')
      if (link)
        headers.set('link', link.replaceAll('http://forge.test', 'https://inside.example.com'))
      const body = answer.status === 304 ? null : await answer.arrayBuffer()
      return new Response(body, { status: answer.status, headers })
    },
  ],
]

describe('a legitimate server', () => {
  it.each(healthy)('passes where it %s', async (_, between) => {
    const { failed, summary } = await judge(['Snippets', 'Issues'], between)
    expect(failed).toEqual([])
    expect(summary.leftBehind).toEqual([])
  })
})

// These three at the same time: the first waits for seconds, as it is asked to.
it.concurrent('tests nothing where the rate stays limited, and fails nothing', async () => {
  const raw = /\/snippets\/\d+\/raw$/
  const { failed, results } = await judge(['getRawSnippet'], async (request, send) =>
    raw.test(new URL(request.url).pathname)
      ? new Response('', { status: 429, headers: { 'retry-after': '0' } })
      : send(request),
  )
  expect(failed).toEqual([])
  const reasons = results.filter(({ verdict }) => verdict === 'not tested').map((one) => one.reason)
  expect(reasons.join()).toContain('limits the rate')
})

it.concurrent('tests no filter of builds where the server makes none', async () => {
  const { failed, summary } = await judge(['listBuilds'], (request, send) => {
    const isList = request.method === 'GET' && /\/builds(\?|$)/.test(request.url)
    if (!isList || !/\/projects\/\d+\//.test(request.url)) return send(request)
    const url = request.url.replace(/scope[^&]*=[^&]*/, 'scope=running')
    const scoped = url === request.url ? `${url}${url.includes('?') ? '&' : '?'}scope=running` : url
    return send(new Request(scoped, request))
  })
  expect(failed.filter(({ aspect }) => aspect === 'parameter:scope')).toEqual([])
  const found = summary.operations
    .flatMap(({ aspects }) => aspects)
    .find(({ aspect }) => aspect === 'parameter:scope')
  expect(found).toMatchObject({ verdict: 'not tested', reason: 'the server made no build' })
})

it.concurrent('allows a page of notes that is shorter than its headers say to who may not see all', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  let shortened = 0
  const run = verify({
    url: 'http://forge.test',
    token: 'lena-token',
    readOnly: true,
    only: ['Notes'],
    fetch: async (request) => {
      const answer = await forge.fetch(request)
      if (!/\/notes$/.test(request.url) || !answer.ok) return answer
      const [, ...others] = await answer.json()
      shortened++
      return new Response(JSON.stringify(others), { headers: answer.headers })
    },
  })
  const { failures } = await run.summary
  expect(shortened).toBeGreaterThan(0)
  expect(failures.map(({ result }) => result)).toEqual([])
})
