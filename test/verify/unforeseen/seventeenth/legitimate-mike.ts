import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  fieldsOf,
  idOf,
  jsonAnswer,
  jsonOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

export const legitimateMikeServers: readonly LegitimateServer[] = [
  {
    name: 'Notes of issues are listed by their text, and those of one text by their ids',
    allowedBy: 'Document 2, Notes: nothing is stated about the order of a list of them',
    start: serving(() => ({
      listIssueNotes: (call) =>
        relisted(call, (all) =>
          all.toSorted(
            (one, other) =>
              String(one.body).localeCompare(String(other.body)) ||
              Number(one.id) - Number(other.id),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      // Neither the order of their times nor its reverse.
      for (const body of ['beta', 'alpha', 'gamma']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'alpha,beta,gamma'
    },
  },
  {
    name: 'The removal of a project snippet is answered by what it was titled',
    allowedBy: 'Document 2, Snippets: the response body of delete is not shown',
    start: serving(() => ({
      async deleteSnippet(call) {
        const before = await call.ask('GET', new URL(call.request.url).pathname.slice(7))
        const response = await call.send()
        if (!response.ok || before.status !== 200) return response
        return jsonAnswer(200, { id: idOf(before.json), removed: at(before.json, 'title') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { title: 'Knots' })
      const { json } = await ask('DELETE', `/projects/${project}/snippets/${snippet}`)
      return at(json, 'removed') === 'Knots'
    },
  },
  {
    name: 'A moved issue is answered without its notes, its subscription and its address',
    allowedBy: 'Document 2, Issue: responses to move and subscription omit or reorder fields',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => {
          const { user_notes_count, subscribed, web_url, ...rest } = fieldsOf(json)
          return rest
        })
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const issue = await newIssue(ask, source)
      const path = `/projects/${source}/issues/${issue}/move`
      const body = { to_project_id: await newProject(ask) }
      const { status, json } = await ask('POST', path, { body })
      return status === 201 && !Object.keys(fieldsOf(json)).includes('subscribed')
    },
  },
  {
    name: 'Whether a merge request can be merged is found out after it was first answered',
    allowedBy: 'Document 2, Merge request: merge_status string; values but can_be_merged not shown',
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok || (await jsonOf(response)) === undefined) return response
        return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      const body = { source_branch: 'one', target_branch: 'master', title: 'Again' }
      const path = `/projects/${project}/merge_requests`
      await ask('DELETE', `${path}/${fieldOf((await ask('GET', path)).json, 'id')[0]}`)
      const { json } = await ask('POST', path, { body })
      return at(json, 'merge_status') === 'unchecked'
    },
  },
]
