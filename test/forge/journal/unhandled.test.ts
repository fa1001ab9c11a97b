import { describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import { unhandledOf } from '../../../src/forge/journal/unhandled.ts'
import { createUnhandledRequests } from '../../../src/forge/journal/unhandled-requests.ts'
import { processorTime } from '../../growth.ts'
import { createTestForge } from '../../harness.ts'

async function ask(...requests: readonly (readonly [method: string, path: string])[]) {
  const log: string[] = []
  const forge = await createTestForge({ log: (line) => log.push(line) })
  const statuses: number[] = []
  for (const [method, path] of requests) {
    statuses.push((await forge.fetch(new Request(`http://forge.test${path}`, { method }))).status)
  }
  return { forge, log, statuses }
}

const hintOf = (method: string, path: string) => unhandledOf(method, `/api/v3${path}`)

describe('a request that reaches no operation', () => {
  it.each([
    ['GET', '/projcts', 'GET /projects'],
    ['GET', '/Projects/1', 'GET /projects/{id}'],
    ['POST', '/project/1/issue', 'POST /projects/{id}/issues'],
    ['GET', '/projects/1/merge-requests', 'GET /projects/{id}/merge_requests'],
    ['PATCH', '/projects/1/issues/1', 'PUT /projects/{id}/issues/{issue_id}'],
    ['HEAD', '/usres', 'GET /users'],
  ])('may be a typo: %s %s', (method, path, meant) => {
    expect(hintOf(method, path)).toEqual({
      reason: 'unknown',
      hint: `No such operation of GitLab 8.15 is known here; did you mean ${meant}?`,
    })
  })

  it.each([
    ['PATCH', '/version', 'GET /version'],
    ['GET', '/versoin', 'GET /version'],
    ['DELETE', '/version', 'GET /version'],
  ])('may be like one that is not served either: %s %s', (method, path, nearest) => {
    expect(hintOf(method, path)).toEqual({
      reason: 'unknown',
      hint: `No such operation of GitLab 8.15 is known here; the nearest that it had, ${nearest}, is not among those that Forgery serves (docs/not-served.md).`,
    })
  })

  it.each([
    ['GET', '/projects/jane/site/issues', 'GET /projects/{id}/issues'],
    ['GET', '/projects/tidewater/website', 'GET /projects/{id}'],
    ['GET', '/projects/tidewater/website.json', 'GET /projects/{id}'],
    ['GET', '/projects/1/repository/tags/v1/rc', 'GET /projects/{id}/repository/tags/{tag_name}'],
    [
      'DELETE',
      '/projects/1/repository/branches/fix/it',
      'DELETE /projects/{id}/repository/branches/{branch}',
    ],
  ])('may have a slash where it must be escaped: %s %s', (method, path, meant) => {
    expect(hintOf(method, path)?.hint).toBe(
      `No such operation of GitLab 8.15 is known here; did you mean ${meant}, with the slash in its parameter written as %2F?`,
    )
  })

  it.each([
    ['GET', '/nonsense'],
    ['GET', '/projects/1/nonsense/2/3'],
    ['GET', '/projects/1/nonsense'],
    ['GET', '/projects/jane%2Fsite/nonsense'],
    ['GET', '/users/jane/nonsense'],
    ['GET', ''],
    ['GET', '/a'.repeat(5000)],
    ['GET', `/${'project'.repeat(9000)}`],
  ])('may be anything else: nothing is suggested', (method, path) => {
    const started = processorTime()
    expect(hintOf(method, path)?.hint).toBe('No such operation of GitLab 8.15 is known here.')
    expect(processorTime() - started).toBeLessThan(500)
  })

  it('may be one that GitLab 8.15 had', () => {
    expect(hintOf('GET', '/version.json')).toEqual({
      reason: 'unserved',
      hint: 'GitLab 8.15 had GET /version; it is not among the operations that Forgery serves (docs/not-served.md).',
    })
  })

  it('may be of another version of the API', () => {
    expect(unhandledOf('GET', '/api/v5/projects')).toEqual({
      reason: 'unknown',
      hint: 'It is not below /api/v4 or /api/v3, which is all that Forgery serves.',
    })
  })

  it('may be an operation of another API', () => {
    expect(unhandledOf('GET', '/api/v3/metadata')).toEqual({
      reason: 'unknown',
      hint: 'This is v3, which has no such operation; v4 has it, below /api/v4.',
    })
    expect(unhandledOf('GET', '/api/v4/projects/1/builds')?.hint).toMatch(
      /^This is v4, .*v3 has it/,
    )
    expect(unhandledOf('PUT', '/api/v4/users/2/block')?.hint).toBe(
      'This is v4, which has no such operation; v3 has it, below /api/v3. In v4 it is POST.',
    )
  })

  it('may be of an API that the forge leaves out', () => {
    expect(unhandledOf('GET', '/api/v3/user', ['v4'])).toEqual({
      reason: 'unknown',
      hint: 'This forge serves v4 alone (`apis`).',
    })
    expect(unhandledOf('GET', '/api/v4/projects/visible', ['v4'])?.hint).not.toContain('v3')
  })

  it('may be none of the API', () => {
    expect(unhandledOf('GET', '/favicon.ico')).toBeUndefined()
  })

  it('finds each operation with a letter too many', () => {
    const missed = operations.filter(({ method, path }) => {
      const asked = path.replace(/\{\w+\}/g, '1').replace(/\/(\w{5,})(?=\/|$)/, '/$1x')
      return hintOf(method, asked)?.hint.includes(`${method} ${path}?`) !== true
    })
    expect(missed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})

describe('the log', () => {
  it('reports each typo once, apart from what is not served', async () => {
    const { log, statuses } = await ask(
      ['GET', '/api/v3/projcts?private_token=root-token'],
      ['GET', '/api/v3/projcts'],
      ['GET', '/api/v3/version'],
      ['GET', '/favicon.ico'],
      ['GET', '/api/v5/projects'],
    )
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    expect(log).toEqual([
      'GET /api/v3/projcts: No such operation of GitLab 8.15 is known here; did you mean GET /projects?',
      'GitLab 8.15 had GET /version; it is not among the operations that Forgery serves (docs/not-served.md).',
      'GET /api/v5/projects: It is not below /api/v4 or /api/v3, which is all that Forgery serves.',
    ])
  })

  it('says nothing where there is nothing to say beside the status', async () => {
    const { log, statuses } = await ask(['GET', '/api/v3/nonsense'], ['GET', '/favicon.ico'])
    expect([log, statuses]).toEqual([[], [404, 404]])
  })

  it('reports a method that is not there like a path', async () => {
    const { log, statuses } = await ask(
      ['PATCH', '/api/v3/projects/1/issues/1'],
      ['PATCH', '/api/v3/version'],
    )
    expect(statuses).toEqual([405, 404])
    expect(log).toEqual([
      'PATCH /api/v3/projects/1/issues/1: No such operation of GitLab 8.15 is known here; did you mean PUT /projects/{id}/issues/{issue_id}?',
      'PATCH /api/v3/version: No such operation of GitLab 8.15 is known here; the nearest that it had, GET /version, is not among those that Forgery serves (docs/not-served.md).',
    ])
  })

  it('shows no secret of the path', async () => {
    const { log } = await ask(['GET', '/api/v3/projcts/root%2Dtoken'])
    expect(log).toEqual([expect.stringMatching(/^GET \/api\/v3\/projcts\/\[MASKED\]: /)])
  })

  it('ends after a hundred of them', async () => {
    const paths = Array.from({ length: 150 }, (_, at) => ['GET', `/api/v3/projcts/${at}`] as const)
    const { log, forge } = await ask(...paths)
    expect(log).toHaveLength(100)
    expect(() => forge.verifyNoUnhandled()).toThrow('/api/v3/projcts/99')
  })
})

describe('the requests for what is not served', () => {
  it('are looked into as long as they are kept', async () => {
    const { forge } = await ask()
    await forge.fetch('http://forge.test/api/v3/nothing')
    const [entry] = forge.requests
    if (!entry) return expect.unreachable()
    let looks = 0
    const unhandled = createUnhandledRequests(() => {})
    for (let number = 0; number < 150; number++) {
      const path = `/api/v3/nothing/${number}`
      const watched = Object.defineProperty({ ...entry, path }, 'unhandled', {
        get: () => {
          looks++
          return { reason: 'unserved', hint: `There is no ${number}.` }
        },
      })
      if (number === 100) looks = 0
      unhandled.note(watched)
    }
    expect(looks).toBe(0)
    expect(() => unhandled.verify()).toThrow('There is no 99.')
  })
})

describe('the journal', () => {
  it('says why a request reached no operation', async () => {
    const { forge } = await ask(
      ['GET', '/api/v3/version'],
      ['PATCH', '/api/v3/projects'],
      ['GET', '/favicon.ico'],
      ['GET', '/api/v3/user'],
      ['GET', '/api/v3/openapi.json'],
    )
    expect(forge.requests.map(({ unhandled }) => unhandled?.reason)).toEqual([
      'unserved',
      'unknown',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('forge.verifyNoUnhandled', () => {
  it('throws nothing where all was served, whatever the answer', async () => {
    const { forge, statuses } = await ask(['GET', '/api/v3/user'], ['GET', '/favicon.ico'])
    expect(statuses).toEqual([401, 404])
    expect(() => forge.verifyNoUnhandled()).not.toThrow()
  })

  it('names each request once, with what was meant', async () => {
    const { forge } = await ask(
      ['GET', '/api/v3/version?page=1'],
      ['GET', '/api/v3/version?page=2'],
      ['PATCH', '/api/v3/projcts'],
    )
    expect(() => forge.verifyNoUnhandled()).toThrow(
      new Error(
        [
          'Requests were made for what Forgery does not serve:',
          '  GET /api/v3/version (2 times): GitLab 8.15 had GET /version; it is not among the operations that Forgery serves (docs/not-served.md).',
          '  PATCH /api/v3/projcts: No such operation of GitLab 8.15 is known here; did you mean GET /projects?',
        ].join('\n'),
      ),
    )
  })

  it('forgets them where the journal is cleared, and at a reset', async () => {
    for (const clear of ['clear', 'reset']) {
      const { forge } = await ask(['GET', '/api/v3/nonsense'])
      if (clear === 'clear') forge.requests.clear()
      else forge.reset()
      expect(() => forge.verifyNoUnhandled()).not.toThrow()
    }
  })

  it('knows of a request that the journal has forgotten', async () => {
    const forge = await createTestForge({ journalLimit: 0, log: () => {} })
    await forge.fetch(new Request('http://forge.test/api/v3/nonsense'))
    expect(() => forge.verifyNoUnhandled()).toThrow('/api/v3/nonsense')
  })
})
