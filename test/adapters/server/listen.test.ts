import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Listening, type ListenOptions, listen } from '../../../src/adapters/server/listen.ts'
import { createTestForge } from '../../harness.ts'

let listening: Listening | undefined
afterEach(() => listening?.close())

async function serve(options: ListenOptions = {}) {
  const forge = await createTestForge({ bodyLimit: 100_000 })
  listening = await listen(forge, { port: 0, ...options })
  return listening
}

/** What is answered to the text of a request, as it comes: `fetch` sends none of these. */
function send({ port, host }: Listening, ...texts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      for (const text of texts) socket.write(text)
    })
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const head = 'Host: localhost\r\nPrivate-Token: root-token\r\nConnection: close\r\n'

it('answers 408 to a request that does not end', async () => {
  const server = await serve({ requestTimeout: 200 })
  const unfinished = `POST /api/v3/users HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\n{`
  expect(await send(server, unfinished)).toMatch(/^HTTP\/1\.1 408 /)
})

it('answers 413 to a body that says it is too long, before it comes', async () => {
  const server = await serve()
  const announced = `POST /api/v3/users HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100001\r\n\r\n`
  expect(await send(server, announced)).toMatch(/^HTTP\/1\.1 413 /)
})

it('answers 414 to an address that is too long, and to one that is not the operation', async () => {
  const server = await serve()
  const address = (length: number) =>
    `GET /api/v3/users?search=${'x'.repeat(length)} HTTP/1.1\r\n${head}\r\n`
  expect(await send(server, address(17_000))).toMatch(/^HTTP\/1\.1 414 /)
  expect(await send(server, address(15_000))).toMatch(/^HTTP\/1\.1 200 /)
})

it('answers 431 to headers that are too long', async () => {
  const server = await serve()
  const large = `GET /api/v3/users HTTP/1.1\r\n${head}X-Large: ${'x'.repeat(70_000)}\r\n\r\n`
  expect(await send(server, large)).toMatch(/^HTTP\/1\.1 431 /)
})

it('checks the host on a loopback address, and where it is given those to take', async () => {
  const asked =
    'GET /api/v3/user HTTP/1.1\r\nHost: evil.example\r\nPrivate-Token: root-token\r\nConnection: close\r\n\r\n'
  expect(await send(await serve(), asked)).toMatch(/^HTTP\/1\.1 421 /)
  await listening?.close()
  expect(await send(await serve({ allowedHosts: ['evil.example'] }), asked)).toMatch(
    /^HTTP\/1\.1 200 /,
  )
  await listening?.close()
  const open = await serve({ host: '0.0.0.0' })
  expect(await send({ ...open, host: '127.0.0.1' }, asked)).toMatch(/^HTTP\/1\.1 200 /)
})

it('leaves control open to this machine alone, and closed where it is asked to', async () => {
  const reset = `POST /_forge/reset HTTP/1.1\r\n${head}X-Forge-Control: 1\r\nContent-Length: 0\r\n\r\n`
  expect(await send(await serve(), reset)).toMatch(/^HTTP\/1\.1 200 /)
  await listening?.close()
  expect(await send(await serve({ controlToken: null }), reset)).toMatch(/^HTTP\/1\.1 403 /)
  await listening?.close()
  const open = await serve({ host: '0.0.0.0' })
  expect(await send({ ...open, host: '127.0.0.1' }, reset)).toMatch(/^HTTP\/1\.1 403 /)
})

it('answers to a body behind a proxy that is trusted', async () => {
  const server = await serve({ trustProxy: true })
  const body = 'name=website'
  const asked = `POST /api/v3/projects HTTP/1.1\r\n${head}X-Forwarded-Host: forge.example\r\nX-Forwarded-Proto: https\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const answer = await send(server, asked)
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(answer).toContain('"web_url":"https://forge.example/root/website"')
})

it('shows pages to browsers, and signs in who has a password', async () => {
  const server = await serve({ controlToken: 'a-control-token' })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
      ...init,
    })
  expect((await ask('/users/sign_in')).status).toBe(200)
  expect((await ask('/nobody/nothing')).status).toBe(404)
  const body = new URLSearchParams({ 'user[login]': 'root', 'user[password]': 'root-token' })
  const signedIn = await ask('/users/sign_in', { method: 'POST', body })
  expect(signedIn.status).toBe(302)
  expect(signedIn.headers.get('set-cookie')).toMatch(/session/)
})
