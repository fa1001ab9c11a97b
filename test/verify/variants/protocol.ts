import { type Call, readCall } from '../mutants/call.ts'
import { wholeList } from '../mutants/faults/lists.ts'
import { answer } from '../mutants/faults/operations.ts'
import type { Fault } from '../mutants/mutant.ts'
import { mapHeader, mapResponses } from './layers.ts'
import type { Variant } from './variant.ts'

export const protocol: readonly Variant[] = [
  { name: 'answers over HTTP', listen: {} },
  { name: 'is below a base path', listen: { basePath: '/gitlab' } },
  { name: 'is far below a base path', listen: { basePath: '/tools/forge/one' } },
  { name: 'compresses its answers', listen: { gzip: true } },
  { name: 'sends its answers in chunks', listen: { chunked: true } },
  { name: 'writes headers in small letters', listen: { headerCase: (name) => name.toLowerCase() } },
  { name: 'writes headers in capitals', listen: { headerCase: (name) => name.toUpperCase() } },
  { name: 'has other reason phrases', listen: { statusText: 'As You Wish' } },
  { name: 'ends each connection', listen: { isClosing: true } },
  { name: 'links to itself under another name', listen: { linksTo: 'localhost' } },
  { name: 'answers after 50 ms', alter: delayed(() => 50) },
  { name: 'answers after 50 to 300 ms', alter: delayed(spread(50, 300)) },
  { name: 'answers in another order than it was asked', alter: delayed(spread(0, 25)) },
  {
    name: 'says the character set of JSON',
    alter: mapHeader('content-type', (type) =>
      type === 'application/json' ? 'application/json; charset=UTF-8' : type,
    ),
  },
  {
    name: 'puts the relations of links in another order',
    alter: mapHeader('link', (link) => link.split(', ').toReversed().join(', ')),
  },
  {
    name: 'writes links without spaces and with further relations',
    alter: mapHeader('link', (link) =>
      `${link}, <https://example.com/help>; rel="help"`.replaceAll('; rel', ';title="A, page";rel'),
    ),
  },
  {
    name: 'puts a slash at the end of the path in links',
    alter: mapHeader('link', (link) => link.replace(/\?([^>]*)>/g, '/?$1>')),
  },
  {
    name: 'puts the page last in links',
    alter: mapHeader('link', (link) =>
      link.replace(/\?([^>]*)>/g, (_all, query: string) => {
        const sorted = [...new URLSearchParams(query)].toSorted(([a], [b]) => (a > b ? -1 : 1))
        return `?${new URLSearchParams(sorted)}>`
      }),
    ),
  },
  {
    name: 'sends the headers of proxies and of browsers',
    alter: mapResponses((response) => {
      const headers = new Headers(response.headers)
      headers.set('via', '1.1 proxy')
      headers.set('vary', 'Origin, Accept-Encoding')
      headers.set('cache-control', 'max-age=0, private, must-revalidate')
      headers.set('etag', 'W/"5d41402abc4b2a76b9719d911017c592"')
      headers.set('strict-transport-security', 'max-age=31536000')
      headers.append('set-cookie', '_service_session=abc; path=/; HttpOnly')
      return new Response(response.body, { status: response.status, headers })
    }),
  },
  { name: 'limits the rate now and then', alter: refusing(40, 429, { 'retry-after': '0' }) },
  {
    name: 'limits the rate for a second',
    alter: refusing(200, 429, { 'retry-after': '1', 'ratelimit-remaining': '0' }),
  },
  { name: 'is away for a moment now and then', alter: refusing(120, 503, { 'retry-after': '0' }) },
  {
    name: 'has a proxy that fails now and then',
    alter: refusing(150, 502, { 'content-type': 'text/html' }, ({ method }) => method === 'GET'),
  },
  {
    name: 'has a proxy that loses the answer to the creation of an account or a branch now and then',
    alter: losing(7, 502, new Set(['createUser', 'createGroup', 'createBranch'])),
  },
  { name: 'has lists in another order where none is stated', alter: otherOrder() },
]

/** In milliseconds; the same from run to run. */
function spread(least: number, most: number): () => number {
  let count = 0
  return () => least + ((++count * 7919) % (most - least))
}

function delayed(milliseconds: () => number): Fault {
  return mapResponses(async (response) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds()))
    return new Response(response.body, { status: response.status, headers: response.headers })
  })
}

/** Every so many requests, the request is refused and nothing is done. */
function refusing(
  every: number,
  status: number,
  headers: Record<string, string>,
  isMeant: (call: Call) => boolean = () => true,
): Fault {
  return (context) => {
    let count = 0
    return async (request) => {
      const call = await readCall(request)
      if (!isMeant(call) || ++count % every !== 0) return answer(call, context)
      context.hit()
      return new Response('Later, please', {
        status,
        headers: { 'content-type': 'text/plain', ...headers },
      })
    }
  }
}

/** Every so many calls of some operations are carried out, and answered as if nobody were there. */
function losing(every: number, status: number, operations: ReadonlySet<string>): Fault {
  let count = 0
  return mapResponses((response, { operation = '' }) =>
    operations.has(operation) && count++ % every === 0
      ? new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
      : response,
  )
}

/** The lists whose order the specification leaves open, and that are short: newest last or first. */
function otherOrder(): Fault {
  const lists = new Set([
    'listUsers',
    'listOwnEmails',
    'listEmailsOfUser',
    'listOwnSshKeys',
    'listSshKeysOfUser',
    'listGroupMembers',
    'listProjectMembers',
    'listProjectUsers',
    'listSystemHooks',
    'listIssueNotes',
    'listSnippetNotes',
    'listMergeRequestNotes',
    'listSnippets',
    'listBuilds',
    'listBuildsOfCommit',
    'listDeployments',
    'listCommitComments',
    'listCommitStatuses',
    'listContributors',
    'listMergeRequestCommits',
    'listIssuesClosedByMergeRequest',
  ])
  return (context) => async (request) => {
    const call = await readCall(request)
    const response = await answer(call, context)
    if (!response.ok || !lists.has(call.operation ?? '')) return response
    const items = (await wholeList(call, context))?.toReversed()
    if (!items) return response
    context.hit()
    const page = Number(response.headers.get('x-page'))
    const size = Number(response.headers.get('x-per-page'))
    const json = items.slice((page - 1) * size, page * size)
    return new Response(JSON.stringify(json), { status: 200, headers: response.headers })
  }
}
