import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  fieldOf,
  fieldsOf,
  headOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newRepository,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(json: unknown, change: (fields: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

const everyText = (json: unknown, change: (name: string, text: string) => string) =>
  everyObject(json, (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? change(name, value) : value,
      ]),
    ),
  )

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

const twoHoursEast = (text: string) =>
  new Date(Date.parse(text) + 2 * 60 * 60 * 1000).toISOString().replace('Z', '+02:00')

const urls = new Set(['web_url', 'http_url_to_repo', 'avatar_url'])

const asciiJson = (json: unknown) =>
  JSON.stringify(json, null, 2).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Changes the text of every refusal of one status that is a sentence, but for those about sudo. */
const saying = (status: number, text: (before: string) => string) =>
  behind(async (response) => {
    const message = at(await jsonOf(response), 'message')
    const isFixed = String(message).includes('sudo') || String(message).includes('No user id')
    if (response.status !== status || typeof message !== 'string' || isFixed) return response
    return changed(response, (json) => withFields(json, { message: text(message) }))
  })

export const legitimateAnswers: readonly LegitimateServer[] = [
  {
    name: 'Every object has links to what belongs to it, beyond its fields',
    allowedBy: 'No sentence says that a resource has no other fields',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        typeof fields.id === 'number' ? { ...fields, _links: { self: null }, revision: 7 } : fields,
      ),
    ),
    isShown: async (ask) => at((await ask('GET', '/user')).json, 'revision') === 7,
  },
  {
    name: 'JSON is indented, and has no letters beyond ASCII',
    allowedBy: 'Document 1: data are serialized as JSON, which may have spaces and escapes',
    start: behind(async (response) => {
      const json = await jsonOf(response)
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      return isJson && json !== undefined ? withBody(response, asciiJson(json)) : response
    }),
    isShown: async (ask) => (await ask('GET', '/users/4')).text.includes('In\\u00eas'),
  },
  {
    name: 'The fields of each object are in the order of the alphabet',
    allowedBy: 'No sentence gives an order to fields; those of a JSON object have none',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        Object.fromEntries(Object.entries(fields).sort(([one], [two]) => (one < two ? -1 : 1))),
      ),
    ),
    isShown: async (ask) => Object.keys(fieldsOf((await ask('GET', '/user')).json))[0] !== 'id',
  },
  {
    name: 'Timestamps are those of a time zone two hours east',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings, of whichever offset',
    start: answeringAll((json) =>
      everyText(json, (name, text) =>
        /_(at|date)$/.test(name) && isInstant(text) ? twoHoursEast(text) : text,
      ),
    ),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'created_at')).endsWith('+02:00'),
  },
  {
    name: 'Pages and repositories are on another host than the API',
    allowedBy: 'Document 1: web_url and its like are strings; no sentence says of which host',
    start: answeringAll((json) =>
      everyText(json, (name, text) => {
        if (name === 'ssh_url_to_repo') return text.replace(/^git@[^:]+/, 'git@code.example')
        return urls.has(name) ? text.replace(/^https?:\/\/[^/]+/, 'https://code.example') : text
      }),
    ),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'web_url')).startsWith('https://code.example/'),
  },
  {
    name: 'Commits are abbreviated to seven letters',
    allowedBy: 'Document 3, Commit: short_id; no sentence gives its length',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        typeof fields.short_id === 'string'
          ? { ...fields, short_id: fields.short_id.slice(0, 7) }
          : fields,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits')
      return String(at(json, '0.short_id')).length === 7
    },
  },
  {
    name: 'Who is not authenticated is told how to be, beyond the message',
    allowedBy: 'Document 1, Authentication 2: a body whose message is 401 Unauthorized',
    start: behind((response) =>
      response.status === 401
        ? changed(
            response,
            (json) => withFields(json, { error: 'invalid_token', documentation: '/help' }),
            { 'www-authenticate': 'Bearer realm="code"' },
          )
        : response,
    ),
    isShown: async (ask) =>
      at((await ask('GET', '/user', { token: '' })).json, 'error') === 'invalid_token',
  },
  {
    name: 'Whatever is not found is said not to be there in words of its own',
    allowedBy: 'Document 1, Errors: 404; only those of sudo and of unknown routes have a text',
    start: saying(404, () => 'There is nothing here that you can see'),
    isShown: async (ask) =>
      String(at((await ask('GET', '/projects/99999')).json, 'message')).includes('nothing here'),
  },
  {
    name: 'Whatever is not allowed is refused with the level that it needs',
    allowedBy: 'Document 1, Errors: 403; only that of sudo has a text',
    start: saying(403, () => 'Your access level does not permit this'),
    async isShown(ask) {
      const { json } = await ask('GET', '/application/settings', { token: 'ines-token' })
      return String(at(json, 'message')).includes('does not permit')
    },
  },
  {
    name: 'The message about an attribute that is missing is a longer sentence',
    allowedBy: 'Document 1, Errors, body 1: message is a string naming the attribute',
    start: saying(400, (message) => `The request was not carried out. Reason: ${message}`),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: {} })
      return String(at(json, 'message')).startsWith('The request was not')
    },
  },
  {
    name: 'What is wrong with an attribute is said in other words, but for what is taken',
    allowedBy: 'Document 1, Errors, body 2: an array of error strings; one text alone is given',
    start: behind(async (response) => {
      const errors = at(await jsonOf(response), 'message')
      const isObject = typeof errors === 'object' && errors !== null && !Array.isArray(errors)
      if (response.status !== 400 || !isObject) return response
      return changed(response, (json) => ({
        ...fieldsOf(json),
        message: Object.fromEntries(
          Object.entries(errors).map(([name, texts]) => [
            name,
            Array.isArray(texts)
              ? texts.map((text) => (String(text).includes('taken') ? text : 'was not accepted'))
              : texts,
          ]),
        ),
      }))
    }),
    async isShown(ask) {
      const body = { title: 'Key', key: 'no key' }
      const { json } = await ask('POST', '/user/keys', { body })
      return at(json, 'message.key.0') === 'was not accepted'
    },
  },
  {
    name: 'A gateway adds what browsers and caches are to know',
    allowedBy: 'Document 1, Limits names headers that are sent, and forbids none',
    start: behind((response) => {
      const headers = new Headers(response.headers)
      headers.set('strict-transport-security', 'max-age=31536000')
      headers.set('cache-control', 'private, no-store')
      headers.set('via', '1.1 gateway-3')
      headers.set('vary', 'Accept-Encoding, Origin')
      headers.append('set-cookie', 'route=b7; Path=/; HttpOnly; Secure')
      headers.set('x-request-id', '00-b7ad6b7169203331-01')
      return new Response(response.body, { status: response.status, headers })
    }),
    isShown: async (ask) => (await ask('GET', '/user')).headers.get('via') === '1.1 gateway-3',
  },
  {
    name: 'The relations of a page are linked in another order, each with a title',
    allowedBy: 'Document 1, Limits: Link with prev, next, first and last; of RFC 8288, any order',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const headers = new Headers(response.headers)
      const links = link.split(/,\s*(?=<)/).reverse()
      headers.set('link', links.map((one) => `${one}; title="page"`).join(','))
      return new Response(response.body, { status: response.status, headers })
    }),
    isShown: async (ask) =>
      (await ask('GET', '/users?per_page=1')).headers.get('link')?.includes('title="page"') ===
      true,
  },
  {
    name: 'Whoever subscribes to an issue is answered its chief fields alone',
    allowedBy: 'Document 2, Issue: a response may omit some fields, as those to subscription do',
    start: serving(() => {
      const shorten = (json: unknown) => {
        const { web_url, due_date, confidential, user_notes_count, ...others } = fieldsOf(json)
        return at(json, 'iid') === undefined ? json : others
      }
      return {
        subscribeToIssue: async (call) => changed(await call.send(), shorten),
        unsubscribeFromIssue: async (call) => changed(await call.send(), shorten),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      return at((await ask('DELETE', path)).json, 'web_url') === undefined
    },
  },
  {
    name: 'Whoever makes a to-do of an issue is answered its id alone',
    allowedBy:
      'Document 2: the response of the to-do creation, and the fields of one, are not shown',
    start: serving(() => ({
      createTodoOfIssue: async (call) =>
        changed(await call.send(), (json) =>
          typeof at(json, 'id') === 'number' ? { id: at(json, 'id') } : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      return Object.keys(fieldsOf((await ask('POST', path)).json)).join() === 'id'
    },
  },
  {
    name: 'What is done to a build is answered with 200',
    allowedBy: 'Document 1, Errors: 201 is for a POST that created; canceling creates nothing',
    start: serving(() => {
      const as200 = (response: Response) =>
        response.status === 201
          ? new Response(response.body, { status: 200, headers: response.headers })
          : response
      return {
        cancelBuild: async (call) => as200(await call.send()),
        eraseBuild: async (call) => as200(await call.send()),
        keepBuildArtifacts: async (call) => as200(await call.send()),
        playBuild: async (call) => as200(await call.send()),
        retryBuild: async (call) => as200(await call.send()),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope=running')
      return (await ask('POST', `/projects/1/builds/${at(json, '0.id')}/cancel`)).status === 200
    },
  },
  {
    name: 'A deletion whose answer is not shown says that it is done',
    allowedBy: 'Documents 1 to 3: response bodies of these deletions are not shown',
    start: serving(() => {
      const done = async (response: Response) =>
        response.ok ? withBody(response, '{"message":"Done"}', jsonType) : response
      const jsonType = { 'content-type': 'application/json' }
      return {
        deleteGroup: async (call) => done(await call.send()),
        deleteSnippet: async (call) => done(await call.send()),
        deleteMergedBranches: async (call) => done(await call.send()),
        removeGroupMember: async (call) => done(await call.send()),
        removeProjectMember: async (call) => done(await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/merged_branches`
      return at((await ask('DELETE', path)).json, 'message') === 'Done'
    },
  },
  {
    name: 'Raw files and traces are served as bytes of no type',
    allowedBy: 'Document 3: media types of the raw file, raw blob and trace are not shown',
    start: serving(() => {
      const asBytes = async (response: Response) =>
        response.ok
          ? withBody(response, response.body, { 'content-type': 'application/octet-stream' })
          : response
      return {
        getRawFile: async (call) => asBytes(await call.send()),
        getRawBlob: async (call) => asBytes(await call.send()),
        getBuildTrace: async (call) => asBytes(await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'A difference begins where its lines do, without the names of the files',
    allowedBy: 'Document 3, Diff entry: diff string, beside new_path and old_path',
    start: answeringAll((json) =>
      everyText(json, (name, text) =>
        name === 'diff' ? text.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, '') : text,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The files of a directory are listed before its directories',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, in no order that is named',
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        if (!response.ok || Number(response.headers.get('x-total') ?? 0) > 100) return response
        const all = listOf(await jsonOf(await call.send({ page: undefined, per_page: 100 })))
        const sorted = [
          ...all.filter(({ type }) => type !== 'tree'),
          ...all.filter(({ type }) => type === 'tree'),
        ]
        const size = Number(call.given.per_page ?? 20)
        const begin = (Number(call.given.page ?? 1) - 1) * size
        const isPaged = response.headers.has('x-total')
        return changed(response, () => (isPaged ? sorted.slice(begin, begin + size) : sorted))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'type')[0] === 'blob'
    },
  },
  {
    name: 'One who may not see a project is not allowed to write to it: 403',
    allowedBy: 'Document 1, Errors, body 6: a GET gives 404; of other methods nothing is said',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const project = /\/projects\/([^/?]+)/.exec(request.url)?.[1]
      // Of these the specification says what lacking permission gives: 400, 401.
      const isSpecified = /\/(move|merge|cancel_merge_when_build_succeeds)$/.test(
        new URL(request.url).pathname,
      )
      const isWrite = request.method !== 'GET' && !isSpecified
      if (!isWrite || response.status !== 404 || project === undefined) return response
      // Document 1, Authentication 5: a sudo as somebody unknown is 404, whatever the method.
      if ((await response.clone().text()).includes('No user id or username for')) return response
      const url = new URL(`/api/v3/projects/${project}`, request.url)
      const root = { 'private-token': forge.tokens.root ?? '' }
      const isThere = (await forge.fetch(url, { headers: root })).status === 200
      const headers = new Headers(request.headers)
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      url.search = new URL(request.url).search
      const isSeen = (await forge.fetch(url, { headers })).status === 200
      return isThere && !isSeen ? jsonAnswer(403, { message: '403 Forbidden' }) : response
    },
    async isShown(ask) {
      const body = { title: 'One' }
      return (await ask('POST', '/projects/8/issues', { token: 'ines-token', body })).status === 403
    },
  },
]
