import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { proxyBefore, serveFor } from './proxied.ts'

/** A server that writes down which requests reach it, and a proxy before it. */
async function setUp(path = '', access = {}) {
  const asked: string[] = []
  const server = await serveFor(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    response.end('secret')
  })
  const { url } = await proxyBefore(`${server}${path}`, access)
  const { port } = new URL(url)
  return { asked, port: Number(port) }
}

/** Sends lines as they are, and resolves with the status and the body of the answer. */
function send(port: number, ...lines: string[]): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n')),
    )
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body })
    })
  })
}

it.each(['attacker.example', 'attacker.example:8090', '127.0.0.1.attacker.example'])(
  'passes nothing on that was asked under another name (DNS rebinding): %s',
  async (host) => {
    const { asked, port } = await setUp()
    const { status, body } = await send(port, 'GET /api/v3/users HTTP/1.1', `Host: ${host}`)
    expect(status).toBe(421)
    expect(body).toContain(`to answer as ${host.replace(/:\d+$/, '')}, serve with --allow-host`)
    expect(asked).toEqual([])
  },
)

it('goes by the header Host and by the address of the request', async () => {
  const { asked, port } = await setUp()
  const line = 'GET http://attacker.example/api/v3/users HTTP/1.1'
  expect((await send(port, line, 'Host: localhost')).status).toBe(421)
  expect((await send(port, 'GET / HTTP/1.1', 'Host: a b')).status).toBe(400)
  expect(asked).toEqual([])
})

it('passes on what is asked under the names of this machine, and those that are allowed', async () => {
  const { asked, port } = await setUp('', { allowedHosts: ['proxy.example'] })
  for (const host of ['127.0.0.1', `localhost:${port}`, 'forge.test', 'proxy.example:80']) {
    expect((await send(port, 'GET / HTTP/1.1', `Host: ${host}`)).status).toBe(200)
  }
  expect(asked).toHaveLength(4)
})

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
  'passes no %s on that a page of another origin makes a browser send',
  async (method) => {
    const { asked, port } = await setUp('', { corsOrigins: ['https://app.example'] })
    const from = (origin: string) =>
      send(port, `${method} /api/v3/users HTTP/1.1`, 'Host: 127.0.0.1', `Origin: ${origin}`)
    expect((await from('https://attacker.example')).status).toBe(403)
    expect((await from('null')).status).toBe(403)
    expect(asked).toEqual([])
    expect((await from('http://localhost:3000')).status).toBe(200)
    expect((await from('https://app.example')).status).toBe(200)
    expect(asked).toHaveLength(2)
  },
)

it.each([
  '/../admin',
  '/../../admin',
  '/api/../../admin',
  '/..',
  '/%2e%2e/admin',
  '/.%2E/admin',
  '/..%2fadmin',
  '/api/v3/..%2f..%2f..%2fadmin',
  '/%252e%252e/admin',
  '/..\\admin',
  '/..%5cadmin',
  '/..;/admin',
  '/./../admin',
  '//../../admin',
  'http://127.0.0.1/../admin',
])('passes nothing on that leaves the base path of the server: %s', async (path) => {
  const { asked, port } = await setUp('/forge')
  const { status, body } = await send(port, `GET ${path} HTTP/1.1`, 'Host: 127.0.0.1')
  expect([status, body]).toEqual([
    400,
    '{"message":"400 Bad Request: the path leaves /forge, which the proxy passes on to"}',
  ])
  expect(asked).toEqual([])
})

it.each(['/api/v3/../v4/x', '/a%2Fb/..%2Fc', '/api/v3/files?path=../../x', '/a..b/%', '/%zz'])(
  'passes a path on as it is that stays below the base path: %s',
  async (path) => {
    const { asked, port } = await setUp('/forge')
    const { status } = await send(port, `GET ${path} HTTP/1.1`, 'Host: 127.0.0.1')
    expect([status, asked]).toEqual([200, [`GET /forge${path}`]])
  },
)
