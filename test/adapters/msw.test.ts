import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type HandlersOptions, handlers } from '../../src/adapters/msw.ts'
import { createTestForge } from '../harness.ts'

const forge = await createTestForge({ seed: { users: [{ username: 'root', admin: true }] } })
let close = () => {}
afterEach(() => close())

/** What msw answers with the handlers of the forge; 418 is what nobody else answered. */
function serve(options?: HandlersOptions) {
  const teapot = http.all('*', () => new HttpResponse(null, { status: 418 }))
  const server = setupServer(...handlers(forge, options), teapot)
  server.listen()
  close = () => server.close()
  return server
}
const statusOf = async (address: string) =>
  (await fetch(address, { headers: { 'private-token': 'root-token' } })).status

describe('the handlers of a forge', () => {
  it.each(['stall', 'delay'])(
    'print nothing where the client gives a request up: %s',
    async (kind) => {
      serve()
      const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      forge.faults.add(kind === 'stall' ? { connection: 'stall' } : { delay: 60_000 })
      const giveUp = new AbortController()
      setTimeout(() => giveUp.abort(), 30)
      const { signal } = giveUp
      const asked = fetch('http://anywhere.test/api/v3/user', { signal })
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
      await new Promise((resolve) => setTimeout(resolve, 50))
      forge.faults.clear()
      expect([printed.mock.calls, warned.mock.calls]).toEqual([[], []])
      vi.restoreAllMocks()
    },
  )

  it('are one, for the whole API', () => {
    expect(handlers(forge)).toHaveLength(1)
  })

  it.each([
    ['http://anywhere.test/api/v3/user', 200],
    ['https://elsewhere.test:8443/deeper/api/v3/user', 200],
    ['http://anywhere.test/api//v3//user', 200],
    ['http://anywhere.test/api/v3', 404],
    ['http://anywhere.test/api/v3/users/%ff', 404],
    ['http://anywhere.test/api/v30/user', 418],
    ['http://anywhere.test/api/v5/user', 418],
    ['http://anywhere.test/?next=/api/v3/user', 418],
  ])('answer anywhere by default: %s %i', async (address, status) => {
    serve()
    expect(await statusOf(address)).toBe(status)
  })

  it.each([
    ['https://forge.test', 'https://forge.test/api/v3/user', 200],
    ['https://forge.test/', 'https://forge.test/api/v3/user', 200],
    ['https://forge.test/', 'https://forge.test//api//v3/user', 200],
    ['https://forge.test/sub/', 'https://forge.test/sub/api/v3/user', 200],
    ['https://forge.test/api/v3', 'https://forge.test/api/v3/user', 200],
    ['https://forge.test/api/v3/', 'https://forge.test/api/v3/user', 200],
    ['https://forge.test/sub/api/v3', 'https://forge.test/sub/api/v3/user', 200],
    ['https://forge.test', 'https://forge.test.evil.test/api/v3/user', 418],
    ['https://forge.test', 'http://forge.test/api/v3/user', 418],
    ['https://forge.test', 'https://forge.test/sub/api/v3/user', 418],
    ['https://forge.test/sub', 'https://forge.test/api/v3/user', 418],
    ['https://forge.test', 'https://forge.test/api/v3x', 418],
    ['https://forge.test', 'https://forge.test/oauth/token/info', 401],
    ['https://forge.test/sub', 'https://forge.test/sub/users/sign_in', 200],
    ['https://forge.test', 'https://forge.test/acme/site/-/issues/1', 404],
    ['https://forge.test', 'https://forge.test/oauth/callback', 418],
    ['https://forge.test/sub', 'https://forge.test/oauth/token/info', 418],
    ['*', 'https://forge.test/oauth/token/info', 418],
  ])('answer under %s: %s %i', async (baseUrl, address, status) => {
    serve({ baseUrl })
    expect(await statusOf(address)).toBe(status)
  })

  it.each(['forge.test', 'localhost:8080', 'https://forge.test?page=1', '', 8080])(
    'name themselves where baseUrl is %j',
    (baseUrl) => {
      const options: object = { baseUrl }
      expect(() => handlers(forge, options)).toThrow(
        `handlers: option \`baseUrl\` must be \`*\` or a URL such as \`https://forge.example.com\`, without a query; got ${JSON.stringify(baseUrl)}`,
      )
    },
  )

  it('give way to handlers of one’s own', async () => {
    const server = serve({ baseUrl: 'https://forge.test' })
    server.use(http.get('*/api/v3/user', () => new HttpResponse(null, { status: 503 })))
    expect(await statusOf('https://forge.test/api/v3/user')).toBe(503)
    expect(await statusOf('https://forge.test/api/v3/users')).toBe(200)
    server.resetHandlers()
    expect(await statusOf('https://forge.test/api/v3/user')).toBe(200)
  })

  it('raise no warning where the forge posts to a system hook, and let the suite answer it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const hooked = await createTestForge({
      seed: {
        users: [{ username: 'root', admin: true }],
        hooks: [{ url: 'http://127.0.0.1:9/nobody' }, { url: 'http://receiver.test/hook' }],
      },
    })
    const received: unknown[] = []
    const receiver = http.post('http://receiver.test/hook', async ({ request }) => {
      received.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    })
    const server = setupServer(...handlers(hooked), receiver)
    server.listen({ onUnhandledRequest: 'error' })
    close = () => server.close()
    await fetch('http://anywhere.test/api/v3/groups?private_token=root-token', {
      method: 'POST',
      body: new URLSearchParams({ name: 'acme', path: 'acme' }),
    })
    await hooked.settled()
    const isOfGroup = ({ event }: { event: string }) => event === 'group_create'
    const outcomes = hooked.deliveries
      .filter(isOfGroup)
      .map(({ hook_id, status }) => [hook_id, status])
    expect(outcomes.sort()).toEqual([
      [1, undefined],
      [2, 204],
    ])
    expect(received).toContainEqual(expect.objectContaining({ event_name: 'group_create' }))
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
    warn.mockRestore()
    error.mockRestore()
  })
})
