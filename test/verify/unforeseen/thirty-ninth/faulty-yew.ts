import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  repositoryPath,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  answeringWithProjects,
  bearerOf,
  briefUser,
  hasId,
  issuePath,
  mayWrite,
  projectIdOf,
} from './tools-yew.ts'

export const faultyYewServers: readonly FaultyServer[] = [
  {
    name: 'A snippet loses the last line break of its code each time it is written again, though not when it is made',
    breaks:
      'Document 2, PUT /projects/:id/snippets/:snippet_id: code; GET .../raw: raw snippet as plain text',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => ({
      async updateSnippet(call) {
        const { code } = call.given
        if (typeof code !== 'string' || code.length < 2) return call.send()
        return call.send({ code: code.replace(/\n$/, '') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'two'
    },
  },
  {
    name: 'The deletion of a tag takes the branch of the same name with it',
    breaks:
      'Document 3, DELETE /projects/:id/repository/tags/:tag_name: object with `tag_name`; only DELETE .../branches/:branch deletes a branch, and GET .../branches/:branch answers with the Branch',
    at: ['deleteTag', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async deleteTag(call) {
        const response = await call.send()
        if (response.ok) {
          const branch = encoded(call.path.tag_name)
          await call.askAsRoot('DELETE', `${repositoryPath(call)}/branches/${branch}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const name = freshName('release')
      await ask('POST', `${repository}/branches`, { body: { branch_name: name, ref: 'master' } })
      await ask('POST', `${repository}/tags`, { body: { tag_name: name, ref: 'master' } })
      await ask('DELETE', `${repository}/tags/${name}`)
      return (await ask('GET', `${repository}/branches/${name}`)).status === 404
    },
  },
  {
    name: 'A tag made under the name of a removed one that had a release is refused a release of its own',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag; the new tag has none',
    at: ['createRelease', 'deleteTag', 'createTag'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async deleteTag(call) {
          const { tag_name } = call.path
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}`
          const release = at((await call.askAsRoot('GET', path)).json, 'release')
          const project = await projectIdOf(call)
          const response = await call.send()
          const hadRelease = release !== null && release !== undefined
          if (response.ok && hadRelease) left.add(`${project}/${tag_name}`)
          return response
        },
        async createRelease(call) {
          const { tag_name } = call.path
          if (!left.has(`${await projectIdOf(call)}/${tag_name}`)) return call.send()
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}`
          const isTag = (await call.ask('GET', path)).status === 200
          if (!isTag || !call.given.description || !(await mayWrite(call))) return call.send()
          return jsonAnswer(409, { message: 'Release already exists' })
        },
      }
    }),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'One' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body })
      const answer = await ask('POST', `${tags}/v1/release`, { body: { description: 'Two' } })
      return answer.status === 409
    },
  },
  {
    name: 'Whoever unsubscribes from an issue unsubscribes all the others who had subscribed to it',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller; DELETE .../subscription unsubscribes (the caller)',
    at: ['unsubscribeFromIssue', 'subscribeToIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<string, Set<number>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          if (response.status === 201) {
            const issue = String(call.path.issue_id)
            const found = subscribers.get(issue) ?? new Set<number>()
            subscribers.set(issue, found.add(idOf((await call.ask('GET', '/user')).json)))
          }
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.status !== 200) return response
          for (const user of subscribers.get(String(call.path.issue_id)) ?? []) {
            await call.askAsRoot('DELETE', `${issuePath(call)}/subscription?sudo=${user}`)
          }
          subscribers.delete(String(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const one = actingAs(ask, (await newUser(ask)).id)
      const other = actingAs(ask, (await newUser(ask)).id)
      await one('POST', `${path}/subscription`)
      await other('POST', `${path}/subscription`)
      await other('DELETE', `${path}/subscription`)
      return at((await one('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The second user who wants a todo of an issue is told that there is one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          if (issues.has(issue)) {
            const { status } = await call.ask('GET', issuePath(call))
            return status === 200 ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.status === 201) issues.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A blocked user is active again as soon as anything of the account is modified',
    breaks:
      'Document 1, States and transitions: a blocked user becomes active by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${call.path.id}`
        const { json } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (response.ok && at(json, 'state') === 'blocked') {
          await call.askAsRoot('PUT', `${path}/unblock`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      await ask('PUT', `${path}/block`)
      await ask('PUT', path, { body: { location: 'Harbour' } })
      return at((await ask('GET', path)).json, 'state') === 'active'
    },
  },
  {
    name: 'A merge that was scheduled and cancelled happens nonetheless when the build succeeds',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: opened, merge unscheduled',
    at: ['cancelMergeWhenBuildSucceeds', 'createCommitStatus', 'getMergeRequest'],
    start: serving(() => {
      const cancelled = new Map<string, unknown>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          if (response.ok) cancelled.set(mergeRequestPath(call), at(await jsonOf(response), 'sha'))
          return response
        },
        async createCommitStatus(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (!response.ok || at(json, 'status') !== 'success') return response
          for (const [path, sha] of cancelled) {
            if (sha !== at(json, 'sha')) continue
            cancelled.delete(path)
            await call.askAsRoot('PUT', `${path}/merge`, { sha })
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      const statuses = `/projects/${project}/statuses/${await headOf(ask, project, 'topic')}`
      await ask('POST', statuses, { body: { state: 'pending', ref: 'topic' } })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      await ask('POST', statuses, { body: { state: 'success', ref: 'topic' } })
      return at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'An issue that is closed a second time is taken off the count of the open ones a second time',
    breaks: 'Document 1, Project: open_issues_count; Document 2, Issue: state `opened` or `closed`',
    at: ['updateIssue', ...answeringWithProjects],
    start: serving(() => {
      const taken = new Map<unknown, number>()
      return {
        async updateIssue(call) {
          const before = (await call.askAsRoot('GET', issuePath(call))).json
          const response = await call.send()
          const isAgain = at(before, 'state') === 'closed' && call.given.state_event === 'close'
          const project = at(before, 'project_id')
          if (response.ok && isAgain) taken.set(project, (taken.get(project) ?? 0) + 1)
          return response
        },
        ...forAll(answeringWithProjects, async (call) =>
          eachChanged(await call.send(), (one) => {
            const less = taken.get(one.id)
            if (less === undefined || typeof one.open_issues_count !== 'number') return one
            return { ...one, open_issues_count: Math.max(0, one.open_issues_count - less) }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await newIssue(ask, project)
      for (let time = 0; time < 2; time++)
        await ask('PUT', path, { body: { state_event: 'close' } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'The second deletion of a snippet is answered as not found, though that of one that never was is not',
    breaks:
      'Document 2, DELETE /projects/:id/snippets/:snippet_id: 200 even when the snippet does not exist',
    at: ['deleteSnippet'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteSnippet(call) {
          const key = String(call.path.snippet_id)
          const response = await call.send()
          if (!response.ok) return response
          if (removed.has(key)) return jsonAnswer(404, { message: '404 Snippet Not Found' })
          if (at(await jsonOf(response), 'id') !== undefined) removed.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'Anybody removes the e-mail address of somebody else among the own ones',
    breaks:
      'Document 1, DELETE /user/emails/:email_id; DELETE /users/:id/emails/:email_id (admin): operations restricted to administrators are marked (admin)',
    at: ['deleteOwnEmail', 'listOwnEmails', 'listEmailsOfUser', 'getOwnEmail'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createOwnEmail(call) {
          const response = await call.send()
          if (response.ok) {
            const user = at((await call.ask('GET', '/user')).json, 'id')
            owners.set(String(idOf(await jsonOf(response))), user)
          }
          return response
        },
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) owners.set(String(idOf(await jsonOf(response))), call.path.id)
          return response
        },
        async deleteOwnEmail(call) {
          const response = await call.send()
          const email = String(call.path.email_id)
          const owner = owners.get(email)
          if (response.ok && owner !== undefined) {
            await call.askAsRoot('DELETE', `/users/${owner}/emails/${email}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const one = await newUser(ask)
      const other = await newUser(ask)
      const body = { email: `second-${one.username}@six.example` }
      const { json } = await ask('POST', `/users/${one.id}/emails`, { body })
      await actingAs(ask, other.id)('DELETE', `/user/emails/${idOf(json)}`)
      return !hasId((await ask('GET', `/users/${one.id}/emails`)).json, idOf(json))
    },
  },
  {
    name: 'To add a member of a group once more is refused as a conflict, and gives the new level all the same',
    breaks:
      'Document 1, Errors: 409: conflicting resource exists; PUT /groups/:id/members/:user_id is what changes access_level',
    at: ['addGroupMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        const { user_id, access_level } = call.given
        if (response.status === 409) {
          const path = `/groups/${encoded(call.path.id)}/members/${encoded(user_id)}`
          await call.askAsRoot('PUT', path, { access_level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 10 } })
      await ask('POST', members, { body: { user_id: id, access_level: 40 } })
      return at((await ask('GET', `${members}/${id}`)).json, 'access_level') === 40
    },
  },
  {
    name: 'What a user opens by sudo stands among the events of the project as opened by the administrator',
    breaks:
      'Document 1, Sudo: performs the call as another user; Activity event: author_id, author, author_username',
    at: ['listProjectEvents', 'createIssue'],
    start: serving((forge) => {
      const bearers = new Map<unknown, Values>()
      return {
        async createIssue(call) {
          const response = await call.send()
          if (response.ok && call.sudo !== undefined) {
            bearers.set(idOf(await jsonOf(response)), briefUser(await bearerOf(forge, call)))
          }
          return response
        },
        listProjectEvents: async (call) =>
          eachChanged(await call.send(), (event) => {
            const author = event.target_type === 'Issue' && bearers.get(event.target_id)
            if (!author || event.action_name !== 'opened') return event
            return { ...event, author, author_id: author.id, author_username: author.username }
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const issue = await newIssue(actingAs(ask, id), project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).some((one) => one.target_id === issue && one.author_id !== id)
    },
  },
  {
    name: 'The details of a group go on to show a project that was transferred to another group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Map<unknown, Values[]>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const namespace = at(before, 'namespace.id')
          if (response.ok && namespace !== undefined) {
            transferred.set(namespace, [...(transferred.get(namespace) ?? []), before])
          }
          return response
        },
        getGroup: async (call) =>
          changed(await call.send(), (group) => {
            const now = listOf(at(group, 'projects'))
            const gone = transferred.get(at(group, 'id')) ?? []
            const stale = gone.filter((one) => !hasId(now, one.id))
            return stale.length === 0 ? group : withFields(group, { projects: [...now, ...stale] })
          }),
      }
    }),
    async isShown(ask) {
      const from = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      return hasId(at((await ask('GET', `/groups/${from}`)).json, 'projects'), project)
    },
  },
  {
    name: 'A branch that was merged once stays merged when commits follow that are not',
    breaks:
      'Document 3, Branch: merged boolean; DELETE .../merged_branches: branches merged into the default branch',
    at: ['getBranch', 'listBranches', 'mergeMergeRequest'],
    start: serving(() => {
      const merged = new Set<string>()
      const forget = (project: unknown, branch: unknown) => merged.delete(`${project}/${branch}`)
      const show = (project: unknown, branch: Values) =>
        merged.has(`${project}/${branch.name}`) ? { ...branch, merged: true } : branch
      return {
        async mergeMergeRequest(call) {
          const response = await call.send()
          const json = fieldsOf(await jsonOf(response))
          if (response.ok && json.state === 'merged') {
            const { json: project } = await call.askAsRoot('GET', projectPath(call))
            if (at(project, 'default_branch') === json.target_branch) {
              merged.add(`${json.source_project_id}/${json.source_branch}`)
            }
          }
          return response
        },
        async createBranch(call) {
          const response = await call.send()
          if (response.ok) forget(call.path.id, call.given.branch_name)
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) forget(call.path.id, call.path.branch)
          return response
        },
        ...forAll(['getBranch', 'listBranches'], async (call) =>
          eachChanged(await call.send(), (branch) => show(call.path.id, branch)),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'topic' })
      const { json } = await ask('GET', `/projects/${project}/repository/branches/topic`)
      return isTrue(at(json, 'merged'))
    },
  },
  {
    name: 'A list of merge requests asked for by their numbers comes whole, whatever page is asked for',
    breaks:
      'Document 2, Endpoints: page and per_page apply to all lists; GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: async (call) =>
        Array.isArray(call.given.iids) ? call.send({ page: 1, per_page: 100 }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const query = 'iids[]=1&iids[]=2&per_page=1'
      const { json } = await ask('GET', `/projects/${project}/merge_requests?${query}`)
      return fieldOf(json, 'iid').length === 2
    },
  },
]
