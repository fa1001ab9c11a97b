import http from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { verify } from '../../../src/verify/index.ts'
import { textReport } from '../../../src/verify/reports/index.ts'
import { proxyBefore, readAnswer, serveFor, serveForge, serveRunningForge } from './proxied.ts'

const asJane = { 'private-token': 'jane-token' }
const asRoot = { 'private-token': 'root-token' }
const json = { ...asJane, 'content-type': 'application/json' }
const megabyte = 1024 * 1024
const baseUrl = 'http://forge.test'

describe('a proxy before a forge', () => {
  it.each<[string, string, RequestInit]>([
    ['a list', '/projects/1/issues?per_page=2&page=3', { headers: asJane }],
    ['a project by its path', '/projects/jane%2Fboat', { headers: asJane }],
    ['an error', '/projects/4711', { headers: asJane }],
    ['no credentials', '/projects', {}],
    ['a file', '/projects/1/repository/archive', { headers: asJane }],
    ['a refused write', '/projects/1/issues', { method: 'POST', headers: json, body: '{}' }],
    ['a head', '/projects/1/issues', { method: 'HEAD', headers: asJane }],
    ['an empty POST', '/projects/1/issues/1/todo', { method: 'POST', headers: asJane }],
    ['a DELETE', '/projects/1/issues/4711', { method: 'DELETE', headers: asJane }],
    ['another API', '/../v4/projects', { headers: asJane }],
  ])('answers %s as the forge does', async (_, path, init) => {
    // Twice the same state: a fresh forge each way, at one address, which is in bodies and their ETags.
    const [forge, other] = [await serveForge({ baseUrl }), await serveForge({ baseUrl })]
    const { url } = await proxyBefore(forge)
    const direct = await readAnswer(await fetch(`${other}/api/v3${path}`, init))
    expect(await readAnswer(await fetch(`${url}/api/v3${path}`, init))).toEqual(direct)
  })

  it('passes a client that verifies, and finds nothing wrong with its answers', async () => {
    const { url, results, observer } = await proxyBefore(await serveRunningForge())
    const run = verify({ url, token: 'root-token', only: ['Issues', 'listTags'] })
    const { isPassed, failures, requests } = await run.summary
    expect(failures.map(({ result }) => result)).toEqual([])
    expect(isPassed).toBe(true)
    expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    expect(observer.summary()).toMatchObject({ isPassed: true, requests })
    expect(requests).toBeGreaterThan(100)
  })

  it('checks answers by the contract of v4, lists without totals among them', async () => {
    const { url, results, observer } = await proxyBefore(await serveRunningForge(), { api: 'v4' })
    const only = ['Issues', 'listCommits', 'Metadata']
    const run = verify({ url: `${url}/api/v4`, token: 'root-token', only })
    const { failures, requests } = await run.summary
    expect(failures.map(({ result }) => result)).toEqual([])
    const byKeys = '/api/v4/projects?pagination=keyset&order_by=id&per_page=1'
    expect((await fetch(`${url}${byKeys}`, { headers: asRoot })).headers.get('x-page')).toBeNull()
    expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    expect(observer.summary()).toMatchObject({ api: 'v4', isPassed: true, requests: requests + 1 })
  })

  it('tells an answer that breaks the contract of v4', async () => {
    const broken = { id: 1, iid: '1', title: 4711 }
    const address = await serveFor((_, answer) => {
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(broken))
    })
    const { url, results } = await proxyBefore(address, { api: 'v4' })
    await (await fetch(`${url}/api/v4/projects/1/issues/1`, { headers: asJane })).text()
    expect(results).toMatchObject([{ operation: 'getIssue', aspect: 'schema', verdict: 'failed' }])
  })

  it('reports which operations and statuses the traffic covered', async () => {
    const { url, observer, close } = await proxyBefore(await serveForge())
    for (const path of ['projects/1/issues/1', 'projects/1/issues/1', 'projects/1/issues/99']) {
      await (await fetch(`${url}/api/v3/${path}`, { headers: asJane })).text()
    }
    await (await fetch(`${url}/api/v4/projects/12`, { headers: asJane })).text()
    await close()
    const { operations, unknownRequests, requests } = observer.summary()
    expect(requests).toBe(4)
    const covered = operations.filter(({ statuses }) => statuses)
    expect(covered).toMatchObject([{ operation: 'getIssue', statuses: { 200: 2, 404: 1 } }])
    expect(covered[0]?.aspects).toMatchObject([
      { aspect: 'status', verdict: 'passed' },
      { aspect: 'media-type', verdict: 'passed' },
      { aspect: 'schema', verdict: 'passed' },
    ])
    expect(unknownRequests).toEqual([{ request: 'GET /api/v#/projects/#', times: 1 }])
  })

  it('lets links lead to the server, or back to the proxy where it is asked to', async () => {
    const forge = await serveForge()
    for (const keepsHost of [false, true]) {
      const { url } = await proxyBefore(forge, { keepsHost })
      const answer = await fetch(`${url}/api/v3/projects/1/issues`, { headers: asJane })
      expect(answer.headers.get('link')).toContain(`<${keepsHost ? url : forge}/api/v3/`)
    }
  })
})

