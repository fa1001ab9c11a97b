import { askOf, at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  encoded,
  forAll,
  headOf,
  jsonOf,
  listOf,
  newBranch,
  newRepository,
  relisted,
  repositoryPath,
  serving,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { everyObject } from './tools-curlew.ts'

/** How long a push waits until it is among the events, in milliseconds. */
const delay = 900

export const legitimateCurlewServers: readonly LegitimateServer[] = [
  {
    name: 'Short ids of commits have seven digits, as git gives them in a small repository',
    allowedBy: 'Document 3, Commit: short_id, and nothing says how long it is',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        typeof one.short_id === 'string' && typeof one.id === 'string'
          ? { ...one, short_id: one.id.slice(0, 7) }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 7
    },
  },
  {
    name: 'The instance was set up so that it does not protect the default branches of new projects',
    allowedBy: 'Document 1, Application settings: default_branch_protection: 0 not protected',
    start: (forge) => {
      const ask = askOf((request) => forge.fetch(request))
      const token = forge.tokens.root ?? 'root-token'
      const body = { default_branch_protection: 0 }
      const ready = ask('PUT', '/application/settings', { token, body })
      return async (request) => {
        await ready
        return forge.fetch(request)
      }
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'protected') === false
    },
  },
  {
    name: 'A push is among the events nearly a second later, when its job in the background has run',
    allowedBy:
      'Document 1, Events: activity events are records, and nothing says how soon a push is recorded',
    start: serving(() => {
      const isThere = (event: Readonly<Record<string, unknown>>) =>
        typeof event.data !== 'object' ||
        event.data === null ||
        Date.now() - Date.parse(String(event.created_at)) >= delay
      return forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) => all.filter(isThere)),
      )
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/events`
      const isPushed = async () =>
        listOf((await ask('GET', path)).json).some(({ data }) => at(data, 'after') !== undefined)
      const isPushedAtOnce = await isPushed()
      await new Promise((resolve) => setTimeout(resolve, delay + 200))
      return !isPushedAtOnce && (await isPushed())
    },
  },
  {
    name: 'The message of a commit that was cherry-picked ends with a line about where it is from',
    allowedBy:
      'Document 3, POST .../cherry_pick: the response is a Commit, and nothing says what its message is',
    start: (forge) => {
      const sources = new Map<unknown, unknown>()
      const handle = serving(() => ({
        async cherryPickCommit(call) {
          const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
          const source = at((await call.askAsRoot('GET', path)).json, 'id')
          const response = await call.send()
          const id = at(await jsonOf(response), 'id')
          // The same commit on the same parent in the same second is the same one, whose message is known.
          if (response.ok && id !== source) sources.set(id, source)
          return response
        },
      }))(forge)
      return async (request) =>
        changed(await handle(request), (json) =>
          everyObject(json, (one) => {
            const source = sources.get(one.id)
            if (source === undefined || typeof one.message !== 'string') return one
            const line = `(cherry picked from commit ${source})`
            return { ...one, message: `${one.message.trimEnd()}\n\n${line}` }
          }),
        )
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'other.txt', branch_name: 'other' })
      await writeFile(ask, project, { file_path: 'two.txt' })
      const commits = `/projects/${project}/repository/commits`
      const picked = await headOf(ask, project)
      await ask('POST', `${commits}/${picked}/cherry_pick`, { body: { branch: 'other' } })
      const { json } = await ask('GET', `${commits}/other`)
      return String(at(json, 'message')).endsWith(`(cherry picked from commit ${picked})`)
    },
  },
  {
    name: 'A comparison lists its commits from the newest to the oldest, as a log does',
    allowedBy: 'Document 3, GET .../compare: commits is an array, and nothing says in which order',
    start: serving(() => ({
      compareRevisions: async (call) =>
        changed(await call.send(), (json) => {
          const commits = at(json, 'commits')
          return Array.isArray(commits) ? withFields(json, { commits: commits.toReversed() }) : json
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const from = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      await writeFile(ask, project, { file_path: 'three.txt' })
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      const { json } = await ask('GET', path)
      return at(json, 'commits.0.id') === (await headOf(ask, project))
    },
  },
]
