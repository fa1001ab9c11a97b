import { isObject, type Json, readJson, withJson } from '../../mutants/json.ts'
import { at, type LegitimateServer } from '../server.ts'
import { goingEverywhere, isText, newProject, refusal, withHeaders } from './tools.ts'

/** A server that writes its JSON otherwise. */
const writing = (write: (json: Json) => string) =>
  goingEverywhere(() => async ({ send }) => {
    const response = await send()
    const json = await readJson(response)
    const { status, headers } = response
    return json === undefined ? response : new Response(write(json), { status, headers })
  })

/** A server that refuses in other words, with one status. */
const refusing = (status: number, reword: (message: Json) => Json) =>
  goingEverywhere(() => async ({ send }) => {
    const response = await send()
    const json = response.status === status ? await readJson(response) : undefined
    if (!isObject(json) || json.message === undefined) return response
    return withJson(response, { ...json, message: reword(json.message) })
  })

const escaped = (text: string, letters: RegExp) =>
  text.replace(letters, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

function sorted(json: Json): Json {
  if (Array.isArray(json)) return json.map(sorted)
  if (!isObject(json)) return json
  const names = Object.keys(json).toSorted()
  return Object.fromEntries(names.map((name) => [name, sorted(json[name] ?? null)]))
}

const isSudo = (message: Json) =>
  String(message).includes('sudo') || String(message).includes('user id')

export const legitimateWriting: readonly LegitimateServer[] = [
  {
    name: 'JSON stands on lines of its own',
    allowedBy:
      'Request and response data are serialized as JSON, which says nothing of white space',
    start: writing((json) => JSON.stringify(json, null, '\t')),
    async isShown(ask) {
      return (await ask('GET', '/user')).text.startsWith('{\n\t"')
    },
  },
  {
    name: 'JSON is written in ASCII alone',
    allowedBy:
      'Request and response data are serialized as JSON, which has escapes for all letters',
    start: writing((json) => escaped(JSON.stringify(json), /[\u0080-\uffff]/g)),
    async isShown(ask) {
      return (await ask('GET', '/users/4')).text.includes('In\\u00eas')
    },
  },
  {
    name: 'JSON can stand in a page of HTML',
    allowedBy:
      'Request and response data are serialized as JSON, which has escapes for all letters',
    start: writing((json) => escaped(JSON.stringify(json), /[<>&]/g)),
    async isShown(ask) {
      const project = await newProject(ask, 'Escaped', { description: 'Salt & <pepper>' })
      return (await ask('GET', `/projects/${project}`)).text.includes('\\u003cpepper\\u003e')
    },
  },
  {
    name: 'The fields of an object are in alphabetical order',
    allowedBy: 'No order of fields is stated, and JSON has none',
    start: writing((json) => JSON.stringify(sorted(json))),
    async isShown(ask) {
      return (await ask('GET', '/user')).text.startsWith('{"avatar_url"')
    },
  },
  {
    name: 'The media type of JSON names its letters',
    allowedBy: 'Responses are JSON; parameters of the media type are not stated',
    start: goingEverywhere(() => async ({ send }) => {
      const response = await send()
      const json = await readJson(response)
      const type = { 'content-type': 'application/json;charset=UTF-8' }
      return json === undefined ? response : withHeaders(response, type)
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/user')
      return headers.get('content-type') === 'application/json;charset=UTF-8'
    },
  },
  {
    name: 'The ids of requests are counted',
    allowedBy: '`X-Request-Id` is sent; its form is not stated',
    start: goingEverywhere(() => {
      let count = 0
      return async ({ send }) => {
        count++
        return withHeaders(await send(), { 'x-request-id': `web3/${count}`, 'x-runtime': '0.02' })
      }
    }),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('x-request-id') === 'web3/1'
    },
  },
  {
    name: 'No answer may be kept by caches, and each says which servers it came by',
    allowedBy: 'No other headers are ruled out',
    start: goingEverywhere(() => async ({ send }) => {
      const added = { 'cache-control': 'no-store', via: '1.1 edge', vary: 'Origin, Accept' }
      return withHeaders(await send(), added)
    }),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('via') === '1.1 edge'
    },
  },
]

