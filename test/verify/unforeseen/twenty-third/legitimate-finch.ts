import { setTimeout as pause } from 'node:timers/promises'
import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  forAll,
  jsonAnswer,
  jsonOf,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  newSnippet,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { newHook, pushesOf, receiving, relaying } from './tools-finch.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(json: unknown, change: (fields: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  return change(
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, everyObject(value, change)]),
    ),
  )
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)

/** The same instant in the zone of India, with six digits of the second. */
function inIndia(instant: string): string {
  const there = new Date(Date.parse(instant) + 330 * 60_000).toISOString()
  return there.replace('Z', '000+05:30')
}

/** JSON as some serializers write it: nothing but ASCII, and no slash that could end a script. */
const escapedJson = (json: unknown) =>
  JSON.stringify(json, null, '\t')
    .replace(/[\u007f-\uffff<>&]/g, (unit) => {
      const code = unit.charCodeAt(0).toString(16).toUpperCase()
      return `\\u${code.padStart(4, '0')}`
    })
    .replaceAll('/', '\\/')

const isJson = (response: Response) =>
  (response.headers.get('content-type') ?? '').includes('json') && response.status !== 304

export const legitimateFinchServers: readonly LegitimateServer[] = [
  {
    name: 'System hooks are sent late, twice, and the newest message of a call first',
    allowedBy: 'No sentence says when a hook fires, how often it is tried, or in which order',
    start: relaying({
      async sendAll(sendings) {
        await pause(400)
        for (const send of [...sendings].reverse()) await send()
        await pause(50)
        for (const send of sendings) await send()
      },
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until }) => {
        const project = await newRepository(ask)
        await newHook(ask, `${address}/twice`, { push_events: true })
        await newBranch(ask, project, 'topic')
        return until(() => pushesOf(receivedAt('/twice')).length === 2)
      }),
  },
  {
    name: 'What is not found is missed in the words of a proxy that knows many languages',
    allowedBy: 'Errors, body shapes: the text is fixed for an unknown route, 401 and sudo alone',
    start: behind(async (response) => {
      const message = at(await jsonOf(response), 'message')
      const isFree = typeof message === 'string' && !message.includes('No user id')
      if (response.status !== 404 || !isFree) return response
      return changed(response, (json) =>
        withFields(json, { message: 'Nicht gefunden · ничего нет' }),
      )
    }),
    async isShown(ask) {
      const { status, json } = await ask('GET', '/projects/99999999')
      return status === 404 && at(json, 'message') === 'Nicht gefunden · ничего нет'
    },
  },
  {
    name: 'Every object says where it was read from, and every answer which proxies it passed',
    allowedBy: 'No sentence says that an object has no other field or an answer no other header',
    start: behind((response) =>
      changed(
        response,
        (json) =>
          everyObject(json, (fields) =>
            'id' in fields ? { ...fields, _replica: { zone: 'eu-3', lag: null } } : fields,
          ),
        {
          via: '2 edge-7.example, 1.1 cache-2.example (nginx)',
          'alt-svc': 'h3=":443"; ma=86400',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'server-timing': 'db;dur=3.2, render;dur=1.1',
        },
      ),
    ),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/user')
      return at(json, '_replica.zone') === 'eu-3' && headers.has('via')
    },
  },
  {
    name: 'JSON is named in capitals, with a profile and with its characters in quotes',
    allowedBy: 'JSON is asked for; a media type has any case and may have other parameters',
    start: behind((response) =>
      isJson(response)
        ? withBody(response, response.body, {
            'content-type': 'Application/JSON;profile="v3 list";charset="UTF-8"',
          })
        : response,
    ),
    async isShown(ask) {
      const { headers } = await ask('GET', '/user')
      return headers.get('content-type') === 'Application/JSON;profile="v3 list";charset="UTF-8"'
    },
  },
  {
    name: 'JSON is indented with tabs, escapes slashes and all but ASCII, and begins with the last key',
    allowedBy: 'JSON: whitespace, escapes and the order of keys mean nothing',
    start: behind(async (response) => {
      const json = await jsonOf(response)
      if (!isJson(response) || json === undefined) return response
      const turned = everyObject(json, (fields) =>
        Object.fromEntries(Object.entries(fields).reverse()),
      )
      return withBody(response, `\n${escapedJson(turned)}\n`)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { title: 'Größe 🚀 a/b' })
      const { text, json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return text.includes('Gr\\u00F6\\u00DFe') && at(json, 'title') === 'Größe 🚀 a/b'
    },
  },
  {
    name: 'Times are those of India, to the millionth of a second',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            /(_at|_date|^timestamp)$/.test(name) && isInstant(value) ? inIndia(value) : value,
          ]),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('GET', `/projects/${project}`)
      return /\.\d{6}\+05:30$/.test(String(at(json, 'created_at')))
    },
  },
  {
    name: 'A removal whose answer is open says that it was queued, and nothing of what it removes',
    allowedBy:
      'Responses of the deletions of groups, members, snippets and merged branches: not shown',
    start: serving(() =>
      forAll(
        [
          'deleteGroup',
          'removeGroupMember',
          'removeProjectMember',
          'deleteSnippet',
          'deleteMergedBranches',
        ],
        async (call) => {
          const response = await call.send()
          return response.ok ? jsonAnswer(200, { job: { queue: 'removals' } }) : response
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { status, json } = await ask('DELETE', path)
      const isGone = (await ask('GET', path)).status === 404
      return status === 200 && at(json, 'job.queue') === 'removals' && isGone
    },
  },
  {
    name: 'The links of a page stand in another order, with titles, and with one to the page itself',
    allowedBy: 'Document 1, Limits: Link has the relations prev, next, first and last, in no order',
    start: behind((response, request) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const links = [...link.matchAll(/<([^>]*)>\s*;\s*rel="?([a-z]+)"?/g)].map(
        ([, url, name]) => `<${url}>; title="${name}, of many"; rel="${name}"`,
      )
      const self = `<${request.url}>; rel="self"`
      return withBody(response, response.body, { link: [self, ...links.reverse()].join(' , ') })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      const link = headers.get('link') ?? ''
      return link.includes('rel="self"') && link.includes('title="next, of many"; rel="next"')
    },
  },
]
