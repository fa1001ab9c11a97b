import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { among, isCommitId, newestFirst, picked } from './tools-heron.ts'

export const faultyHeronServers: readonly FaultyServer[] = [
  {
    name: 'A comment on a branch is attached to the commit before the last one',
    breaks:
      'Document 3, Comment placement rules: attached to the end of the last commit when the SHA is a branch or tag name',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => ({
      async createCommitComment(call) {
        const { sha } = call.path
        if (isCommitId(sha) || call.given.path !== undefined) return call.send()
        const commits = `${repositoryPath(call)}/commits`
        const parent = at(
          (await call.ask('GET', `${commits}/${encoded(sha)}`)).json,
          'parent_ids.0',
        )
        if (parent === undefined || call.given.note === undefined) return call.send()
        const { note } = call.given
        return responseOf(await call.ask('POST', `${commits}/${parent}/comments`, { note }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const commits = `/projects/${project}/repository/commits`
      await ask('POST', `${commits}/master/comments`, { body: { note: 'Here' } })
      const { json } = await ask('GET', `${commits}/${await headOf(ask, project)}/comments`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The raw text of a snippet stays the first one however often its code is written',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id: code; GET .../raw: raw snippet',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => {
      const texts = new Map<string, string>()
      const keyOf = ({ path }: Call) => `${path.id}/${path.snippet_id}`
      return {
        async updateSnippet(call) {
          const path = `${projectPath(call)}/snippets/${call.path.snippet_id}/raw`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && !texts.has(keyOf(call))) texts.set(keyOf(call), before.text)
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const text = texts.get(keyOf(call))
          return response.ok && text !== undefined ? withBody(response, text) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A blocked user is an active one among the members of a group',
    breaks: 'Document 1, Member: state; User states: block, blocked',
    at: ['listGroupMembers', 'blockUser'],
    start: serving(() => ({
      listGroupMembers: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'blocked' ? { ...one, state: 'active' } : one,
        ),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/groups/${group}/members`)
      return listOf(json).some((one) => one.id === id && one.state === 'active')
    },
  },
  {
    name: 'A user is found by the e-mail address that was replaced',
    breaks: 'Document 1, GET /users: search by e-mail; PUT /users/:id: email',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const users = new Map<string, number>()
      return {
        async updateUser(call) {
          const before = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          const response = await call.send()
          const email = at(before, 'email')
          const isReplaced = response.ok && at(await jsonOf(response), 'email') !== email
          if (isReplaced) users.set(String(email), idOf(before))
          return response
        },
        async listUsers(call) {
          const id = users.get(String(call.given.search))
          if (id === undefined) return call.send()
          const user = fieldsOf((await call.ask('GET', `/users/${id}`)).json)
          if (user.email === undefined) return call.send()
          return relisted(call, (all) => (all.some((one) => one.id === id) ? all : [...all, user]))
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const email = `other-${username}@heron.example`
      await ask('PUT', `/users/${id}`, { body: { email } })
      const { json } = await ask('GET', `/users?search=${encoded(`${username}@six.example`)}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An SSH key that its owner removed is found by its id for ever',
    breaks: 'Document 1, DELETE /user/keys/:key_id; GET /keys/:id; 404: resource not found',
    at: ['getSshKeyWithUser', 'deleteOwnSshKey'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteOwnSshKey(call) {
          const { status, json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
          if (status === 200) removed.set(String(call.path.key_id), json)
          return call.send()
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = removed.get(String(call.path.id))
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      const id = idOf((await ask('POST', '/user/keys', { body })).json)
      await ask('DELETE', `/user/keys/${id}`)
      return (await ask('GET', `/keys/${id}`)).status === 200
    },
  },
  {
    name: 'The list of tags shows the first description of a release that was rewritten',
    breaks: 'Document 3, PUT .../tags/:tag_name/release: description; Tag: release',
    at: ['listTags', 'updateRelease'],
    start: serving(() => {
      const descriptions = new Map<string, unknown>()
      return {
        async updateRelease(call) {
          const key = `${call.path.id}/${call.path.tag_name}`
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const before = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const response = await call.send()
          if (response.ok && !descriptions.has(key)) descriptions.set(key, before)
          return response
        },
        async deleteTag(call) {
          descriptions.delete(`${call.path.id}/${call.path.tag_name}`)
          return call.send()
        },
        listTags: async (call) =>
          eachChanged(await call.send(), (tag) => {
            const description = descriptions.get(`${call.path.id}/${tag.name}`)
            if (description === undefined || fieldsOf(tag.release).tag_name === undefined)
              return tag
            return { ...tag, release: { ...fieldsOf(tag.release), description } }
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      await ask('PUT', `${path}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', path)).json, '0.release.description') === 'First'
    },
  },
  {
    name: 'A branch read by its name does not show the commit that was picked onto it',
    breaks: 'Document 3, POST .../cherry_pick: branch; Branch: commit',
    at: ['cherryPickCommit', 'getBranch'],
    start: serving(() => {
      const stale = new Map<string, { readonly after: unknown; readonly before: unknown }>()
      return {
        async cherryPickCommit(call) {
          const branch = encoded(call.given.branch)
          const path = `${repositoryPath(call)}/branches/${branch}`
          const before = at((await call.askAsRoot('GET', path)).json, 'commit')
          const response = await call.send()
          const after = at(await jsonOf(response), 'id')
          if (response.ok) stale.set(`${call.path.id}/${call.given.branch}`, { after, before })
          return response
        },
        getBranch: async (call) =>
          changed(await call.send(), (json) => {
            const found = stale.get(`${call.path.id}/${call.path.branch}`)
            const isStale = found !== undefined && at(json, 'commit.id') === found.after
            return isStale ? withFields(json, { commit: found.before }) : json
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      const before = await headOf(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository`
      const commit = `${path}/commits/${await headOf(ask, project)}/cherry_pick`
      await ask('POST', commit, { body: { branch: 'other' } })
      const { json } = await ask('GET', `${path}/branches/other`)
      return at(json, 'commit.id') === before && (await headOf(ask, project, 'other')) !== before
    },
  },
  {
    name: 'An issue that was moved is missing among those of its new group',
    breaks:
      'Document 2, POST .../move: issue exists in target project; GET /groups/:id/issues: array of Issue',
    at: ['moveIssue', 'listIssuesOfGroup'],
    start: serving(() => {
      const moved = new Set<unknown>()
      return {
        async moveIssue(call) {
          const response = await call.send()
          if (response.ok) moved.add(at(await jsonOf(response), 'id'))
          return response
        },
        listIssuesOfGroup: (call) =>
          relisted(call, (all) => all.filter((issue) => !moved.has(issue.id))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const target = await newProject(ask, { namespace_id: group })
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/move`
      const { status } = await ask('POST', path, { body: { to_project_id: target } })
      const { json } = await ask('GET', `/groups/${group}/issues`)
      return status === 201 && listOf(json).length === 0
    },
  },
  {
    name: 'A project that was transferred is listed by the group that it left, too',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id/projects',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: serving(() => {
      const left = new Map<unknown, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const namespace = at(before, 'namespace.id')
          if (response.ok) {
            left.set(namespace, new Set([...(left.get(namespace) ?? []), idOf(before)]))
          }
          return response
        },
        async listGroupProjects(call) {
          const isFiltered = Object.keys(call.given).some((name) => !name.includes('page'))
          const { json } = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
          const gone = left.get(at(json, 'id'))
          if (isFiltered || gone === undefined) return call.send()
          const projects: Values[] = []
          for (const id of gone) {
            const answer = await call.ask('GET', `/projects/${id}`)
            if (answer.status === 200) projects.push(fieldsOf(answer.json))
          }
          return relisted(call, (all) =>
            newestFirst([
              ...all,
              ...projects.filter(({ id }) => !all.some((one) => one.id === id)),
            ]),
          )
        },
      }
    }),
    async isShown(ask) {
      const [from, to] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${to}/projects/${project}`)
      return fieldOf((await ask('GET', `/groups/${from}/projects`)).json, 'id').includes(project)
    },
  },
  {
    name: 'The membership of a group has no end any more once its level was changed',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: expires_at is optional',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      updateGroupMember: (call) =>
        call.given.expires_at === undefined ? call.send({ expires_at: null }) : call.send(),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 20, expires_at: '2099-01-02' }
      await ask('POST', path, { body })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 30 } })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'A change of a merge request forgets that its source branch is to be removed',
    breaks:
      'Document 2, PUT .../merge_requests/:merge_request_id: remove_source_branch is optional; force_remove_source_branch',
    at: ['updateMergeRequest', 'getMergeRequest', 'mergeMergeRequest'],
    start: serving(() => ({
      updateMergeRequest: (call) =>
        call.given.remove_source_branch === undefined
          ? call.send({ remove_source_branch: false })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change', { remove_source_branch: true })
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { source_branch: 'change', target_branch: 'master', title: 'Other' }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'force_remove_source_branch') === false
    },
  },
  {
    name: 'A note of a merge request becomes that of whoever rewrote it',
    breaks: 'Document 2, PUT .../notes/:note_id: body; Note: author',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => {
      const editors = new Map<unknown, Values>()
      const withEditor = (note: Values) => {
        const editor = editors.get(note.id)
        if (editor === undefined) return note
        return { ...note, author: picked(editor, Object.keys(fieldsOf(note.author))) }
      }
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          editors.set(Number(call.path.note_id), await callerOf(call))
          return eachChanged(response, withEditor)
        },
        getMergeRequestNote: async (call) => eachChanged(await call.send(), withEditor),
        listMergeRequestNotes: async (call) => eachChanged(await call.send(), withEditor),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const id = await newMergeRequest(ask, project, 'change')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      const user = await newUser(ask)
      const made = await actingAs(ask, user.id)('POST', path, { body: { body: 'One' } })
      const note = `${path}/${idOf(made.json)}`
      await ask('PUT', note, { body: { body: 'Two' } })
      const { json } = await ask('GET', note)
      return at(made.json, 'author.id') === user.id && at(json, 'author.id') !== user.id
    },
  },
  {
    name: 'Whatever setting is written, the domains of sign-ups are free again',
    breaks:
      'Document 1, PUT /application/settings: any settings from the table; domain_whitelist: sign-up restricted to these domains',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings: (call) =>
        call.given.domain_whitelist === undefined && Object.keys(call.given).length > 0
          ? call.send({ domain_whitelist: null })
          : call.send(),
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { domain_whitelist: ['six.example'] } })
      await ask('PUT', path, { body: { max_attachment_size: 12 } })
      return listOf(at((await ask('GET', path)).json, 'domain_whitelist')).length === 0
    },
  },
  {
    name: 'A merge that is refused because the head is another one happens all the same',
    breaks:
      'Document 2, Merge request: merged if sha (if given) equals source head; 409 on sha mismatch',
    at: ['mergeMergeRequest', 'getMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        if (response.status === 409) await call.send({ sha: undefined })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change')
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { sha: await headOf(ask, project) }
      const { status } = await ask('PUT', `${path}/merge`, { body })
      return status === 409 && at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'Whoever unsubscribes from an issue ends the subscriptions of everybody',
    breaks: 'Document 2, Subscription: DELETE .../subscription unsubscribes (the caller)',
    at: ['unsubscribeFromIssue', 'subscribeToIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<string, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const { username } = await callerOf(call)
          if (response.ok) among(subscribers, String(call.path.issue_id)).add(username)
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const path = `${projectPath(call)}/issues/${call.path.issue_id}/subscription`
          for (const name of among(subscribers, String(call.path.issue_id))) {
            await call.askAsRoot('DELETE', `${path}?sudo=${encoded(name)}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const [one, two] = [await newUser(ask), await newUser(ask)]
      for (const { id } of [one, two]) await actingAs(ask, id)('POST', `${path}/subscription`)
      await actingAs(ask, one.id)('DELETE', `${path}/subscription`)
      return at((await actingAs(ask, two.id)('GET', path)).json, 'subscribed') === false
    },
  },
]