export const legitimateRefusing: readonly LegitimateServer[] = [
  {
    name: 'Whoever is not signed in is told how to',
    allowedBy:
      '401 with a body whose `message` is `401 Unauthorized`: other fields are not ruled out',
    start: goingEverywhere(() => async ({ send }) => {
      const response = await send()
      const json = response.status === 401 ? await readJson(response) : undefined
      if (!isObject(json)) return response
      const told = withJson(response, { ...json, hint: 'Send the header PRIVATE-TOKEN.' })
      return withHeaders(told, { 'www-authenticate': 'Bearer realm="code"' })
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/user', { token: 'nobody' })
      return at(json, 'message') === '401 Unauthorized' && isText(at(json, 'hint'))
    },
  },
  {
    name: 'What is not found is not found in other words',
    allowedBy: '404: the texts are stated of unknown routes and of sudo alone',
    start: refusing(404, (message) => (isSudo(message) ? message : 'There is nothing here.')),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/99999')
      return at(json, 'message') === 'There is nothing here.'
    },
  },
  {
    name: 'What is not allowed is refused in other words',
    allowedBy: '403: the text is stated of sudo alone',
    start: refusing(403, (message) => (isSudo(message) ? message : 'Your role does not allow it.')),
    async isShown(ask) {
      const { json } = await ask('GET', '/application/settings', { token: 'sam-token' })
      return at(json, 'message') === 'Your role does not allow it.'
    },
  },
  {
    name: 'A missing attribute is named in another sentence',
    allowedBy: 'Missing attribute (400): `message` is a string naming the attribute',
    start: refusing(400, (message) =>
      isText(message) ? message.replace(/.*"(\w+)" not given/, 'Please give $1.') : message,
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/issues', { body: {} })
      return at(json, 'message') === 'Please give title.'
    },
  },
  {
    name: 'What is invalid is so for two reasons',
    allowedBy: 'Validation failure (400): each property name to an array of error strings',
    start: refusing(400, (message) => {
      if (!isObject(message)) return message
      const more = ([name, errors]: [string, Json]): [string, Json] => [
        name,
        Array.isArray(errors) ? [...errors, 'is explained in the handbook'] : errors,
      ]
      return Object.fromEntries(Object.entries(message).map(more))
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/emails', { body: { email: 'none' } })
      return at(json, 'message.email.1') === 'is explained in the handbook'
    },
  },
  {
    name: 'One request is too many, and the next may come at a time of day',
    allowedBy: 'Rate limits: not shown; HTTP has Retry-After with a date',
    start: goingEverywhere(() => {
      let count = 0
      return ({ send }) => {
        count++
        if (count !== 9) return send()
        const later = new Date(Date.now() + 1000).toUTCString()
        return Promise.resolve(
          withHeaders(refusal(429, 'Too many requests'), { 'retry-after': later }),
        )
      }
    }),
    async isShown(ask) {
      for (let count = 1; count < 9; count++) await ask('GET', '/user')
      return (await ask('GET', '/user')).status === 429
    },
  },
  {
    name: 'A page of more than a hundred is refused',
    allowedBy: '`per_page` (default 20, maximum 100): what happens above is not stated',
    start: goingEverywhere(() => ({ given, send }) => {
      const isLarge = Number(given.per_page) > 100
      return isLarge ? Promise.resolve(refusal(400, 'per_page is above 100')) : send()
    }),
    async isShown(ask) {
      return (await ask('GET', '/users?per_page=101')).status === 400
    },
  },
  {
    name: 'A path that ends in .json leads nowhere',
    allowedBy: 'A `.json` suffix on a path is not needed: that it is understood is not stated',
    start: goingEverywhere(() => ({ call, send }) => {
      if (!call.url.pathname.endsWith('.json')) return send()
      return Promise.resolve(Response.json({ error: '404 Not Found' }, { status: 404 }))
    }),
    async isShown(ask) {
      return (await ask('GET', '/user.json')).status === 404
    },
  },
  {
    name: 'A body of more than a megabyte is refused',
    allowedBy: 'Request-size limits: not shown',
    start: goingEverywhere(() => ({ call, send }) => {
      const isLarge = (call.bytes?.length ?? 0) > 1024 * 1024
      return isLarge ? Promise.resolve(refusal(413, 'Payload Too Large')) : send()
    }),
    async isShown(ask) {
      const body = { title: 'Long', description: 'long '.repeat(300_000) }
      return (await ask('POST', '/projects/1/issues', { body })).status === 413
    },
  },
  {
    name: 'An address of more than two thousand letters is refused',
    allowedBy: 'Request-size limits: not shown',
    start: goingEverywhere(() => ({ call, send }) => {
      const isLong = call.url.href.length > 2000
      return isLong ? Promise.resolve(refusal(414, 'URI Too Long')) : send()
    }),
    async isShown(ask) {
      return (await ask('GET', `/users?search=${'a'.repeat(2000)}`)).status === 414
    },
  },
]

export const legitimatePaging: readonly LegitimateServer[] = [
  {
    name: 'A list of nothing has no pages',
    allowedBy: '`X-Total-Pages` is sent; that a list of nothing has one page is not stated',
    start: goingEverywhere(() => async ({ send }) => {
      const response = await send()
      const isEmpty = response.headers.get('x-total') === '0'
      return isEmpty ? withHeaders(response, { 'x-total-pages': '0' }) : response
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/1/issues?milestone=none')
      return headers.get('x-total-pages') === '0'
    },
  },
  {
    name: 'Links lead to pages by a name that only the server reads',
    allowedBy: '`Link`: full URLs; clients use these instead of building URLs',
    start: goingEverywhere(() => async ({ call, send }) => {
      const url = new URL(call.url)
      const cursor = url.searchParams.get('cursor')
      url.searchParams.delete('cursor')
      if (cursor !== null) url.searchParams.set('page', atob(cursor))
      const response = await send({ ...call, url })
      const link = response.headers
        .get('link')
        ?.replace(
          /([?&])page=(\d+)/g,
          (_all, mark: string, page: string) => `${mark}cursor=${encodeURIComponent(btoa(page))}`,
        )
      return link === undefined ? response : withHeaders(response, { link })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/1/issues?per_page=2')
      const next = /\/api\/v3([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      const second = await ask('GET', next)
      return next.includes('cursor=') && second.headers.get('x-page') === '2'
    },
  },
  {
    name: 'The relations of links stand without quotes, the last first',
    allowedBy: '`Link` (relations prev, next, first, last with full URLs): a token needs no quotes',
    start: goingEverywhere(() => async ({ send }) => {
      const response = await send()
      const links = response.headers
        .get('link')
        ?.replace(/rel="(\w+)"/g, 'rel=$1')
        .split(', ')
      return links ? withHeaders(response, { link: links.toReversed().join(', ') }) : response
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=2')
      return headers.get('link')?.endsWith('rel=next') === true
    },
  },
]
