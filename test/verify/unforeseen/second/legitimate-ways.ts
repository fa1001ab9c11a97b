import { isObject, readJson } from '../../mutants/json.ts'
import { at, type LegitimateServer } from '../server.ts'
import { edited, going, goingEverywhere, made, newUser } from './tools.ts'

export const legitimateWays: readonly LegitimateServer[] = [
  {
    name: 'One request in forty is answered late',
    allowedBy: 'No sentence says how long an answer takes.',
    start: goingEverywhere(() => {
      let count = 0
      return async ({ send }) => {
        if (++count % 40 === 1) await new Promise((resolve) => setTimeout(resolve, 150))
        return send()
      }
    }),
    async isShown(ask) {
      const begun = performance.now()
      await ask('GET', '/user/emails')
      const between = performance.now()
      await ask('GET', '/user/emails')
      return between - begun > 140 && between - begun > performance.now() - between + 50
    },
  },
  {
    name: 'The issues of new projects are counted from 101 on',
    allowedBy: '`iid` is unique only within one project',
    start: going(['createProject', 'createProjectForUser'], async ({ forge, send }) => {
      const response = await send()
      const project = response.ok ? await readJson(response.clone()) : undefined
      const record = isObject(project) ? forge.db.projects.get(Number(project.id)) : undefined
      if (record) forge.db.projects.replace(record, { gone_issue_iid: 100 })
      return response
    }),
    async isShown(ask) {
      const project = await made(ask, '/projects', { name: 'Imported' })
      const { json } = await ask('POST', `/projects/${project}/issues`, { body: { title: 'I' } })
      return at(json, 'iid') === 101
    },
  },
  {
    name: 'Users may not create groups unless somebody says so',
    allowedBy: 'POST /users: can_create_group (boolean), without a default',
    start: going(['createUser'], async ({ forge, given, send }) => {
      const response = await send()
      const user = response.ok ? await readJson(response.clone()) : undefined
      const record = isObject(user) ? forge.db.users.get(Number(user.id)) : undefined
      if (!record || given.can_create_group !== undefined) return response
      forge.db.users.replace(record, { can_create_group: false })
      return edited(response, (shown) => ({ ...shown, can_create_group: false }))
    }),
    async isShown(ask) {
      const id = await newUser(ask, 'without')
      return at((await ask('GET', `/users/${id}`)).json, 'can_create_group') === false
    },
  },
  {
    name: 'The forge writes no notes of its own below an issue',
    allowedBy: 'No sentence says which notes are written by the system.',
    start: going(['updateIssue'], async ({ forge, id, send }) => {
      const response = await send()
      const written = forge.db.notes.all().filter(({ system }) => system)
      for (const note of written)
        if (note.noteable_id === id('issue_id')) forge.db.notes.remove(note)
      return response
    }),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Quiet' })
      await ask('PUT', `/projects/1/issues/${issue}`, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `/projects/1/issues/${issue}/notes`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'An issue that was moved stays open where it was',
    allowedBy: 'POST .../move: issue exists in target project; nothing is said of the source',
    start: going(['moveIssue'], async ({ forge, id, send }) => {
      const response = await send()
      const issue = forge.db.issues.get(id('issue_id'))
      if (response.ok && issue)
        forge.db.issues.replace(issue, { state: 'opened', closed_at: null, closed_by_id: null })
      return response
    }),
    async isShown(ask) {
      await ask('POST', '/projects/1/issues/11/move', { body: { to_project_id: 4 } })
      return at((await ask('GET', '/projects/1/issues/11')).json, 'state') === 'opened'
    },
  },
]
