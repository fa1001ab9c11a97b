import { at, type LegitimateServer } from '../server.ts'
import { jsonAnswer, passing, rewritten } from './tools.ts'

/** A server that refuses one call of so many for a moment, as a proxy in front of it does. */
const refusingEach = (many: number, refuse: () => Response) =>
  passing(() => {
    let calls = 0
    return (call) => {
      calls++
      return calls % many === 0 ? Promise.resolve(refuse()) : call.send()
    }
  })

export const legitimateWays: readonly LegitimateServer[] = [
  {
    name: 'Every three hundredth call is one too many',
    allowedBy: 'Rate limits: not shown',
    start: refusingEach(
      300,
      () =>
        new Response('Retry later\n', {
          status: 429,
          headers: { 'content-type': 'text/plain', 'retry-after': '0' },
        }),
    ),
    async isShown(ask) {
      for (let call = 0; call < 300; call++) {
        if ((await ask('GET', '/user')).status === 429) return true
      }
      return false
    },
  },
  {
    name: 'A proxy in front reaches nobody for a moment now and then',
    allowedBy: '500: server-side failure; what stands in front of a server is not stated',
    start: refusingEach(
      700,
      () =>
        new Response('<html><body>502 Bad Gateway</body></html>', {
          status: 502,
          headers: { 'content-type': 'text/html' },
        }),
    ),
    async isShown(ask) {
      for (let call = 0; call < 700; call++) {
        if ((await ask('GET', '/user')).status === 502) return true
      }
      return false
    },
  },
  {
    name: 'A proxy adds headers, and closes every connection',
    allowedBy: 'Which further headers an answer has is not stated',
    start: passing(
      () => async (call) =>
        rewritten(await call.send(), {
          headers: {
            via: '1.1 gatehouse',
            connection: 'close',
            'strict-transport-security': 'max-age=31536000',
            'x-frame-options': 'SAMEORIGIN',
            'cache-control': 'max-age=0, private, must-revalidate',
            vary: 'Origin',
          },
        }),
    ),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('via') === '1.1 gatehouse'
    },
  },
  {
    name: 'JSON says no character set, and ids of requests are numbers',
    allowedBy: 'X-Request-Id and X-Runtime are also sent; their form is not stated',
    start: passing(() => {
      let calls = 0
      return async (call) => {
        const response = await call.send()
        const isJson = response.headers.get('content-type')?.includes('json') ?? false
        return rewritten(response, {
          headers: {
            'x-request-id': String(++calls),
            'x-runtime': '0',
            ...(isJson ? { 'content-type': 'application/json; charset=utf-8' } : {}),
          },
        })
      }
    }),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('x-runtime') === '0'
    },
  },
  {
    name: 'The links between pages begin with the last one and name the language',
    allowedBy: 'Link (relations prev, next, first, last with full URLs)',
    start: passing(() => async (call) => {
      const response = await call.send()
      const link = response.headers.get('link')
      if (link === null) return response
      const written = link
        .split(', ')
        .toReversed()
        .map((one) => one.replace('>; rel=', '&locale=en>; rel='))
        .join(', ')
      return rewritten(response, { headers: { link: written } })
    }),
    async isShown(ask) {
      return (await ask('GET', '/projects')).headers.get('link')?.includes('locale=en') ?? false
    },
  },
  {
    name: 'A method that a path does not have is not found',
    allowedBy: 'Unknown route (404); 405: request not supported',
    start: passing(() => async (call) => {
      const response = await call.send()
      return response.status === 405 && call.operation === ''
        ? jsonAnswer(404, { error: '404 Not Found' })
        : response
    }),
    async isShown(ask) {
      const { status, json } = await ask('PATCH', '/user')
      return status === 404 && at(json, 'error') === '404 Not Found'
    },
  },
]
