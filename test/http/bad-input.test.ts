import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from '../../src/adapters/server/listen.ts'
import { processorTime } from '../growth.ts'
import { createTestForge, describeTransports } from '../harness.ts'

const bodyLimit = 100_000
const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

describeTransports('bad input', { seed, bodyLimit }, (api) => {
  async function send(body: BodyInit, type = 'application/json', path = '/user/emails') {
    const before = JSON.stringify(api.forge.snapshot())
    const reply = await api.request(`/api/v3${path}`, {
      method: 'POST',
      headers: { 'private-token': 'root-token', 'content-type': type },
      body,
    })
    if (reply.status >= 400) expect(JSON.stringify(api.forge.snapshot())).toBe(before)
    return reply
  }
  const bytes = (...codes: number[]) => Uint8Array.from(codes)

  it.each([
    '{',
    '{"email": ',
    'nonsense',
    "{'email': 1}",
    '{"email": "a@b.c"} x',
    '\u0000',
    '{"a":1,}',
  ])('refuses malformed JSON: %j', async (body) => {
    const { status, body: answer } = await send(body)
    expect(status).toBe(400)
    expect(answer.message).toMatch(/^400 \(Bad request\) the body is not JSON/)
  })

  it('does not quote a broken body back', async () => {
    const { body } = await send('{"password": "hunter2-very-secret", "email" "x"}')
    expect(body.message).not.toContain('hunter2')
  })

  it.each(['[]', '"text"', '5', 'null', 'true', '[{"email":"a@b.c"}]'])(
    'finds no parameters in JSON that is no object: %s',
    async (body) => {
      const refused = await send(body)
      expect(refused.body).toEqual({ message: '400 (Bad request) "email" not given' })
      const taken = await send(body, 'application/json', '/user/emails?email=a@b.example')
      expect([taken.status, taken.body.email]).toEqual([201, 'a@b.example'])
    },
  )

  it.each(['1e999', '-1e999'])(
    'refuses the number %s, which is none, for a text',
    async (number) => {
      const { status, body } = await send(`{"email": ${number}}`)
      expect([status, body]).toEqual([400, { message: { email: ['is invalid'] } }])
      const group = await api.request('/api/v3/groups', {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: `{"name": ${number}, "path": "endless"}`,
      })
      expect([group.status, group.body]).toEqual([400, { message: { name: ['is invalid'] } }])
    },
  )

  it.each(['application/xml', 'image/png', 'text/html', 'text/plain', 'x'])(
    'refuses another type: %s',
    async (type) => {
      const { status, body } = await send('<email>a@b.c</email>', type)
      expect([status, body]).toEqual([415, { message: `415 Unsupported Media Type: ${type}` }])
    },
  )

  it('takes no body at all for no parameters, whatever its type', async () => {
    expect((await send('', 'application/xml')).body.message).toContain('"email"')
    expect((await send('', 'application/json')).body.message).toContain('"email"')
  })

  it.each([
    ['JSON', 'application/json', `{"email":"${'a'.repeat(bodyLimit)}"}`],
    ['a form', 'application/x-www-form-urlencoded', `email=${'a'.repeat(bodyLimit)}`],
    ['another type', 'image/png', 'a'.repeat(bodyLimit + 1)],
  ])('refuses a body over the limit: %s', async (_, type, body) => {
    const { status, body: answer } = await send(body, type)
    expect(status).toBe(413)
    expect(answer.message).toMatch(/^413 /)
  })

  it('takes a body of just the limit', async () => {
    const body = JSON.stringify({ email: 'a@b.example', filler: '' })
    const filled = body.replace('""', `"${'x'.repeat(bodyLimit - body.length)}"`)
    expect(filled).toHaveLength(bodyLimit)
    expect((await send(filled)).status).toBe(201)
  })

  it.each([
    '{"__proto__": {"email": "a@b.c"}}',
    '{"constructor": {"prototype": {"email": "a@b.c"}}}',
    '{"__proto__": null, "hasOwnProperty": 1, "toString": 2}',
  ])('takes the names of prototypes for unknown parameters: %s', async (body) => {
    const { status, body: answer } = await send(body)
    expect(status).toBe(400)
    expect(answer.message).toContain('"email"')
    expect(Object.hasOwn(Object.prototype, 'email')).toBe(false)
  })

  it.each([
    '__proto__[email]=a@b.c',
    'constructor[prototype][email]=a@b.c',
    'email[__proto__][x]=1',
    '__proto__=1',
    'email[]=1&email[__proto__]=2',
  ])('and those of a form: %s', async (body) => {
    const { status } = await send(body, 'application/x-www-form-urlencoded')
    expect(status).toBe(400)
    const fresh: Record<string, unknown> = {}
    expect([fresh.email, fresh.x, fresh.prototype]).toEqual([undefined, undefined, undefined])
  })

  it('answers a query with the names of prototypes', async () => {
    const query = '__proto__[admin]=1&constructor=1&__proto__=2&toString[]=3'
    expect((await api.as('jane').get(`/users?${query}`)).status).toBe(200)
  })

  it.each([
    ['JSON', 'application/json', '{"title":"a\\u0000b","key":"x"}'],
    ['a form', 'application/x-www-form-urlencoded', 'title=a%00b&key=x'],
  ])('refuses a null byte in %s', async (_, type, body) => {
    const { status, body: answer } = await send(body, type, '/user/keys')
    expect([status, answer]).toEqual([400, { message: { title: ['contains a null byte'] } }])
  })

  it('refuses a null byte in a query', async () => {
    expect((await api.as('jane').get('/users?search=%00')).status).toBe(400)
  })

  it.each([
    ['a byte that begins nothing', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['an overlong slash', bytes(0x22, 0xc0, 0xaf, 0x22)],
    ['half a surrogate pair', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00)],
  ])('refuses what is not UTF-8: %s', async (_, body) => {
    const { status, body: answer } = await send(body)
    expect([status, answer]).toEqual([
      400,
      { message: '400 (Bad request) the body is not UTF-8 text' },
    ])
  })

  it('refuses escapes that are not UTF-8', async () => {
    const message = '400 (Bad request) a parameter is not UTF-8 text'
    const form = await send('email=%ff%fe', 'application/x-www-form-urlencoded')
    expect([form.status, form.body]).toEqual([400, { message }])
    const query = await api.as('jane').get('/users?search=%c3%28')
    expect([query.status, query.body]).toEqual([400, { message }])
  })

  it.each(['100%', '%', '%zz', 'a%2', '%%%'])(
    'takes a lone percent sign as it is: %s',
    async (text) => {
      const { status, body } = await api.as('jane').get(`/users?search=${text}`)
      expect([status, body]).toEqual([200, []])
      expect(api.forge.requests.at(-1)?.path).toContain('search=')
    },
  )

  it('takes a byte order mark before JSON', async () => {
    const { status } = await send(`\ufeff${JSON.stringify({ email: 'a@b.example' })}`)
    expect(status).toBe(201)
  })

  it.each(['1e400', '-1e400', '99999999999999999999999', '1.5', '2147483648'])(
    'refuses an absurd number: %s',
    async (number) => {
      const body = `{"email":"a@b.c","username":"a","name":"a","password":"12345678","projects_limit":${number}}`
      const { status, body: answer } = await send(body, 'application/json', '/users')
      expect(status).toBe(400)
      expect(Object.keys(answer.message)).toEqual(['projects_limit'])
    },
  )

  it('refuses depths', async () => {
    const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect((await send(deep)).body).toEqual({ message: { email: ['is invalid'] } })
    const objects = `${'{"email":'.repeat(9000)}1${'}'.repeat(9000)}`
    expect((await send(objects)).body).toEqual({ message: { email: ['is invalid'] } })
    const form = `email${'[a]'.repeat(5000)}=1`
    expect((await send(form, 'application/x-www-form-urlencoded')).status).toBe(400)
  })

  it('reads names of nothing but brackets in no time', async () => {
    const started = processorTime()
    const body = `a${'['.repeat(bodyLimit - 3)}=`
    expect((await send(body, 'application/x-www-form-urlencoded')).status).toBe(400)
    expect((await api.as('jane').get(`/user${'/'.repeat(8000)}x`)).status).toBe(404)
    expect(
      (await api.as('jane').get(`/projects/1/repository/branches${'/a'.repeat(4000)}`)).status,
    ).toBeLessThan(500)
    expect(processorTime() - started).toBeLessThan(3000)
  })

  it('refuses huge arrays where one value belongs', async () => {
    const many = Array.from({ length: 20_000 }, () => 1)
    expect((await send(JSON.stringify({ email: many }))).status).toBe(400)
    const form = 'email[]=1&'.repeat(9000)
    expect((await send(form, 'application/x-www-form-urlencoded')).status).toBe(400)
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
    'refuses a multipart form that is none: %s',
    async (type) => {
      const { status, body } = await send('email=a@b.c', type)
      expect([status, body]).toEqual([
        400,
        { message: '400 (Bad request) the body is not a multipart form' },
      ])
    },
  )

  it('refuses a token or a sudo with parts', async () => {
    const query = 'private_token[]=root-token&sudo[a]=1&access_token[x][]=2'
    expect((await api.request(`/api/v3/user?${query}`)).status).toBe(401)
  })
})

it('does not read a body that is too large to its end', async () => {
  const forge = await createTestForge({ seed, bodyLimit })
  let sent = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536))
    },
    cancel() {
      isCancelled = true
    },
  })
  const init = { method: 'POST', headers: { 'private-token': 'root-token' }, body, duplex: 'half' }
  const request = new Request('http://forge.test/api/v3/user/emails', init as RequestInit)
  expect((await forge.fetch(request)).status).toBe(413)
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(5 * bodyLimit)
})

