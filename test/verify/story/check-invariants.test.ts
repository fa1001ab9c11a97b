import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { createObserver } from '../../../src/verify/proxy/index.ts'
import { createTestForge } from '../../harness.ts'

const apiUrl = 'http://forge.test/api/v3'

type Fetch = (request: Request) => Promise<Response>

/** A fault: what of an address is asked otherwise, or answered otherwise. */
interface Fault {
  readonly name: string
  readonly operation: string
  readonly aspect: string
  readonly asked?: (url: URL) => void
  readonly answered?: (path: string, body: unknown) => unknown
}

const isOfTags = /\/repository\/tags$/
const isOfCommit = /\/repository\/commits\/[^/]+$/

const faults: readonly Fault[] = [
  {
    name: 'stats.total is 7 more',
    operation: 'getCommit',
    aspect: 'schema:values',
    answered: (path, body) => {
      if (!isOfCommit.test(path)) return body
      const { stats } = Object(body)
      return { ...Object(body), stats: { ...stats, total: stats.total + 7 } }
    },
  },
  {
    name: 'tags are reversed',
    operation: 'listTags',
    aspect: 'order',
    answered: (path, body) =>
      isOfTags.test(path) && Array.isArray(body) ? body.toReversed() : body,
  },
  {
    name: 'state filters nothing',
    operation: 'listIssuesOfProject',
    aspect: 'parameter:state',
    asked: ({ pathname, searchParams }) => {
      if (/\/projects\/[^/]+\/issues$/.test(pathname))
        if (/^(opened|closed)$/.test(searchParams.get('state') ?? '')) searchParams.delete('state')
    },
  },
  {
    name: 'labels filter nothing',
    operation: 'listIssuesOfProject',
    aspect: 'parameter:labels',
    asked: ({ pathname, searchParams }) => {
      if (/\/projects\/[^/]+\/issues$/.test(pathname)) searchParams.delete('labels')
    },
  },
  {
    name: 'search finds everything',
    operation: 'listUsers',
    aspect: 'parameter:search',
    asked: ({ pathname, searchParams }) => {
      if (pathname.endsWith('/users')) searchParams.delete('search')
    },
  },
  {
    name: 'sort does nothing',
    operation: 'listMergeRequests',
    aspect: 'order_by',
    asked: ({ pathname, searchParams }) => {
      if (pathname.endsWith('/merge_requests'))
        if (/^(asc|desc)$/.test(searchParams.get('sort') ?? '')) searchParams.delete('sort')
    },
  },
]

function faulty(fetch: Fetch, { asked, answered }: Partial<Fault>): Fetch {
  return async (request) => {
    const url = new URL(request.url)
    asked?.(url)
    const answer = await fetch(new Request(url, request))
    if (!answered || answer.status !== 200) return answer
    const text = await answer.clone().text()
    if (!/^[[{]/.test(text)) return answer
    const { headers } = answer
    return new Response(JSON.stringify(answered(url.pathname, JSON.parse(text))), { headers })
  }
}

/** What a run that reads alone fails, one line a cause. */
async function judge(fetch: Fetch, url = 'http://forge.test') {
  const run = verify({ url, token: 'root-token', readOnly: true, fetch })
  const { failures } = await run.summary
  return failures.map(({ result }) => result)
}

describe('what an answer says by itself', () => {
  it.each(['http://forge.test', 'http://forge.test/api/v4'])(
    'is true of every answer of a forge that is read, at %s',
    async (url) => {
      const { fetch } = await createTestForge({ seed: 'demo' })
      expect(await judge(fetch, url)).toEqual([])
    },
  )

  it.each(faults)('is told once by a run that reads alone: $name', async (fault) => {
    const { fetch } = await createTestForge({ seed: 'demo' })
    const { operation, aspect } = fault
    expect(await judge(faulty(fetch, fault))).toMatchObject([{ operation, aspect }])
  })
})

describe('traffic', () => {
  /** What an observer makes of some requests to a forge. */
  async function observe(paths: readonly string[], fault: Partial<Fault> = {}) {
    const forge = await createTestForge({ seed: 'demo' })
    const fetch = faulty(forge.fetch, fault)
    const observer = await createObserver({ apiUrl })
    for (const path of paths) {
      const url = `${apiUrl}${path}`
      const headers = { 'private-token': 'root-token' }
      const answer = await fetch(new Request(url, { headers }))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const { status } = answer
      const outcome = {
        status,
        headers: answer.headers,
        content: { kind: 'whole', bytes },
      } as const
      observer.observe({ method: 'GET', url, headers, outcome, duration: 1 })
    }
    return observer.summary()
  }

  const paths = [
    '/projects/1/repository/commits/master',
    '/projects/1/repository/tags',
    '/projects/1/issues?state=closed',
    '/projects/1/issues?labels=bug&per_page=100',
    '/projects/1/merge_requests?sort=asc&order_by=created_at',
  ]

  it('is held to what each answer says by itself', async () => {
    const { failures, isPassed, operations } = await observe(paths)
    expect(failures).toEqual([])
    expect(isPassed).toBe(true)
    const passed = operations.flatMap(({ operation, aspects }) =>
      aspects.flatMap(({ aspect, verdict }) =>
        verdict === 'passed' ? [`${operation} ${aspect}`] : [],
      ),
    )
    for (const { operation, aspect } of faults) {
      if (aspect !== 'parameter:search') expect(passed).toContain(`${operation} ${aspect}`)
    }
  })

  it.each(faults.filter(({ aspect }) => aspect !== 'parameter:search'))(
    'shows a fault, which is told once: $name',
    async (fault) => {
      const { failures, isPassed } = await observe([...paths, ...paths], fault)
      const { operation, aspect } = fault
      expect(failures.map(({ result }) => result)).toMatchObject([{ operation, aspect }])
      expect(isPassed).toBe(false)
    },
  )
})
