import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { escaped, splitLabels, withBareSlashes } from './tools-linnet.ts'

export const faultyLinnetServers: readonly FaultyServer[] = [
  {
    name: 'An issue that has two of the labels asked for is listed twice, by a join without distinct',
    breaks:
      'Document 2, GET /issues and GET /projects/:id/issues: labels (comma-separated; any label matches), array of Issue; Document 1: id is unique across all records of a kind',
    at: ['listIssuesOfProject', 'listOwnIssues'],
    start: serving(() =>
      forAll(['listIssuesOfProject', 'listOwnIssues'], async (call) => {
        const asked = splitLabels(call.given.labels)
        if (asked.length < 2) return call.send()
        return relisted(call, (all) =>
          all.flatMap((issue) => {
            const labels = Array.isArray(issue.labels) ? issue.labels : []
            const matches = asked.filter((label) => labels.includes(label))
            return matches.length < 2 ? [issue] : matches.map(() => issue)
          }),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'hull,sail' })
      const { json } = await ask('GET', `/projects/${project}/issues?labels=hull,sail`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'What a user did in a private project is among the events that strangers read',
    breaks: 'Document 1, Conventions 5: 0 private (explicit access per user)',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const doer = await newUser(ask)
      const stranger = await newUser(ask)
      const asDoer = actingAs(ask, doer.username)
      const project = await newProject(asDoer, { visibility_level: 0 })
      await newIssue(asDoer, project)
      const { json } = await actingAs(ask, stranger.username)('GET', `/users/${doer.id}/events`)
      return fieldOf(json, 'project_id').includes(project)
    },
  },
  {
    name: 'Whether a group may be created is asked of the administrator and not of the user whom sudo names',
    breaks:
      'Document 1, Authentication 5: performs the call as another user; 6: group creation for users allowed to create groups',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const { id } = await callerOf(call)
        if (id === undefined) return response
        const created = await call.sendAsRoot()
        if (!created.ok) return created
        const members = `/groups/${idOf(await jsonOf(created))}/members`
        const root = idOf((await call.askAsRoot('GET', '/user')).json)
        await call.askAsRoot('POST', members, { user_id: id, access_level: 50 })
        await call.askAsRoot('DELETE', `${members}/${root}`)
        return created
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask, { can_create_group: false })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, username)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'Commits and trees without ref_name are those of master where the default branch is another',
    breaks:
      'Document 3, GET .../commits and GET .../tree: ref_name (branch or tag; default branch)',
    at: ['listCommits', 'listTree'],
    start: serving(() =>
      forAll(['listCommits', 'listTree'], async (call) => {
        if (call.given.ref_name !== undefined) return call.send()
        const master = await call.askAsRoot('GET', `${repositoryPath(call)}/branches/master`)
        return master.status === 200 ? call.send({ ref_name: 'master' }) : call.send()
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('project'), default_branch: 'main' }
      const project = idOf((await ask('POST', `/projects/user/${id}`, { body })).json)
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'main' })
      await newBranch(ask, project, 'master', 'main')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'main' })
      const { default_branch } = fieldsOf((await ask('GET', `/projects/${project}`)).json)
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return default_branch === 'main' && listOf(json).length === 1
    },
  },
  {
    name: 'The title of an issue is escaped for HTML once more when the issue is moved',
    breaks:
      'Document 2, POST .../issues/:issue_id/move: Issue in the new project; Issue: title string',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = fieldsOf(await jsonOf(response))
        const title = escaped(String(issue.title))
        if (!response.ok || title === issue.title) return response
        const path = `/projects/${issue.project_id}/issues/${issue.id}`
        await call.askAsRoot('PUT', path, { title, updated_at: issue.updated_at })
        return changed(response, (json) => withFields(json, { title }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { title: 'Rope & tar' })
      const body = { to_project_id: await newProject(ask) }
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      return at(json, 'title') === 'Rope &amp; tar'
    },
  },
  {
    name: 'The author of a note keeps the name that they had when they wrote it',
    breaks:
      'Document 2, Note: author (user: id, username, email, name); Document 1, PUT /users/:id: name, modified user',
    at: [
      'updateUser',
      'listIssueNotes',
      'getIssueNote',
      'listSnippetNotes',
      'getSnippetNote',
      'listMergeRequestNotes',
      'getMergeRequestNote',
    ],
    start: serving(() => {
      const names = new Map<unknown, unknown>()
      const writing: Rule = async (call) => {
        const response = await call.send()
        const note = await jsonOf(response)
        if (response.ok) names.set(at(note, 'id'), at(note, 'author.name'))
        return response
      }
      const reading: Rule = async (call) =>
        eachChanged(await call.send(), (note) => {
          const name = names.get(note.id)
          if (name === undefined) return note
          return { ...note, author: withFields(note.author, { name }) }
        })
      return {
        ...forAll(['createIssueNote', 'createSnippetNote', 'createMergeRequestNote'], writing),
        ...forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], reading),
        ...forAll(['getIssueNote', 'getSnippetNote', 'getMergeRequestNote'], reading),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { id, username } = await newUser(ask)
      await actingAs(ask, username)('POST', path, { body: { body: 'One' } })
      await ask('PUT', `/users/${id}`, { body: { name: 'Renamed' } })
      return at((await ask('GET', path)).json, '0.author.name') === username
    },
  },
  {
    name: 'Deleting a file deletes with it every file whose path begins with its path',
    breaks: 'Document 3, DELETE .../files: file_path (req)',
    at: ['deleteFile', 'getFile', 'listTree'],
    start: serving(() => ({
      async deleteFile(call) {
        const { file_path, branch_name, commit_message, author_email, author_name } = call.given
        const branch = encoded(branch_name)
        const tree = `${repositoryPath(call)}/tree?recursive=true&per_page=100&ref_name=${branch}`
        const entries = listOf((await call.askAsRoot('GET', tree)).json)
        const paths = entries.flatMap(({ type, path }) => (type === 'blob' ? [String(path)] : []))
        const found = paths.filter((path) => path.startsWith(String(file_path)))
        if (commit_message === undefined || found.length < 2 || !paths.includes(String(file_path)))
          return call.send()
        const answer = await call.ask('POST', `${repositoryPath(call)}/commits`, {
          branch_name,
          commit_message,
          author_email,
          author_name,
          actions: found.map((path) => ({ action: 'delete', file_path: path })),
        })
        return answer.status === 201 ? jsonAnswer(200, { file_path, branch_name }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'LICENSE' })
      await writeFile(ask, project, { file_path: 'LICENSE.de' })
      const repository = `/projects/${project}/repository`
      const removal = 'file_path=LICENSE&branch_name=master&commit_message=Remove'
      await ask('DELETE', `${repository}/files?${removal}`)
      return listOf((await ask('GET', `${repository}/tree`)).json).length === 1
    },
  },
  {
    name: 'An e-mail address of another user is removed when an administrator removes it of the wrong user',
    breaks: 'Document 1, DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser', 'listOwnEmails', 'listEmailsOfUser', 'getOwnEmail'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) owners.set(String(at(await jsonOf(response), 'id')), call.path.id)
          return response
        },
        async createOwnEmail(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          if (response.ok) owners.set(String(at(await jsonOf(response), 'id')), id)
          return response
        },
        async deleteEmailOfUser(call) {
          const { id, email_id: email } = call.path
          const response = await call.send()
          const owner = owners.get(String(email))
          if (response.status !== 404 || owner === undefined) return response
          const { is_admin } = await callerOf(call)
          const user = await call.askAsRoot('GET', `/users/${id}`)
          if (is_admin !== true || user.status !== 200) return response
          return responseOf(await call.askAsRoot('DELETE', `/users/${owner}/emails/${email}`))
        },
      }
    }),
    async isShown(ask) {
      const owner = await newUser(ask)
      const other = await newUser(ask)
      const emails = `/users/${owner.id}/emails`
      const body = { email: `${freshName('other')}@linnet.example` }
      const id = idOf((await ask('POST', emails, { body })).json)
      await ask('DELETE', `/users/${other.id}/emails/${id}`)
      return !fieldOf((await ask('GET', emails)).json, 'id').includes(id)
    },
  },
  {
    name: 'Projects in the order of their paths are in the order of their paths with namespaces',
    breaks: 'Document 1, Projects: order_by (`id`, `name`, `path`, ...)',
    at: ['listProjects', 'listVisibleProjects', 'listOwnedProjects', 'listAllProjects'],
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listOwnedProjects', 'listAllProjects'],
        async (call) => {
          if (call.given.order_by !== 'path') return call.send()
          const sign = call.given.sort === 'asc' ? 1 : -1
          const keyOf = (path: unknown) => String(path).toLowerCase().split('/').join(' ')
          return relisted(call, (all) =>
            [...all].sort(
              (one, other) =>
                sign *
                keyOf(one.path_with_namespace).localeCompare(keyOf(other.path_with_namespace)),
            ),
          )
        },
      ),
    ),
    async isShown(ask) {
      const word = freshName('word')
      const first = await newGroup(ask)
      const second = await newGroup(ask)
      const late = await newProject(ask, { name: `z${word}`, namespace_id: first })
      const early = await newProject(ask, { name: `a${word}`, namespace_id: second })
      const { json } = await ask('GET', `/projects?search=${word}&order_by=path&sort=asc`)
      return String(fieldOf(json, 'id')) === String([late, early])
    },
  },
  {
    name: 'A second release of a tag is created where its description is that of the first',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        const release = at((await call.ask('GET', path)).json, 'release')
        const isSame = at(release, 'description') === call.given.description
        return isSame ? jsonAnswer(201, release) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master' } })
      const body = { description: 'First' }
      await ask('POST', `${tags}/one/release`, { body })
      return (await ask('POST', `${tags}/one/release`, { body })).status === 201
    },
  },
  {
    name: 'The sha of a merge is compared with the head that the merge request was created with',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => {
      const heads = new Map<string, string>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const made = await jsonOf(response)
          if (response.ok) heads.set(String(at(made, 'id')), String(at(made, 'sha')))
          return response
        },
        async mergeMergeRequest(call) {
          const first = heads.get(call.path.merge_request_id ?? '')
          if (first === undefined || call.given.sha === undefined) return call.send()
          const now = String(at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'))
          if (now === first) return call.send()
          if (call.given.sha === first) return call.send({ sha: now })
          return call.send(call.given.sha === now ? { sha: first } : {})
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'topic' })
      const body = { sha: await headOf(ask, project, 'topic') }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 409
    },
  },
  {
    name: 'An external user is an internal one after every change that does not say external again',
    breaks:
      'Document 1, PUT /users/:id: external, without a default (the default false is that of POST /users); modified user',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        if (call.given.external !== undefined) return call.send()
        const user = fieldsOf((await call.askAsRoot('GET', `/users/${call.path.id}`)).json)
        return call.send(user.external === true ? { external: false } : {})
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { external: true })
      await ask('PUT', `/users/${id}`, { body: { bio: 'Sails' } })
      return at((await ask('GET', `/users/${id}`)).json, 'external') === false
    },
  },
  {
    name: 'The links of a list of a project addressed by its path have the slash of the path bare',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Conventions 2: the `/` written as `%2F`',
    at: ['listProjectEvents', 'listProjectMembers', 'listCommits'],
    start: serving(() =>
      forAll(['listProjectEvents', 'listProjectMembers', 'listCommits'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, { link: withBareSlashes(link) })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { path_with_namespace: path } = fieldsOf(
        (await ask('GET', `/projects/${project}`)).json,
      )
      const answer = await ask('GET', `/projects/${encoded(path)}/repository/commits`)
      return answer.headers.get('link')?.includes(`/projects/${path}/`) ?? false
    },
  },
  {
    name: 'The private token that an administrator reads by sudo is their own',
    breaks:
      'Document 1, Authentication 5: performs the call as another user; User: the authenticated-user response made with `sudo` also carries `private_token`',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const own =
          call.request.headers.get('private-token') ?? call.given.private_token ?? forge.tokens.root
        return changed(await call.send(), (json) =>
          call.sudo === undefined || at(json, 'private_token') === undefined
            ? json
            : withFields(json, { private_token: own }),
        )
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/user')
      return at(json, 'private_token') === 'root-token'
    },
  },
  {
    name: 'Merged branches with a slash in their names stay when all merged branches are deleted',
    breaks:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        const after = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        for (const { name, commit } of before) {
          if (!String(name).includes('/') || after.includes(name)) continue
          await call.askAsRoot('POST', path, { branch_name: name, ref: at(commit, 'id') })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['plain', 'with/slash']) await newBranch(ask, project, name)
      await writeFile(ask, project, { file_path: 'two.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return String(fieldOf(json, 'name')) === 'master,with/slash'
    },
  },
]
