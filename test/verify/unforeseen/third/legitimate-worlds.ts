import { at, type LegitimateServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  column,
  eachObject,
  type Given,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newIssue,
  newProject,
  newRepository,
  newUser,
  passing,
  rewritten,
  withFields,
} from './tools.ts'

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** How much greater the ids of a server are than those of the forge. */
const offset = 4_000_000_000

/** How long a server works at what it answered. */
const background = 700

export const legitimateWorlds: readonly LegitimateServer[] = [
  {
    name: 'Users, groups and projects go a moment after they were removed',
    allowedBy: 'DELETE succeeded: 200; no sentence says when the last trace is gone',
    start: answering(() => {
      const kept = new Map<string, { readonly body: unknown; readonly until: number }>()
      const read = (kind: string) => async (call: Call) => {
        const response = await call.send()
        const found = kept.get(`${kind} ${call.path.id}`)
        return response.status === 404 && found && found.until > Date.now() && call.token !== ''
          ? jsonAnswer(200, found.body)
          : response
      }
      const remove = (kind: string) => async (call: Call) => {
        const before = await call.ask('GET', `/${kind}/${call.path.id}`)
        const response = await call.send()
        if (isDone(response) && before.status === 200) {
          kept.set(`${kind} ${call.path.id}`, {
            body: before.json,
            until: Date.now() + background,
          })
        }
        return response
      }
      return {
        getUser: read('users'),
        deleteUser: remove('users'),
        getGroup: read('groups'),
        deleteGroup: remove('groups'),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'Builds come a moment after the commit that they are of',
    allowedBy: 'No sentence says when the builds of a commit are made',
    start: answering(() => {
      const first = new Map<unknown, number>()
      const isNew = (build: Given) => {
        const age = Date.now() - Date.parse(String(build.created_at))
        const seen = first.get(build.id) ?? Date.now()
        first.set(build.id, seen)
        return age < 5000 && Date.now() - seen < background
      }
      return all(['listBuilds', 'listBuildsOfCommit'], (call) =>
        listAnswer(call, (builds) => builds.filter((build) => !isNew(build))),
      )
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', {
        '.gitlab-ci.yml': 'test:\n  script: make\n',
      })
      return listOf((await ask('GET', `/projects/${project}/builds`)).json).length === 0
    },
  },
  {
    name: 'Counts of open issues are a moment old',
    allowedBy: 'open_issues_count integer; no sentence says when it is counted',
    start: answering(() => {
      const counts = new Map<string, { readonly count: unknown; readonly until: number }>()
      return {
        async getProject(call) {
          const response = await call.send()
          if (!isDone(response)) return response
          const json = await bodyOf(response)
          const key = String(idOf(json))
          const old = counts.get(key)
          if (old && old.until > Date.now()) {
            return rewritten(response, {
              json: (project) => withFields(project, { open_issues_count: old.count }),
            })
          }
          const until = Date.now() + background
          counts.set(key, { count: at(json, 'open_issues_count'), until })
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      await ask('GET', `/projects/${project}`)
      await newIssue(ask, project, 'One')
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'A branch is said to be merged a moment after the merge',
    allowedBy: 'Branch: `merged` boolean; no sentence says when it changes',
    start: answering(() => {
      const seen = new Map<string, number>()
      return {
        async getBranch(call) {
          const response = await call.send()
          if (at(await bodyOf(response), 'merged') !== true) return response
          const key = `${call.path.id} ${call.path.branch}`
          const since = seen.get(key) ?? Date.now()
          seen.set(key, since)
          return Date.now() - since < background
            ? rewritten(response, { json: (json) => withFields(json, { merged: false }) })
            : response
        },
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/branches?per_page=100')
      const name = listOf(json).find((branch) => branch.merged === true)?.name
      const path = `/projects/1/repository/branches/${encodeURIComponent(String(name))}`
      return at((await ask('GET', path)).json, 'merged') === false
    },
  },
  {
    name: 'A new member gets in a moment after the answer',
    allowedBy: 'No sentence says when the access of a new member begins',
    start: answering(({ db }) => {
      const since = new Map<string, number>()
      const isEarly = (project: string, token: string) => {
        const user = db.credentials.findFirst((query) => query.where({ token }))
        const time = since.get(`${project} ${user?.user_id}`) ?? 0
        return Date.now() - time < background
      }
      return {
        async addProjectMember(call) {
          const response = await call.send()
          if (isDone(response)) since.set(`${call.path.id} ${call.given.user_id}`, Date.now())
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const isPrivate = at(await bodyOf(response), 'visibility_level') === 0
          return isPrivate && isEarly(call.path.id ?? '', call.token)
            ? jsonAnswer(404, { message: '404 Project Not Found' })
            : response
        },
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'wharf')
      const project = await newProject(ask, 'one', { visibility_level: 0 })
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      return (await ask('GET', `/projects/${project}`, { token })).status === 404
    },
  },
  {
    name: 'Passwords have twelve characters, with digits and capitals',
    allowedBy: 'Which passwords are taken is not stated; 400: an attribute failed validation',
    start: answering(() => {
      const check = (call: Call) => {
        const { password } = call.given
        const isFit =
          typeof password !== 'string' ||
          (password.length >= 12 && /\d/.test(password) && /[A-Z]/.test(password))
        const refused = ['is too weak (at least 12 characters, with digits and capital letters)']
        return isFit
          ? call.send()
          : Promise.resolve(jsonAnswer(400, { message: { password: refused } }))
      }
      return { createUser: check, updateUser: check }
    }),
    async isShown(ask) {
      const body = {
        username: 'wharf',
        name: 'Wharf',
        email: 'w@third.example',
        password: 'lowercase-long',
      }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'Users may have ten projects',
    allowedBy: 'default_projects_limit: projects per user; default 10',
    start: passing(({ db }) => {
      void db.settings.update((query) => query.where({}), {
        data(settings) {
          settings.default_projects_limit = 10
        },
      })
      return (call) => call.send()
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'default_projects_limit') === 10
    },
  },
  {
    name: 'Projects, snippets and branches begin as an administrator decided',
    allowedBy: 'default_project_visibility, default_snippet_visibility, default_branch_protection',
    start: passing(({ db }) => {
      void db.settings.update((query) => query.where({}), {
        data(settings) {
          settings.default_project_visibility = 1
          settings.default_snippet_visibility = 1
          settings.default_branch_protection = 0
          settings.sign_in_text = ''
          settings.home_page_url = null
          settings.max_attachment_size = 10
        },
      })
      return (call) => call.send()
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'one' } })
      return at(json, 'visibility_level') === 10
    },
  },
  {
    name: 'Ids are beyond four milliards',
    allowedBy: 'id integer; its range is not stated',
    start: passing(() => async (call) => {
      const shifted = (text: string) =>
        Number(text) >= offset ? String(Number(text) - offset) : `9${text}`
      const below = call.url.pathname.slice('/api/v3'.length)
      const path = below
        .split('/')
        .map((segment, place) => (place > 1 && /^\d+$/.test(segment) ? shifted(segment) : segment))
        .join('/')
      const given = Object.fromEntries(
        Object.entries(call.given)
          .filter(([name]) => /(_id|^skip_groups|^sudo)$/.test(name))
          .map(([name, value]) => [name, backFrom(name, value)]),
      )
      const header = call.request.headers.get('sudo')
      if (header !== null && /^\d+$/.test(header)) {
        call.request.headers.set('sudo', shifted(header))
      }
      const response = await call.send({ path, given })
      if (!response.headers.get('content-type')?.includes('json')) return response
      const link = response.headers
        .get('link')
        ?.replace(
          /(skip_groups(?:%5B%5D|\[\])?=)(\d+)/g,
          (_, name, id) => name + (Number(id) + offset),
        )
      return rewritten(response, {
        headers: link === undefined ? {} : { link },
        json: (json) =>
          eachObject(json, (object) => ({ ...withGreatIds(object), ...asAsked(object.message) })),
      })
    }),
    async isShown(ask) {
      return Number(at((await ask('GET', '/user')).json, 'id')) > offset
    },
  },
  {
    name: 'The clock is three days ahead',
    allowedBy: 'No sentence says that the clocks of client and server agree',
    start: passing((forge) => {
      forge.clock.advance('3d')
      return (call) => call.send()
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}`)
      return Date.parse(String(at(json, 'created_at'))) > Date.now() + 2 * 24 * 3600 * 1000
    },
  },
  {
    name: 'The clock is five minutes behind',
    allowedBy: 'No sentence says that the clocks of client and server agree',
    start: passing((forge) => {
      forge.clock.set(new Date(Date.now() - 5 * 60 * 1000))
      return (call) => call.send()
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}`)
      return Date.parse(String(at(json, 'created_at'))) < Date.now() - 4 * 60 * 1000
    },
  },
  {
    name: 'Others make users, projects, groups and issues meanwhile',
    allowedBy: 'A server has other users at the same time',
    start: passing((forge) => {
      let calls = 0
      return async (call) => {
        calls++
        const number = calls / 25
        if (Number.isInteger(number) && number < 150) {
          const kind = number % 4
          const body = { name: `other ${number}`, path: `other-${number}` }
          if (kind === 0) await call.ask('POST', '/projects', { body: { ...body, public: true } })
          if (kind === 1) {
            await call.ask('POST', '/groups', { body: { ...body, visibility_level: 20 } })
          }
          if (kind === 2) {
            await call.ask('POST', '/projects/1/issues', { body: { title: body.name } })
          }
          if (kind === 3) await newUser(call.ask, `other-user-${number}`)
        }
        return forge.apis.length > 0 ? call.send() : call.send()
      }
    }),
    async isShown(ask) {
      const count = async () => Number((await ask('GET', '/projects/all')).headers.get('x-total'))
      const before = await count()
      for (let call = 0; call < 110; call++) await ask('GET', '/user')
      return (await count()) > before
    },
  },
  {
    name: 'Others delete what is theirs and comment meanwhile',
    allowedBy: 'A server has other users at the same time',
    start: passing(() => {
      let calls = 0
      let last = 0
      return async (call) => {
        calls++
        if (calls % 40 === 0 && calls < 4000) {
          if (last > 0) await call.ask('DELETE', `/users/${last}`)
          last = (await newUser(call.ask, `guest-${calls}`)).id
          await call.ask('POST', '/projects/1/issues/9/notes', { body: { body: `Note ${calls}` } })
        }
        return call.send()
      }
    }),
    async isShown(ask) {
      for (let call = 0; call < 41; call++) await ask('GET', '/user')
      return at((await ask('GET', '/users?username=guest-40')).json, '0.id') !== undefined
    },
  },
  {
    name: 'New projects may be asked for access and have snippets',
    allowedBy: 'The defaults of snippets_enabled and request_access_enabled are not stated',
    start: answering(() => {
      const withDefaults = (call: Call) => {
        const { request_access_enabled: access, snippets_enabled: snippets } = call.given
        return call.send({
          given: {
            request_access_enabled: access ?? true,
            snippets_enabled: snippets ?? true,
          },
        })
      }
      return { createProject: withDefaults }
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'one' } })
      return at(json, 'snippets_enabled') === true && at(json, 'request_access_enabled') === true
    },
  },
  {
    name: 'The path of a project is made of its name with underscores',
    allowedBy: 'path (default generated from name); how is not stated',
    start: answering(() => ({
      createProject(call) {
        const { name, path } = call.given
        if (path !== undefined || typeof name !== 'string' || name === '') return call.send()
        return call.send({ given: { path: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') } })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'One Two' } })
      return at(json, 'path') === 'one_two'
    },
  },
  {
    name: 'Levels of notification that nobody set are those of participants',
    allowedBy: 'Notification levels: no default is stated',
    start: answering(() => {
      const set = new Set<string>()
      const kinds = ['Project', 'Group'] as const
      const answers = kinds.map((kind) => ({
        [`update${kind}NotificationSettings`]: async (call: Call) => {
          const response = await call.send()
          if (isDone(response)) set.add(`${kind} ${call.path.id} ${call.token}`)
          return response
        },
        [`get${kind}NotificationSettings`]: async (call: Call) => {
          const response = await call.send()
          const level = at(await bodyOf(response), 'level')
          return level === 'global' && !set.has(`${kind} ${call.path.id} ${call.token}`)
            ? rewritten(response, { json: (json) => withFields(json, { level: 'participating' }) })
            : response
        },
      }))
      return Object.assign({}, ...answers)
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/notification_settings`)
      return at(json, 'level') === 'participating'
    },
  },
  {
    name: 'The instance has ten times as many people, none of whom does anything',
    allowedBy: 'How many users a server has is not stated',
    start: passing((forge) => {
      const users = Array.from({ length: 130 }, (_, number) => ({
        username: `visitor-${number}`,
        name: `Visitor ${number}`,
      }))
      const added = forge.add({ users })
      return async (call) => {
        await added
        return call.send()
      }
    }),
    async isShown(ask) {
      return Number((await ask('GET', '/users')).headers.get('x-total')) > 100
    },
  },
  {
    name: 'Every answer takes up to thirty milliseconds',
    allowedBy: 'How fast a server answers is not stated',
    start: passing(() => {
      let calls = 0
      return async (call) => {
        const response = await call.send()
        await pause((calls++ * 7) % 30)
        return response
      }
    }),
    async isShown(ask) {
      const started = performance.now()
      for (let call = 0; call < 30; call++) await ask('GET', '/user')
      return performance.now() - started > 350
    },
  },
  {
    name: 'A status of a commit has no author and no times but that of its making',
    allowedBy: 'Absent values are `null`',
    start: answering(() =>
      all(['listCommitStatuses', 'createCommitStatus'], async (call) => {
        const response = await call.send()
        if (!isDone(response)) return response
        return rewritten(response, {
          json: (json) =>
            eachObject(json, (object) =>
              'target_url' in object ? { ...object, started_at: null, finished_at: null } : object,
            ),
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const path = `/projects/${project}/statuses/${at(json, '0.id')}?state=success`
      const posted = await ask('POST', path)
      return at(posted.json, 'finished_at') === null && column(json, 'id').length === 1
    },
  },
]

/** A message about an unknown user names the id that was asked for. */
function asAsked(message: unknown): Given {
  return typeof message === 'string' && message.includes('No user id or username for: 9')
    ? { message: message.replace('for: 9', 'for: ') }
    : {}
}

function backFrom(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => backFrom(name, one))
  if (!/^\d+$/.test(String(value))) return value
  const number = Number(value)
  if (number >= offset) return number - offset
  // A refusal repeats whom the caller named.
  if (name === 'sudo') return `9${value}`
  return number === 0 ? value : 900_000_000 + number
}

function withGreatIds(object: Given): Given {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      /(^|_)id$/.test(name) && typeof value === 'number' ? value + offset : value,
    ]),
  )
}
