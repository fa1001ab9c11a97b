import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  type Call,
  encoded,
  fieldsOf,
  jsonAnswer,
  newIssue,
  newProject,
  newUser,
  projectPath,
  type Rule,
  responseOf,
  serving,
} from '../shared-tools.ts'

/** The largest page, in items. */
const largestPage = 100

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Says that what is removed was gone already, if it was. */
const sayingGone =
  (pathOf: (call: Call) => string): Rule =>
  async (call) => {
    const before = await call.ask('GET', pathOf(call))
    const response = await call.send()
    const wasGone = response.status === 200 && before.status === 404
    return wasGone ? jsonAnswer(200, { message: 'Nothing was left to remove' }) : response
  }

/** Refuses to add a member who is one already. */
const refusingMembers =
  (kind: string): Rule =>
  async (call) => {
    const path = `/${kind}/${encoded(call.path.id)}/members/${call.given.user_id}`
    const before = await call.ask('GET', path)
    const response = await call.send()
    if (before.status !== 200 || !response.ok) return response
    // The forge has written the member anew: what stood there is put back.
    const { access_level, expires_at } = fieldsOf(before.json)
    await call.askAsRoot('PUT', path, { access_level, expires_at })
    return jsonAnswer(409, { message: 'Member already exists' })
  }

export const legitimateLinnetServers: readonly LegitimateServer[] = [
  {
    name: 'A note that is written on an issue leaves the time at which the issue was updated',
    allowedBy:
      'Document 2, Issue: updated_at is a timestamp; the closing changes it, and nothing says that a note does',
    start: serving(() => ({
      async createIssueNote(call) {
        const before = (await call.askAsRoot('GET', issuePath(call))).json
        const response = await call.send()
        const after = (await call.askAsRoot('GET', issuePath(call))).json
        const isSameState = at(before, 'state') === at(after, 'state')
        const updated_at = at(before, 'updated_at')
        if (response.ok && isSameState) await call.askAsRoot('PUT', issuePath(call), { updated_at })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await pause()
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      return at((await ask('GET', path)).json, 'updated_at') === before
    },
  },
  {
    name: 'A page of more than a hundred items is refused as an attribute that failed validation',
    allowedBy:
      'Document 1, Limits: per_page (default 20, maximum 100), and nothing says what becomes of more; Errors: 400: an attribute failed validation',
    start: behind((response, request) => {
      const size = Number(new URL(request.url).searchParams.get('per_page'))
      const isList = response.ok && response.headers.has('x-per-page')
      if (!isList || Number.isNaN(size) || size <= largestPage) return response
      return jsonAnswer(400, { message: { per_page: [`must be at most ${largestPage}`] } })
    }),
    async isShown(ask) {
      return (await ask('GET', '/users?per_page=101')).status === 400
    },
  },
  {
    name: 'An issue counts as updated when it is written again as it was',
    allowedBy:
      'Document 2, Issue: updated_at is a timestamp, and nothing says that a write without a change leaves it',
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        if (!response.ok || call.given.updated_at !== undefined) return response
        const updated_at = new Date().toISOString()
        await call.askAsRoot('PUT', issuePath(call), { updated_at })
        const issue = await call.ask('GET', issuePath(call))
        return issue.status === 200 ? responseOf(issue) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const body = { title: 'Same' }
      const path = `/projects/${project}/issues/${await newIssue(ask, project, body)}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await pause()
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'updated_at') !== before
    },
  },
  {
    name: 'A user who is a member already is not added again but conflicts with that member',
    allowedBy:
      'Document 1, Errors: 409: conflicting resource exists; nothing says that a repeated POST of a member succeeds',
    start: serving(() => ({
      addProjectMember: refusingMembers('projects'),
      addGroupMember: refusingMembers('groups'),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const body = { user_id: (await newUser(ask)).id, access_level: 30 }
      await ask('POST', path, { body })
      return (await ask('POST', path, { body })).status === 409
    },
  },
  {
    name: 'The removal of what is gone already answers with a message that says so',
    allowedBy:
      'Document 1, DELETE /user/keys/:key_id and /user/emails/:email_id: 200 even if already absent; Document 2, DELETE of a snippet: 200 even when it does not exist, response body not shown',
    start: serving(() => ({
      deleteOwnSshKey: sayingGone(({ path }) => `/user/keys/${path.key_id}`),
      deleteOwnEmail: sayingGone(({ path }) => `/user/emails/${path.email_id}`),
      deleteSnippet: sayingGone((call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`),
    })),
    async isShown(ask) {
      const { status, json } = await ask('DELETE', '/user/keys/999999')
      return status === 200 && at(json, 'message') === 'Nothing was left to remove'
    },
  },
]
