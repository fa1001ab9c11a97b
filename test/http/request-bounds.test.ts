import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }], projects: [{ path: 'root/site' }] }
const MAX_PARAMETERS = 50_000
const tooMany = {
  message: `413 Request Entity Too Large: a request may have ${MAX_PARAMETERS} parameters, those within others counted`,
}

interface Sent {
  readonly body: string | (() => never)
  readonly type?: string
  readonly token?: string
  readonly path?: string
}

async function send({ body, type = 'application/json', token, path = '/projects' }: Sent) {
  const forge = await createTestForge({ seed, validateResponses: false })
  const headers = new Headers({ 'content-type': type, ...(token && { 'private-token': token }) })
  const bytes = new TextEncoder()
  const { status, body: answer } = await forge.answer({
    method: 'POST',
    url: `http://forge.test/api/v3${path}`,
    headers,
    body: () => bytes.encode(typeof body === 'string' ? body : body()),
    signal: new AbortController().signal,
  })
  return { status, answer: JSON.parse(String(answer)) as unknown, forge }
}

const form = (count: number, name = 'n') =>
  Array.from({ length: count }, (_, index) => `${name}${index}=`).join('&')
const multipart = (count: number) =>
  `${Array.from({ length: count }, (_, index) => `--B\r\nContent-Disposition: form-data; name="n${index}"\r\n\r\n\r\n`).join('')}--B--\r\n`
const formType = 'application/x-www-form-urlencoded'
const multipartType = 'multipart/form-data; boundary=B'

const unread = (): never => {
  throw new Error('The body was read.')
}

it('does not read the body of who presents a token that does not hold', async () => {
  const { status } = await send({ body: unread, token: 'nobody' })
  expect(status).toBe(401)
  expect((await send({ body: unread, path: '/projects?private_token=nobody' })).status).toBe(401)
})

it('takes a token in a body where there is none beside it', async () => {
  const { status } = await send({ body: 'name=a&private_token=root-token', type: formType })
  expect(status).toBe(201)
})

it('lets the token in a body say who asks where the one in the headers holds as well', async () => {
  const body = JSON.stringify({ name: 'b', private_token: 'nobody' })
  expect((await send({ body, token: 'root-token' })).status).toBe(401)
})

it.each([
  ['a form', { body: form(MAX_PARAMETERS + 1), type: formType }],
  ['a form of one list', { body: `${'a[]=&'.repeat(MAX_PARAMETERS)}a[]=`, type: formType }],
  ['a multipart form', { body: multipart(MAX_PARAMETERS + 1), type: multipartType }],
  [
    'JSON',
    {
      body: `{"a":{${form(MAX_PARAMETERS)
        .replaceAll(/(n\d+)=/g, '"$1":1')
        .replaceAll('&', ',')}}}`,
    },
  ],
  ['a list in JSON', { body: `{"a":[${'1,'.repeat(MAX_PARAMETERS)}1]}` }],
])('refuses more parameters than it may have: %s', async (_, sent) => {
  expect(await send({ ...sent, token: 'root-token' })).toMatchObject({
    status: 413,
    answer: tooMany,
  })
  expect(await send(sent)).toMatchObject({ status: 413, answer: tooMany })
})

it.each([
  ['a form', { body: `name=a&${form(MAX_PARAMETERS - 1)}`, type: formType }],
  ['texts of JSON', { body: JSON.stringify({ name: 'a', description: '",:{[\\"'.repeat(200) }) }],
])('takes as many: %s', async (_, sent) => {
  const { status } = await send({ ...sent, token: 'root-token' })
  expect(status).toBe(201)
})

it.each([
  ['a form', formType, `${'n=1&'.repeat(900_000)}`],
  ['JSON', 'application/json', `{"a":[${'1,'.repeat(2_000_000)}1]}`],
  ['a multipart form', multipartType, multipart(100_000)],
])('counts them in time that nobody feels: %s', async (_, type, body) => {
  await send({ body, type })
  const before = process.cpuUsage()
  await send({ body, type })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(250)
})

it('hands out bytes that are not its own', async () => {
  const { forge } = await send({ body: '{"name":"a"}', token: 'root-token' })
  const headers = new Headers({ 'private-token': 'root-token', 'content-type': 'application/json' })
  const ask = (method: string, path: string, body?: object) =>
    forge.answer({
      method,
      url: `http://forge.test/api/v3/projects/1/repository${path}`,
      headers,
      body: body ? () => new TextEncoder().encode(JSON.stringify(body)) : null,
      signal: new AbortController().signal,
    })
  const file = {
    branch_name: 'master',
    file_path: 'a.txt',
    content: 'Hello',
    commit_message: 'Begin',
  }
  expect((await ask('POST', '/files', file)).status).toBe(201)
  const read = async () => (await ask('GET', '/blobs/master?filepath=a.txt')).body
  const first = await read()
  if (!(first instanceof Uint8Array)) expect.fail('No bytes were answered.')
  first.fill(0)
  expect(new TextDecoder().decode(((await read()) ?? expect.fail()) as Uint8Array)).toBe('Hello')
})
