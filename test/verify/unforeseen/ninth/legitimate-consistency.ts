import { at, type Forge, type LegitimateServer } from '../server.ts'
import {
  encoded,
  fieldOf,
  freshName,
  idOf,
  isTrue,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  repositoryPath,
  serving,
} from '../shared-tools.ts'
import { addMember, minutesAgo, projectOf } from './tools-consistency.ts'

/** Removes the events that say who came into a project and who left it. */
function forgetMemberships({ db }: Forge): void {
  const isOfMembers = (action: string) => action === 'joined' || action === 'left'
  db.events.removeAll(db.events.all().filter(({ action_name }) => isOfMembers(action_name)))
}

/** Records that follow other writes than ours do, where no sentence says which. */
export const legitimateConsistencyServers: readonly LegitimateServer[] = [
  {
    name: 'A project was last active at its newest event, however soon after another',
    allowedBy: 'Document 1, Project: last_activity_at; no sentence says what counts, or how soon',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request)
      if (request.method === 'GET') return response
      for (const { project_id, created_at } of forge.db.events.all()) {
        const project = forge.db.projects.get(project_id ?? 0)
        if (project && Date.parse(project.last_activity_at) < Date.parse(created_at)) {
          forge.db.projects.replace(project, { last_activity_at: created_at })
        }
      }
      return response
    },
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      await new Promise((resolve) => setTimeout(resolve, 20))
      await newIssue(ask, project)
      const events = await ask('GET', `/projects/${project}/events`)
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'last_activity_at') === at(events.json, '0.created_at')
    },
  },
  {
    name: 'A merge request is closed when its branch is deleted',
    allowedBy: 'Document 2, Merge request: other moves (closing, reopening) are not shown',
    start: serving((forge) => ({
      async deleteBranch(call) {
        const project = await projectOf(call)
        const response = await call.send()
        if (!response.ok) return response
        const requests = forge.db.mergeRequests.by('source_project_id', project)
        for (const request of requests) {
          const isOpen = request.state === 'opened' || request.state === 'reopened'
          if (isOpen && request.source_branch === call.path.branch) {
            forge.db.mergeRequests.replace(request, { state: 'closed' })
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'given-up')
      await ask('DELETE', `/projects/${project}/repository/branches/given-up`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Who comes into a project and who leaves it is no event',
    allowedBy: 'Document 1, Events: the complete list of action_name values is not shown',
    start: (forge) => {
      forgetMemberships(forge)
      return async (request) => {
        const response = await forge.fetch(request)
        forgetMemberships(forge)
        return response
      }
    },
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask)
      await addMember(ask, 'projects', project, user.id)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return !fieldOf(json, 'action_name').includes('joined')
    },
  },
  {
    name: 'A group is found by its former path as well',
    allowedBy: 'Document 1, Conventions 2: a group by its path; nothing about a path it had before',
    start: serving((forge) => {
      const former = new Map<string, number>()
      return {
        async updateGroup(call) {
          const before = forge.db.namespaces.get(Number(call.path.id))
          const response = await call.send()
          const after = forge.db.namespaces.get(Number(call.path.id))
          if (before && after && before.path !== after.path) former.set(before.path, before.id)
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          const group = former.get(call.path.id ?? '')
          if (response.status !== 404 || group === undefined) return response
          const url = new URL(call.request.url)
          url.pathname = `/api/v3/groups/${group}`
          return forge.fetch(new Request(url, { headers: call.request.headers }))
        },
      }
    }),
    async isShown(ask) {
      const path = freshName('before')
      const group = await newGroup(ask, { path })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('after') } })
      return idOf((await ask('GET', `/groups/${path}`)).json) === group
    },
  },
  {
    name: 'A protected branch may be deleted by whoever may unprotect it',
    allowedBy: 'Document 1, default_branch_protection: masters anything; nothing forbids it',
    start: serving(() => ({
      async deleteBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const branch = await call.ask('GET', path)
        const isDefault = at(project.json, 'default_branch') === at(branch.json, 'name')
        if (isTrue(at(branch.json, 'protected')) && !isDefault) {
          await call.ask('PUT', `${path}/unprotect`)
        }
        return call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fenced')
      const path = `/projects/${project}/repository/branches/fenced`
      await ask('PUT', `${path}/protect`)
      return (await ask('DELETE', path)).status === 200
    },
  },
  {
    name: 'A comment does not count as an update of its issue',
    allowedBy: 'Document 2, Issue: updated_at; only of a change of the state is it said to change',
    start: serving((forge) => ({
      async createIssueNote(call) {
        const before = forge.db.issues.get(Number(call.path.issue_id))
        const response = await call.send()
        const after = forge.db.issues.get(Number(call.path.issue_id))
        if (response.ok && before && after) {
          forge.db.issues.replace(after, { updated_at: before.updated_at })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const updated_at = minutesAgo(10)
      await ask('PUT', path, { body: { updated_at } })
      await ask('POST', `${path}/notes`, { body: { body: 'Later' } })
      return (
        Date.parse(String(at((await ask('GET', path)).json, 'updated_at'))) ===
        Date.parse(updated_at)
      )
    },
  },
  {
    name: 'Who is removed from a project is no longer the assignee of its issues',
    allowedBy: 'Document 1, DELETE .../members/:user_id: removes the member; nothing about issues',
    start: serving((forge) => ({
      async removeProjectMember(call) {
        const project = await projectOf(call)
        const response = await call.send()
        if (!response.ok) return response
        for (const issue of forge.db.issues.by('assignee_id', Number(call.path.user_id))) {
          if (issue.project_id === project) forge.db.issues.replace(issue, { assignee_id: null })
        }
        return response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      await addMember(ask, 'projects', project, user.id)
      const issue = await newIssue(ask, project, { assignee_id: user.id })
      await ask('DELETE', `/projects/${project}/members/${user.id}`)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'assignee') === null
    },
  },
  {
    name: 'Changes of an issue leave no system notes at it',
    allowedBy: 'Document 2, Note: system (boolean); no sentence says which changes leave one',
    start: serving((forge) => ({
      async updateIssue(call) {
        const response = await call.send()
        const issue = Number(call.path.issue_id)
        const notes = forge.db.notes
          .all()
          .filter((note) => note.noteable_type === 'Issue' && note.noteable_id === issue)
        if (response.ok) forge.db.notes.removeAll(notes.filter(({ system }) => system))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { title: 'Another', state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
]