it('refuses a body that breaks off', async () => {
  const log: string[] = []
  const forge = await createTestForge({ seed, log: (line) => log.push(line) })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'))
      controller.error(new Error('gone'))
    },
  })
  const init = { method: 'POST', headers: { 'private-token': 'root-token' }, body, duplex: 'half' }
  const response = await forge.fetch(
    new Request('http://forge.test/api/v3/user/emails', init as RequestInit),
  )
  expect(response.status).toBe(400)
  expect(log).toEqual([])
})

/** What no client sends: over a socket, since `fetch` refuses to. */
it.each([
  ['a host that is none', 'GET /api/v3/user HTTP/1.1\r\nHost: "><script>\r\n'],
  ['a host with a path', 'GET /api/v3/user HTTP/1.1\r\nHost: a/b?c\r\n'],
  ['an address of its own', 'GET http://evil.example/api/v3/user HTTP/1.1\r\nHost: forge.test\r\n'],
  ['a path without a slash', 'GET api/v3/user HTTP/1.1\r\nHost: forge.test\r\n'],
])('answers %s with a 4xx or for itself', async (_, head) => {
  const forge = await createTestForge({ seed })
  const { port, close } = await listen(forge, { port: 0 })
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.end(`${head}Private-Token: root-token\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  await close()
  expect(answer).toMatch(/^HTTP\/1.1 (200|4\d\d) /)
  expect(answer).not.toContain('<script>')
})
