import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  fieldsOf,
  freshKey,
  idOf,
  jsonOf,
  newBranch,
  newRepository,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { everyObject, newHook, receiving, relaying } from './tools-wren.ts'

const timeNames = /(?:_at|_date)$/
const isInstant = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)

const MINUTES_EAST = 330

/** The same instant, in the zone of India and in microseconds. */
const inIndia = (time: string) =>
  new Date(Date.parse(time) + MINUTES_EAST * 60_000).toISOString().replace('Z', '000+05:30')

const inIndianTime = (json: unknown) =>
  everyObject(json, (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        timeNames.test(name) && isInstant(value) ? inIndia(String(value)) : value,
      ]),
    ),
  )

/** What other servers say; what the specification gives the words of is none of these. */
const otherTexts: Readonly<Record<number, string>> = {
  403: 'Your role does not allow that.',
  404: 'There is nothing here, or nothing that you may see.',
  405: 'That cannot be done with it.',
  406: 'That cannot be done with it as it is.',
  409: 'There is one already.',
}

const isSaidSo = (message: unknown) => /sudo|No user id/.test(String(message))

export const legitimateWrenServers: readonly LegitimateServer[] = [
  {
    name: 'Hooks are told a while later, and of what happened last first',
    allowedBy: 'Document 1, Events: nothing is said of when and in which order hooks are told',
    start: relaying({ waits: 250 }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const project = await newRepository(ask)
        await newHook(ask, { url, push_events: true })
        await newBranch(ask, project, 'first')
        await newBranch(ask, project, 'second')
        const told = await until((all) => all.length >= 2)
        return told.map(({ json }) => json.ref).join() === 'refs/heads/second,refs/heads/first'
      }),
  },
  {
    name: 'Payloads of hooks have more fields than ours, in other orders',
    allowedBy: 'Document 1, Events: payload shape of outbound requests: not shown',
    start: relaying({
      change: (delivery) => ({
        ...delivery,
        payload: {
          instance: { version: '8.17.3-ee', host: 'forge.example' },
          ...fieldsOf(
            everyObject(delivery.payload, (fields) => ({
              schema: 2,
              ...Object.fromEntries(Object.entries(fields).toReversed()),
            })),
          ),
          delivered_at: new Date().toISOString(),
        },
      }),
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        await ask('GET', `/hooks/${await newHook(ask, { url })}`)
        const [first] = await until((all) => all.length > 0)
        return at(first?.json, 'instance.version') === '8.17.3-ee'
      }),
  },
  {
    name: 'The token of a hook is sent in another header than ours, beside others of its own',
    allowedBy:
      'Document 1, Events: the header or field by which the token reaches the receiver: not shown',
    start: relaying({
      change(delivery) {
        const {
          'X-Gitlab-Token': token,
          'X-Gitlab-Event': event = '',
          ...headers
        } = delivery.headers
        return {
          ...delivery,
          headers: {
            ...headers,
            'User-Agent': 'forge-hooks/2',
            'X-Hook-Event': event,
            ...(token === undefined ? {} : { 'X-Hook-Secret': token }),
          },
        }
      },
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        await ask('GET', `/hooks/${await newHook(ask, { url, token: 'rope' })}`)
        const [first] = await until((all) => all.length > 0)
        return first?.headers['x-hook-secret'] === 'rope'
      }),
  },
  {
    name: 'Times are in microseconds and in the zone of India',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings',
    start: behind((response) => changed(response, inIndianTime)),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return String(at(json, 'created_at')).endsWith('000+05:30')
    },
  },
  {
    name: 'Reads of a path with a needless suffix .json or slash are redirected to the one without it',
    allowedBy:
      'Document 1: a .json suffix on a path is not needed; nothing is said of what it does',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const found = /^(\/api\/v3\/[a-z]+)\.json$|^(.*)\/$/.exec(url.pathname)
      if (request.method !== 'GET' || !found) return forge.fetch(request)
      url.pathname = found[1] ?? found[2] ?? ''
      return new Response(null, { status: 301, headers: { location: url.href } })
    },
    async isShown(ask) {
      const answers = [await ask('GET', '/user.json'), await ask('GET', '/user/keys/')]
      return answers.every(({ status }) => status === 301)
    },
  },
  {
    name: 'Refusals are said in other words, with a link to what they mean',
    allowedBy:
      'Document 1, Errors: the words of 401, of sudo and of unknown routes alone are given',
    start: behind(async (response) => {
      const message = at(await jsonOf(response), 'message')
      const text = otherTexts[response.status]
      if (text === undefined || typeof message !== 'string' || isSaidSo(message)) return response
      const documentation_url = 'http://help.example/refusals'
      return changed(response, (json) => withFields(json, { message: text, documentation_url }))
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/2000000000')
      return at(json, 'message') === otherTexts[404]
    },
  },
  {
    name: 'The links of a page are in another order and form, beside headers of a proxy',
    allowedBy:
      'Document 1, Limits: Link has the relations prev, next, first and last with full URLs, as RFC 8288 writes them',
    start: behind((response) => {
      const link = response.headers.get('link')
      const turned = link
        ?.split(/,\s*(?=<)/)
        .toReversed()
        .map((one) => one.replace(/;\s*rel="?(\w+)"?/, ';rel=$1'))
        .join(' , ')
      return withBody(response, response.body, {
        via: '1.1 edge-7',
        age: '0',
        'strict-transport-security': 'max-age=31536000',
        'server-timing': 'app;dur=12.5',
        'cache-control': 'private, no-cache',
        ...(turned === undefined ? {} : { link: turned }),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return headers.get('link')?.includes('>;rel=next') === true
    },
  },
  {
    name: 'The removal of what is gone already answers an empty object',
    allowedBy: 'Document 1, Errors 200: DELETE returns 200 even when the resource was already gone',
    start: behind(async (response, request) => {
      const isGone = request.method === 'DELETE' && response.status === 200
      return isGone && (await jsonOf(response)) === null ? withBody(response, '{}') : response
    }),
    async isShown(ask) {
      const body = { title: 'Gone', key: freshKey() }
      const path = `/user/keys/${idOf((await ask('POST', '/user/keys', { body })).json)}`
      await ask('DELETE', path)
      const { status, text } = await ask('DELETE', path)
      return status === 200 && text === '{}'
    },
  },
]