describe('a faulty answer', () => {
  const user = { id: 1, username: 'jane', name: 'Jane', state: 'active', web_url: 'http://a.test' }

  it.each<[string, number, Record<string, string>, string, object]>([
    ['a field that is missing', 200, {}, JSON.stringify([user]), { aspect: 'schema' }],
    ['another status', 201, {}, '[]', { aspect: 'status', expected: '200', received: '201' }],
    ['a failure', 500, {}, '{}', { aspect: 'status' }],
    ['HTML', 200, { 'content-type': 'text/html' }, '<p>', { aspect: 'media-type' }],
    ['no pagination headers', 200, {}, '[]', { aspect: 'pagination:headers' }],
    ['an error without a message', 401, {}, '{"code":1}', { aspect: 'schema' }],
  ])('is reported: %s', async (_, status, headers, body, failure) => {
    const server = await serveFor((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
    const { url, results, observer, close } = await proxyBefore(server)
    const answer = await fetch(`${url}/api/v3/users`, { headers: asRoot })
    expect([answer.status, await answer.text()]).toEqual([status, body])
    await close()
    expect(results).toContainEqual(
      expect.objectContaining({ verdict: 'failed', operation: 'listUsers', ...failure }),
    )
    expect(observer.summary().isPassed).toBe(false)
  })

  it('is found in gzip, which goes through as it came', async () => {
    const bytes = gzipSync(JSON.stringify({ ...user, id: 'one' }))
    const server = await serveFor((_request, response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end(bytes)
    })
    const { url, results, close } = await proxyBefore(server)
    const received = await rawGet(`${url}/api/v3/users/1`)
    expect(received.headers['content-encoding']).toBe('gzip')
    expect(received.bytes.equals(bytes)).toBe(true)
    await close()
    const failure = results.find(({ aspect }) => aspect === 'schema')
    expect(failure?.received).toContain('body/id must be integer')
  })

  it('is reported once as it happens and in the summary, with how often, and without a secret', async () => {
    const server = await serveFor((_request, response) => {
      const body = { private_token: 'the-token-of-jane', echo: 'query-secret', id: 'one' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    })
    const { url, results, observer, close } = await proxyBefore(server)
    for (let times = 0; times < 3; times++) {
      const path = '/api/v3/users/1?private_token=query-secret'
      const headers = { 'private-token': 'header-secret', authorization: 'Bearer bearer-secret' }
      await (await fetch(`${url}${path}`, { headers })).text()
    }
    await close()
    expect(results.filter(({ aspect }) => aspect === 'schema')).toHaveLength(1)
    const { failures } = observer.summary()
    expect(failures.filter(({ result }) => result.aspect === 'schema')).toMatchObject([
      { times: 3 },
    ])
    expect(textReport(observer.summary())).toMatch(
      /^FAILED getUser schema .* and 2 more of the same cause$/m,
    )
    expect(JSON.stringify([results, failures])).not.toMatch(/-secret|the-token-of-jane/)
  })

  it('is reported where the server is gone, or breaks off', async () => {
    const gone = await proxyBefore('http://127.0.0.1:1')
    const answer = await fetch(`${gone.url}/api/v3/users`)
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({ message: expect.stringContaining('ECONNREFUSED') })
    expect(gone.results).toMatchObject([{ aspect: 'status', operation: 'listUsers' }])

    const server = await serveFor((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('[')
      setTimeout(() => response.destroy(), 50)
    })
    const broken = await proxyBefore(server)
    const reading = fetch(`${broken.url}/api/v3/users`).then((response) => response.text())
    await expect(reading).rejects.toThrow()
    await expect.poll(() => broken.results).toMatchObject([{ received: /after 1 bytes/ }])
  })
})

describe('what passes', () => {
  it('reaches the server unchanged: method, path, headers and body', async () => {
    const seen: { line: string; raw: string[]; body: string }[] = []
    const server = await serveFor(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ line: `${request.method} ${request.url}`, raw: request.rawHeaders, body })
      response.writeHead(204).end()
    })
    const { url } = await proxyBefore(`${server}/base`)
    const lines = [
      'DELETE /api/v3/projects/a%2Fb/x?q=%20+&q= HTTP/1.1',
      'Host: proxy.test',
      'X-Mixed-Case: Yes',
      'Connection: close, X-Hop',
      'X-Hop: 1',
      'Transfer-Encoding: chunked',
      '',
      '4\r\nbody\r\n0\r\n\r\n',
    ]
    await rawSend(url, lines.join('\r\n'))
    expect(seen).toMatchObject([
      { line: 'DELETE /base/api/v3/projects/a%2Fb/x?q=%20+&q=', body: 'body' },
    ])
    const raw = seen[0]?.raw ?? []
    expect(raw).toContain('X-Mixed-Case')
    expect(raw).toContain(new URL(server).host)
    expect(raw).not.toContain('X-Hop')
  })

  it('is sent when the server is ready for it, where the client waits for that', async () => {
    const server = await serveFor(async (request, response) => {
      let length = 0
      for await (const chunk of request) length += chunk.length
      response.end(String(length))
    })
    const { url } = await proxyBefore(server)
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { expect: '100-continue', 'content-length': '5' }
      const request = http.request(
        `${url}/api/v3/users`,
        { method: 'POST', headers },
        (response) => {
          response.setEncoding('utf8').once('data', resolve)
        },
      )
      request.once('continue', () => request.end('hello'))
      request.once('error', reject)
      request.flushHeaders()
    })
    expect(answer).toBe('5')
  })

  it('may be 200 MB long either way, in constant memory', async () => {
    const chunk = Buffer.alloc(megabyte, 'x')
    const server = await serveFor(async (request, response) => {
      let length = 0
      for await (const part of request) length += part.length
      response.writeHead(200, { 'x-received': String(length), 'content-type': 'application/json' })
      for (let sent = 0; sent < 200; sent++) {
        if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end()
    })
    const { url, observer, close } = await proxyBefore(server)
    const before = process.memoryUsage().rss
    let [most, received] = [0, 0]
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request(`${url}/api/v3/users`, { method: 'POST' }, resolve)
      request.once('error', reject)
      void sendAll(request, chunk)
    })
    for await (const part of answer) {
      received += part.length
      most = Math.max(most, process.memoryUsage().rss - before)
    }
    expect(answer.headers['x-received']).toBe(String(200 * megabyte))
    expect(received).toBe(200 * megabyte)
    // Both ends and the proxy share this process; the streams alone are 400 MB.
    expect(most).toBeLessThan(150 * megabyte)
    await close()
    const created = observer
      .summary()
      .operations.find(({ operation }) => operation === 'createUser')
    expect(created?.aspects).toContainEqual(
      expect.objectContaining({
        aspect: 'schema',
        verdict: 'not tested',
        reason: expect.stringContaining('too long'),
      }),
    )
  })

  it('waits for a client that stalls, which disturbs nobody else', async () => {
    let sent = 0
    const chunk = Buffer.alloc(megabyte)
    const server = await serveFor(async (request, response) => {
      if (request.url !== '/api/v3/large') return response.end('soon')
      for (; sent < 500 && !response.destroyed; sent++) {
        if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
      }
    })
    const { url } = await proxyBefore(server)
    const { port, hostname } = new URL(url)
    const stalled = connect(Number(port), hostname)
    stalled.write('GET /api/v3/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    stalled.pause()
    await expect.poll(() => sent).toBeGreaterThan(0)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${url}/api/v3/small`)).text()),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, () => 'soon'))
    expect(sent).toBeLessThan(100)
    stalled.destroy()
  })
})

async function sendAll(request: http.ClientRequest, chunk: Buffer): Promise<void> {
  for (let sent = 0; sent < 200; sent++) {
    if (!request.write(chunk)) await new Promise((resolve) => request.once('drain', resolve))
  }
  request.end()
}

function rawGet(url: string): Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({ headers: response.headers, bytes: Buffer.concat(chunks) })
      })
      .once('error', reject)
  })
}

/** Sends bytes as they are, and waits for the end of the answer. */
function rawSend(url: string, text: string): Promise<void> {
  const { port, hostname } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.once('error', reject)
    socket.on('data', () => {})
    socket.once('close', () => resolve())
  })
}
