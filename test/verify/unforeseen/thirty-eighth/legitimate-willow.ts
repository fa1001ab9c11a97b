import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newIssue,
  newProject,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  responseOf,
  serving,
  withBody,
} from '../shared-tools.ts'
import { actorOf, eventNames, pathOf, snippetPath, sudoOf } from './tools-willow.ts'

const writingNotificationSettings: readonly OperationId[] = [
  'updateNotificationSettings',
  'updateGroupNotificationSettings',
  'updateProjectNotificationSettings',
]

const ofOneSnippet: readonly OperationId[] = ['getSnippet', 'getRawSnippet']

/** How long the events take to be recorded, in milliseconds. */
const delay = 600

/** The texts of the service in German; the one that is specified stays in English. */
const german: readonly (readonly [RegExp, string])[] = [
  [/^can't be blank$/, 'muss ausgefüllt werden'],
  [/^is invalid$/, 'ist nicht gültig'],
  [/^does not have a valid value$/, 'hat keinen gültigen Wert'],
  [/^is too long \(maximum is (\d+) characters\)$/, 'ist zu lang (mehr als $1 Zeichen)'],
  [/^is too short \(minimum is (\d+) characters\)$/, 'ist zu kurz (weniger als $1 Zeichen)'],
]

function inGerman(problems: unknown): unknown {
  if (Array.isArray(problems)) return problems.map(inGerman)
  if (typeof problems === 'string') {
    const found = german.find(([pattern]) => pattern.test(problems))
    return found === undefined ? problems : problems.replace(...found)
  }
  return Object.fromEntries(
    Object.entries(fieldsOf(problems)).map(([name, value]) => [name, inGerman(value)]),
  )
}

const memberFields = [
  'id',
  'username',
  'name',
  'state',
  'created_at',
  'access_level',
  'avatar_url',
  'web_url',
]

export const legitimateWillowServers: readonly LegitimateServer[] = [
  {
    name: 'A write of notification settings that changes nothing is answered with the present ones',
    allowedBy: 'Document 1, PUT /notification_settings: no parameter but the id is required',
    start: serving(() =>
      forAll(writingNotificationSettings, async (call) => {
        const names = ['level', 'notification_email', ...eventNames]
        const isEmpty = names.every((name) => call.given[name] === undefined)
        return isEmpty ? responseOf(await call.ask('GET', pathOf(call))) : call.send()
      }),
    ),
    async isShown(ask) {
      return (await ask('PUT', '/notification_settings', { body: {} })).status === 200
    },
  },
  {
    name: 'The reasons of refused values are in German',
    allowedBy:
      'Document 1, Body shapes 2: an array of error strings for each property, of which one text alone is stated',
    start: behind((response) =>
      response.status === 400
        ? changed(response, (json) => {
            const message = at(json, 'message')
            if (typeof message !== 'object' || message === null) return json
            return { ...fieldsOf(json), message: inGerman(message) }
          })
        : response,
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/issues`
      const { json } = await ask('POST', path, { body: { title: '' } })
      return at(json, 'message.title.0') === 'muss ausgefüllt werden'
    },
  },
  {
    name: 'The links between pages come in the opposite order, and their relations without quotes',
    allowedBy:
      'Document 1, Limits: Link with relations prev, next, first, last with full URLs; RFC 8288 has no order, and relations may be without quotes',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const links = link.split(/, (?=<)/).reverse()
      return withBody(response, response.body, {
        link: links.join(', ').replace(/rel="(\w+)"/g, 'rel=$1'),
      })
    }),
    async isShown(ask) {
      const link = (await ask('GET', '/users?per_page=2')).headers.get('link') ?? ''
      return link.includes('rel=next') && link.indexOf('rel=last') < link.indexOf('rel=first')
    },
  },
  {
    name: 'A new system hook hears of tags, and not of other pushes, where nothing else is asked for',
    allowedBy:
      'Document 1, POST /hooks: push_events, tag_push_events (boolean), without any default',
    start: serving(() => ({
      createSystemHook: ({ send, given }) =>
        send({
          push_events: given.push_events ?? false,
          tag_push_events: given.tag_push_events ?? true,
        }),
    })),
    async isShown(ask) {
      const body = { url: `http://${freshName('hook')}.example/` }
      const { json } = await ask('POST', '/hooks', { body })
      await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      return at(json, '0.push_events') === false && at(json, '0.tag_push_events') === true
    },
  },
  {
    name: 'The address of the home page is kept as a complete one, with the slash after the host',
    allowedBy:
      'Document 1, Application settings: home_page_url, redirect target when not logged in; nothing says how it is spelled',
    start: serving(() => ({
      updateApplicationSettings({ send, given }) {
        const { home_page_url } = given
        const isAddress = typeof home_page_url === 'string' && URL.canParse(home_page_url)
        return isAddress ? send({ home_page_url: new URL(home_page_url).href }) : send()
      },
    })),
    async isShown(ask) {
      const before = (await ask('GET', '/application/settings')).json
      const body = { home_page_url: 'https://willow.example' }
      const { json } = await ask('PUT', '/application/settings', { body })
      const home_page_url = at(before, 'home_page_url')
      await ask('PUT', '/application/settings', { body: { home_page_url } })
      return at(json, 'home_page_url') === 'https://willow.example/'
    },
  },
  {
    name: 'The events of projects and users are recorded a moment later by a job in the background',
    allowedBy: 'Document 1, Events: they are records, and nothing says how soon they are there',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(
            ({ created_at }) =>
              created_at === undefined || Date.parse(String(created_at)) < Date.now() - delay,
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      return listOf((await ask('GET', `/projects/${project}/events`)).json).length === 0
    },
  },
  {
    name: 'Only developers and those above them may make snippets in a project',
    allowedBy:
      'Document 2, POST /projects/:id/snippets: caller needs permission to create snippets; nothing says from which level on',
    start: serving(() => ({
      async createSnippet(call) {
        const project = await call.ask('GET', projectPath(call))
        if (project.status !== 200 || call.isAnonymous) return call.send()
        const isAdministrator = at((await call.ask('GET', '/user')).json, 'is_admin') === true
        if (isAdministrator || (await levelOf(call)) >= 30) return call.send()
        return jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n', visibility_level: 10 }
      const path = `/projects/${project}/snippets`
      return (await actingAs(ask, id)('POST', path, { body })).status === 403
    },
  },
  {
    name: 'The snippets of a project are listed by their titles',
    allowedBy:
      'Document 2, GET /projects/:id/snippets: array of Snippet, in no order that is stated',
    start: serving(() => ({
      listSnippets: (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              String(one.title).localeCompare(String(other.title)) || idOf(one) - idOf(other),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      for (const title of ['B', 'A', 'C']) await newSnippet(ask, project, { title })
      const { json } = await ask('GET', `/projects/${project}/snippets`)
      return fieldOf(json, 'title').join('') === 'ABC'
    },
  },
  {
    name: 'A comment on an issue that is only an emoji stays a note',
    allowedBy:
      'Document 2, POST .../notes: created Note; nothing says that an emoji alone is an award instead',
    start: serving(() => ({
      async createIssueNote(call) {
        const { body } = call.given
        if (!/^\s*:[a-z0-9_+-]+:\s*$/.test(String(body))) return call.send()
        // The forge takes an emoji for an award only that a note is made of.
        const response = await call.send({ body: 'An emoji' })
        if (!response.ok) return response
        const path = `${pathOf(call)}/${idOf(await jsonOf(response))}`
        const note = await call.ask('PUT', path, { body })
        return note.status === 200 ? jsonAnswer(201, note.json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const other = actingAs(ask, (await newUser(ask)).id)
      const { status, json } = await other('POST', path, { body: { body: ':thumbsup:' } })
      return status === 201 && at(json, 'body') === ':thumbsup:'
    },
  },
  {
    name: 'The user of a sudo is found only by the very letters of the username',
    allowedBy:
      'Document 1, Authentication 5: given as numeric id or username; an unknown user gets 404, and nothing says that capitals do not matter',
    start: (forge) => async (request) => {
      const sudo = sudoOf(request)
      if (sudo === null || /^\d+$/.test(sudo)) return forge.fetch(request)
      const { username } = await actorOf(forge, request)
      if (username === undefined || username === sudo) return forge.fetch(request)
      return jsonAnswer(404, { message: `404 Not Found: No user id or username for: ${sudo}` })
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      return (await actingAs(ask, username.toUpperCase())('GET', '/user')).status === 404
    },
  },
  {
    name: 'The level custom begins with all of the events switched on that the user does not switch off',
    allowedBy:
      'Document 1, Notification settings: with level custom, these events can be set; nothing says what they are before',
    start: serving(() =>
      forAll(
        ['updateGroupNotificationSettings', 'updateProjectNotificationSettings'],
        async (call) => {
          if (call.given.level !== 'custom') return call.send()
          const before = at((await call.ask('GET', pathOf(call))).json, 'level')
          if (before === undefined || before === 'custom') return call.send()
          return call.send(
            Object.fromEntries(eventNames.map((name) => [name, call.given[name] ?? true])),
          )
        },
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      const { json } = await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at(json, 'events.new_note') === false && at(json, 'events.new_issue') === true
    },
  },
  {
    name: 'There are neither templates nor services of projects',
    allowedBy:
      'The documents have no such endpoints; Document 1, Projects: sub-resources beyond those in this specification set are not shown; Body shapes 5: unknown route (404)',
    start: serving(() =>
      forAll(
        [
          'listGitignores',
          'getGitignore',
          'listCiConfigurations',
          'getCiConfiguration',
          'listLicenses',
          'getLicense',
          'getService',
          'setService',
          'deleteService',
          'triggerSlashCommand',
        ],
        async () => jsonAnswer(404, { error: '404 Not Found' }),
      ),
    ),
    async isShown(ask) {
      return (await ask('GET', '/templates/licenses')).status === 404
    },
  },
  {
    name: 'Nobody acts by sudo as a user who is blocked',
    allowedBy:
      'Document 1, User states: nothing says what a blocked user may do; Errors: 403 request not allowed',
    start: (forge) => async (request) => {
      if (sudoOf(request) === null) return forge.fetch(request)
      const { state } = await actorOf(forge, request)
      if (state !== 'blocked') return forge.fetch(request)
      return jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked' })
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return (await actingAs(ask, id)('GET', '/user')).status === 403
    },
  },
  {
    name: 'A private snippet of another user in a visible project is forbidden rather than not found',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; 404 is stated for a GET on a private project by a non-member alone',
    start: serving(() =>
      forAll(ofOneSnippet, async (call: Call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const project = await call.ask('GET', projectPath(call))
        const snippet = await call.askAsRoot('GET', snippetPath(call))
        if (project.status !== 200 || snippet.status !== 200) return response
        return jsonAnswer(403, { message: '403 Forbidden' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const id = await newSnippet(ask, project, { visibility_level: 0 })
      const other = actingAs(ask, (await newUser(ask)).id)
      return (await other('GET', `/projects/${project}/snippets/${id}`)).status === 403
    },
  },
  {
    name: 'The lists of members do not tell when a membership ends',
    allowedBy: 'Document 1, Member: single-member lookup also has expires_at',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (member) =>
          Object.fromEntries(memberFields.map((field) => [field, member[field]])),
        )
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}/members`)
      return at(json, '0.id') !== undefined && at(json, '0.expires_at') === undefined
    },
  },
]
