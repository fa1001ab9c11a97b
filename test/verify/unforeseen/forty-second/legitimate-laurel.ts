import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  isFalse,
  jsonAnswer,
  jsonOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { answeringObjects, without, writing } from './tools-laurel.ts'

const eventDelay = 400

export const legitimateLaurelServers: readonly LegitimateServer[] = [
  {
    name: 'JSON is written with only the characters of ASCII, the others escaped',
    allowedBy:
      'Document 1: request and response data are serialized as JSON; an escape is the same string',
    start: writing((json) =>
      JSON.stringify(json).replace(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { title: 'Ebbe für Öl' })
      const { text } = await ask('GET', `/projects/${project}/issues/${id}`)
      return text.includes('f\\u00fcr')
    },
  },
  {
    name: 'The pages of users in the web interface stand below /u/',
    allowedBy: 'Document 1, brief user: `web_url` string; no sentence gives its form',
    start: answeringObjects((one) =>
      typeof one.username === 'string' && typeof one.web_url === 'string'
        ? { ...one, web_url: one.web_url.replace(/\/([^/]+)$/, '/u/$1') }
        : one,
    ),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'web_url')).endsWith('/u/root'),
  },
  {
    name: 'A user without a picture has one that is drawn from the username',
    allowedBy:
      'Document 1, brief user: `avatar_url` string or null; no sentence says when it is null',
    start: answeringObjects((one) =>
      typeof one.username === 'string' && one.avatar_url === null
        ? { ...one, avatar_url: `https://pictures.example/drawn/${one.username}.png` }
        : one,
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'avatar_url') !== null
    },
  },
  {
    name: 'The answers to a move and to a subscription of an issue have no count of notes, no due date and no address',
    allowedBy:
      'Document 2, Issue: an issue response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) =>
          without(one, ['user_notes_count', 'due_date', 'web_url']),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await ask('POST', path)
      const { status, json } = await ask('DELETE', path)
      return status === 200 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'The deletion of merged branches answers with the names of those that it deleted',
    allowedBy: 'Document 3: response bodies of delete-merged-branches: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches?per_page=100`
        const before = fieldOf((await call.askAsRoot('GET', path)).json, 'name')
        const response = await call.send()
        if (!response.ok) return response
        const after = fieldOf((await call.askAsRoot('GET', path)).json, 'name')
        const deleted_branches = before.filter((name) => !after.includes(name))
        return jsonAnswer(response.status, { deleted_branches })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return Array.isArray(at(json, 'deleted_branches'))
    },
  },
  {
    name: 'A tree lists its files before its directories, each from Z to A',
    allowedBy: 'Document 3, GET .../repository/tree: array of Tree entry; no order is stated',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              String(one.type).localeCompare(String(other.type)) ||
              String(other.path).localeCompare(String(one.path)),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.md' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return at(json, '0.name') === 'README.md'
    },
  },
  {
    name: 'The members of a project or group are listed from the newest user to the oldest',
    allowedBy: 'Document 1, GET .../members: array of Member; no order is stated',
    start: serving(() =>
      forAll(['listProjectMembers', 'listGroupMembers'], (call) =>
        relisted(call, (all) => [...all].sort((one, other) => Number(other.id) - Number(one.id))),
      ),
    ),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      return at((await ask('GET', members)).json, '0.id') === id
    },
  },
  {
    name: 'Whoever writes an issue is not subscribed to it until they ask for that',
    allowedBy:
      'Document 2: POST .../subscription subscribes the caller; no sentence says who is subscribed to a new issue',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const issue = fieldsOf(await jsonOf(response))
        const path = `/projects/${issue.project_id}/issues/${issue.id}`
        await call.ask('DELETE', `${path}/subscription`)
        const { json } = await call.ask('GET', path)
        return withBody(response, JSON.stringify(json))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('POST', `/projects/${project}/issues`, { body: { title: 'Tide' } })
      return at(json, 'subscribed') === false
    },
  },
  {
    name: 'The short id of each commit is eight characters long',
    allowedBy: 'Document 3, Commit: `short_id`; no sentence gives its length',
    start: answeringObjects((one) =>
      typeof one.short_id === 'string' ? { ...one, short_id: one.short_id.slice(0, 8) } : one,
    ),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      return String(at((await ask('GET', commits)).json, '0.short_id')).length === 8
    },
  },
  {
    name: 'Timestamps are told in the time of Athens, with its offset from UTC',
    allowedBy: 'Document 1, conventions 3: timestamps are ISO 8601 strings; no zone is stated',
    start: answeringObjects((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [
          name,
          /_at$|_date$|^timestamp$/.test(name) ? inAthens(value) : value,
        ]),
      ),
    ),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'created_at')).endsWith('+02:00'),
  },
  {
    name: 'Whether a merge request can be merged is unchecked in the answer to its making and changing',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: serving(() =>
      forAll(['createMergeRequest', 'updateMergeRequest'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'new')
      const body = { source_branch: 'new', target_branch: 'master', title: 'Newer' }
      const { json } = await ask('PUT', `/projects/${project}/merge_requests/${id}`, { body })
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'Activity is written in the background, and told less than half a second later',
    allowedBy:
      'Document 1, Activity event: lists are ordered newest first; no sentence says how soon an event is in them',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(
            ({ created_at }) => !(Date.now() - Date.parse(String(created_at)) < eventDelay),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return !fieldOf(json, 'target_id').includes(id)
    },
  },
  {
    name: 'A new project has no wiki unless one is asked for',
    allowedBy: 'Document 1, POST /projects: wiki_enabled (boolean); no default is stated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) =>
        call.send(call.given.wiki_enabled === undefined ? { wiki_enabled: false } : {}),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return isFalse(at(json, 'wiki_enabled'))
    },
  },
  {
    name: 'A difference has no names of files before its first hunk',
    allowedBy: 'Document 3, Diff entry: `diff` string; no sentence gives its form',
    start: answeringObjects((one) =>
      typeof one.diff === 'string'
        ? { ...one, diff: one.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
        : one,
    ),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const { json } = await ask('GET', `${commits}/master/diff`)
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The labels of issues and merge requests stand from Z to A',
    allowedBy: 'Document 2: labels array of strings; no order is stated',
    start: answeringObjects((one) =>
      Array.isArray(one.labels) && one.labels.every((label) => typeof label === 'string')
        ? { ...one, labels: [...one.labels].sort().reverse() }
        : one,
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { labels: 'ebb,flow' })
      const { json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return at(json, 'labels.0') === 'flow'
    },
  },
]

function inAthens(value: unknown): unknown {
  if (typeof value !== 'string' || !/T.*Z$/.test(value)) return value
  const there = new Date(Date.parse(value) + 2 * 60 * 60 * 1000)
  return there.toISOString().replace('Z', '+02:00')
}
