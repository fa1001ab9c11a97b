import { gzipSync } from 'node:zlib'
import { isObject, type Json } from '../../mutants/json.ts'
import { at, type LegitimateServer } from '../server.ts'
import { always, heading, reply, serve, withHeaders } from './tools.ts'

/** How answers come, and how failures are said. */
export const legitimateAnswers: readonly LegitimateServer[] = [
  {
    name: 'answers were packed on the way, and say how long they were then',
    allowedBy: 'Data are serialized as JSON; RFC 9110 has Content-Encoding, which clients undo.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (bytes.length === 0) return new Response(null, response)
        const headers = new Headers(response.headers)
        headers.set('content-encoding', 'gzip')
        headers.set('vary', 'Accept-Encoding')
        headers.set('content-length', String(gzipSync(bytes).length))
        return new Response(bytes, { status: response.status, headers })
      }),
    async isShown(ask) {
      const { headers, text } = await ask('GET', '/user')
      const isPacked = headers.get('content-encoding') === 'gzip'
      return isPacked && Number(headers.get('content-length')) !== Buffer.byteLength(text)
    },
  },
  {
    name: 'answers come in pieces of seven bytes, through the middle of letters',
    allowedBy: 'Data are serialized as JSON; RFC 9112 lets a body come in chunks.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (bytes.length === 0) return new Response(null, response)
        const headers = new Headers(response.headers)
        headers.delete('content-length')
        headers.set('transfer-encoding', 'chunked')
        return new Response(inPieces(bytes), { status: response.status, headers })
      }),
    async isShown(ask) {
      const { headers, json } = await ask('GET', '/users/4')
      return headers.has('transfer-encoding') && at(json, 'name') === 'Inês Carvalho'
    },
  },
  {
    name: 'fields stand in the order of the alphabet',
    allowedBy: 'Data are serialized as JSON, whose fields have no order.',
    start: always((json) => sorted(json)),
    async isShown(ask) {
      return Object.keys(Object((await ask('GET', '/user')).json))[0] === 'avatar_url'
    },
  },
  {
    name: 'answers set a cookie, name an entity tag, and count the requests that are left',
    allowedBy: 'Rate limits: not shown; RFC 9110 and 6265 have these headers.',
    start: heading((headers) => {
      headers.set('set-cookie', '_balancer=node-3; Path=/; HttpOnly')
      headers.set('etag', 'W/"5f3c"')
      headers.set('cache-control', 'max-age=0, private, must-revalidate')
      headers.set('ratelimit-remaining', '599')
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/user')
      return headers.has('etag') && headers.has('ratelimit-remaining')
    },
  },
  {
    name: 'the connection of every sixtieth read is closed by the other side',
    allowedBy: 'RFC 9112: a connection may close at any time, and a safe request is repeated.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        if (call.method === 'GET') count += 1
        if (call.method === 'GET' && count % 60 === 0) throw new TypeError('The other side closed')
        return pass(call)
      })
    },
    async isShown(ask) {
      for (let index = 1; index < 60; index += 1) await ask('GET', '/user')
      const sixtieth = ask('GET', '/user')
      return sixtieth.then(
        () => false,
        () => true,
      )
    },
  },
  {
    name: 'every seventieth request meets a server that starts again',
    allowedBy: '500 is a server-side failure; RFC 9110 has 503 with Retry-After for a while.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        count += 1
        if (count % 70 !== 0) return pass(call)
        const pause = reply(503, { message: '503 Service Unavailable' })
        return withHeaders(pause, (headers) => headers.set('retry-after', '0'))
      })
    },
    async isShown(ask) {
      for (let index = 1; index < 70; index += 1) await ask('GET', '/user')
      return (await ask('GET', '/user')).status === 503
    },
  },
  {
    name: 'what is not allowed is said in a sentence',
    allowedBy: '403 request not allowed: no message is stated but for sudo.',
    start: always((json, _call, status) =>
      status === 403 && !String(at(json, 'message')).includes('sudo')
        ? { message: 'Your role in this place does not suffice.' }
        : json,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/hooks', { token: 'sam-token' })
      return at(json, 'message') === 'Your role in this place does not suffice.'
    },
  },
  {
    name: 'a missing attribute is named in other words',
    allowedBy: 'Missing attribute (400): `message` is a string naming the attribute.',
    start: always((json, _call, status) => {
      const missing = /"(\w+(?:\[\])?)" not given/.exec(String(at(json, 'message')))?.[1]
      return status === 400 && missing ? { message: `The field ${missing} is required.` } : json
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/issues', { body: {} })
      return at(json, 'message') === 'The field title is required.'
    },
  },
  {
    name: 'validation speaks German',
    allowedBy: 'An object mapping each property name to an array of error strings: no text stated.',
    start: always((json, _call, status) => {
      const message = isObject(json) ? json.message : undefined
      return status === 400 && isObject(message) ? { message: inGerman(message) } : json
    }),
    async isShown(ask) {
      const body = { name: 'No', path: 'no spaces here' }
      const { json } = await ask('POST', '/groups', { body })
      return at(json, 'message.path.0') === 'ist nicht gültig'
    },
  },
  {
    name: 'where there is no other page, its header is left out',
    allowedBy: '`X-Next-Page`, `X-Prev-Page`: nothing is said of the first and the last page.',
    start: heading((headers) => {
      for (const name of ['x-next-page', 'x-prev-page']) {
        if (headers.get(name) === '') headers.delete(name)
      }
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users')
      return headers.has('x-page') && !headers.has('x-next-page') && !headers.has('x-prev-page')
    },
  },
]

function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let start = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.slice(start, start + 7))
      start += 7
      if (start >= bytes.length) controller.close()
    },
  })
}

function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map(sorted)
  if (!isObject(json)) return json
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, value]) => [name, sorted(value)]))
}

/** The one text that is stated stays. */
function inGerman(errors: Json): Json {
  if (Array.isArray(errors)) return errors.map(inGerman)
  if (isObject(errors)) {
    return Object.fromEntries(Object.entries(errors).map(([name, one]) => [name, inGerman(one)]))
  }
  return errors === 'has already been taken' ? errors : 'ist nicht gültig'
}
