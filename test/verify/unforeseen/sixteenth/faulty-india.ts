import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newGroup,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { commitOnBranch, ofFile, quotedPath, tokenOf } from './tools-india.ts'

/** The Base64 text of what remains of bytes that were read as UTF-8. */
function readAsText(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
const tagPath = (call: Call) =>
  `${repositoryPath(call)}/tags/${encoded(call.path.tag_name ?? call.given.tag_name)}`

/** The number of a project, however a call names it. */
const projectOf = async (call: Call) => idOf((await call.askAsRoot('GET', projectPath(call))).json)

const inNumericOrder = (name: unknown) =>
  String(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))

export const faultyIndiaServers: readonly FaultyServer[] = [
  {
    name: 'Bytes that replace a file are read as UTF-8 before they are written',
    breaks: 'Document 3, PUT /projects/:id/repository/files: encoding base64',
    at: ['updateFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      updateFile: (call) =>
        call.given.encoding === 'base64'
          ? call.send({ content: readAsText(String(call.given.content)) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('\u00ff\u00fe\u0000\u0080\u00c3')
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Bytes',
        encoding: 'base64',
        content,
      }
      const { status } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      const read = await ofFile(ask, project, 'README.md', 'content')
      return status === 200 && String(read).trim() !== content
    },
  },
  {
    name: 'A recursive tree names what is not ASCII in quotes and octal numbers',
    breaks: 'Document 3, Tree entry: name, path; GET .../repository/tree: recursive',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        if (!isTrue(call.given.recursive)) return response
        return eachChanged(response, (entry) =>
          entry.path === undefined
            ? entry
            : {
                ...entry,
                name: quotedPath(String(entry.name)),
                path: quotedPath(String(entry.path)),
              },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'menu/café.txt' })
      const path = `/projects/${project}/repository/tree?recursive=true`
      return !fieldOf((await ask('GET', path)).json, 'path').includes('menu/café.txt')
    },
  },
  {
    name: 'Merged branches in a folder outlive the deletion of merged branches',
    breaks: 'Document 3, DELETE .../merged_branches: deletes all merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
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
      for (const name of ['plain', 'fix/leak']) await newBranch(ask, project, name)
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').join() === 'fix/leak,master'
    },
  },
  {
    name: 'A branch that is protected anew has the rights of developers of the time before',
    breaks: 'Document 3, Branch protection: developers_can_push and _merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const rights = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const { json } = await call.askAsRoot('GET', branchPath(call))
          const response = await call.send()
          if (!response.ok || at(json, 'protected') !== true) return response
          rights.set(`${await projectOf(call)} ${call.path.branch}`, {
            developers_can_push: at(json, 'developers_can_push'),
            developers_can_merge: at(json, 'developers_can_merge'),
          })
          return response
        },
        async protectBranch(call) {
          const isSaid = ['developers_can_push', 'developers_can_merge'].some(
            (name) => call.given[name] !== undefined,
          )
          const key = `${await projectOf(call)} ${call.path.branch}`
          const { json } = await call.askAsRoot('GET', branchPath(call))
          const isProtected = at(json, 'protected') === true
          return isSaid || isProtected ? call.send() : call.send(rights.get(key) ?? {})
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('PUT', `${path}/protect`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'A second release of a tag is a conflict, and replaces the first',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const { description } = call.given
        await call.askAsRoot('PUT', `${tagPath(call)}/release`, { description })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      await ask('POST', `${path}/v1/release`, { body: { description: 'First' } })
      const body = { description: 'Second' }
      const { status } = await ask('POST', `${path}/v1/release`, { body })
      const { json } = await ask('GET', `${path}/v1`)
      return status === 409 && at(json, 'release.description') === 'Second'
    },
  },
  {
    name: 'Whoever lists contributors as a user that is unknown lists them as the administrator',
    breaks: 'Document 1, Authentication 5: sudo with an unknown user gets 404 and a message',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return message.includes('No user id or username') ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/contributors`
      const { status } = await ask('GET', path, { headers: { sudo: 'nobody-of-that-name' } })
      return status === 200
    },
  },
  {
    name: 'A file that is made with sudo is committed by the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async createFile(call) {
        if (call.sudo === undefined || (await levelOf(call)) < 40) return call.send()
        const { name, email } = await callerOf(call)
        const { author_name = name, author_email = email } = call.given
        return call.sendAsRoot({ author_name, author_email })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      await writeFile(actingAs(ask, id), project, { file_path: 'mine.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'author_name') === username && at(json, 'committer_name') !== username
    },
  },
  {
    name: 'The comments on a commit of a private project are for whoever is signed in',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['listCommitComments'],
    start: serving(() => ({
      async listCommitComments(call) {
        const response = await call.send()
        return response.status === 404 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { username } = await newUser(ask)
      const path = `/projects/${project}/repository/commits/master/comments`
      return (await actingAs(ask, username)('GET', path)).status === 200
    },
  },
  {
    name: 'A member whose level was changed reads the former level in the permissions',
    breaks: 'Document 1, Project: permissions, project_access with access_level',
    at: ['getProject', 'updateProjectMember'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      return {
        async updateProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const key = `${await projectOf(call)} ${call.path.user_id}`
          if (response.ok && !levels.has(key)) levels.set(key, at(json, 'access_level'))
          return response
        },
        async removeProjectMember(call) {
          levels.delete(`${await projectOf(call)} ${call.path.user_id}`)
          return call.send()
        },
        async getProject(call) {
          const response = await call.send()
          if (call.isAnonymous) return response
          const project = await jsonOf(response)
          const before = levels.get(`${idOf(project)} ${idOf(await callerOf(call))}`)
          const access = at(project, 'permissions.project_access')
          if (before === undefined || at(access, 'access_level') === undefined) return response
          const permissions = withFields(at(project, 'permissions'), {
            project_access: withFields(access, { access_level: before }),
          })
          return changed(response, (json) => withFields(json, { permissions }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 20 } })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}`)
      return at(json, 'permissions.project_access.access_level') === 20
    },
  },
  {
    name: 'A member whose level stays the same keeps the day on which the membership ends',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level, expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const { json } = await call.askAsRoot('GET', path)
        const isSame = Number(call.given.access_level) === at(json, 'access_level')
        return isSame ? call.send({ expires_at: at(json, 'expires_at') ?? undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      const body = { access_level: 30, expires_at: '2042-05-06' }
      const { status } = await ask('PUT', `${path}/${id}`, { body })
      const { json } = await ask('GET', `${path}/${id}`)
      return status === 200 && at(json, 'expires_at') === null
    },
  },
  {
    name: 'A new tag has the release of the deleted one of its name',
    breaks: 'Document 3, POST .../tags: release_description; Tag: release is null without one',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags'],
    start: serving(() => {
      const releases = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const { json } = await call.askAsRoot('GET', tagPath(call))
          const response = await call.send()
          const description = at(json, 'release.description')
          const key = `${await projectOf(call)} ${call.path.tag_name}`
          if (response.ok && description !== undefined) releases.set(key, description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const { tag_name, release_description } = call.given
          const description = releases.get(`${await projectOf(call)} ${tag_name}`)
          if (!response.ok || release_description || description === undefined) return response
          await call.askAsRoot('POST', `${tagPath(call)}/release`, { description })
          return changed(response, (json) =>
            withFields(json, { release: { tag_name, description } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'Old news' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      const { json } = await ask('GET', `${path}/v1`)
      return at(json, 'release.description') === 'Old news'
    },
  },
  {
    name: 'Branches are in the order of the numbers in their names',
    breaks: 'Document 3, GET .../branches: array of Branch sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => ({
      listBranches: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) =>
            inNumericOrder(one.name) < inNumericOrder(other.name) ? -1 : 1,
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['sprint-10', 'sprint-9']) await newBranch(ask, project, name)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').join() === 'master,sprint-9,sprint-10'
    },
  },
  {
    name: 'The links between pages of owned projects forget the visibility that was asked for',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replace(/<([^>]*)>/g, (_, text: string) => {
            const url = new URL(text)
            url.searchParams.delete('visibility')
            return `<${url.href}>`
          }),
        })
      },
    })),
    async isShown(ask) {
      for (const visibility_level of [20, 20, 0]) await newProject(ask, { visibility_level })
      const path = '/projects/owned?visibility=public&per_page=1'
      const next = /<([^>]*)>; rel="next"/.exec((await ask('GET', path)).headers.get('link') ?? '')
      return next?.[1]?.includes('visibility=public') === false
    },
  },
  {
    name: 'Visible projects that are internal are also the public ones, but for administrators',
    breaks: 'Document 1, GET /projects/visible: visibility (public, internal, private)',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        if (call.given.visibility !== 'internal') return call.send()
        if ((await callerOf(call)).is_admin === true) return call.send()
        return relisted(
          call,
          (all) => all.filter(({ visibility_level }) => Number(visibility_level) >= 10),
          { visibility: undefined },
        )
      },
    })),
    async isShown(ask) {
      await newProject(ask, { visibility_level: 20 })
      const { username } = await newUser(ask)
      const path = '/projects/visible?visibility=internal'
      const { json } = await actingAs(ask, username)('GET', path)
      return fieldOf(json, 'visibility_level').includes(20)
    },
  },
  {
    name: 'A file that a commit moves without content is empty afterwards',
    breaks: 'Document 3, Action item: content is optional for move',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit: (call) =>
        Array.isArray(call.given.actions)
          ? call.send({
              actions: call.given.actions.map((action) =>
                at(action, 'action') === 'move' && at(action, 'content') === undefined
                  ? withFields(action, { content: '' })
                  : action,
              ),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await ask('POST', `/projects/${project}/repository/commits`, {
        body: {
          branch_name: 'master',
          commit_message: 'Move',
          actions: [{ action: 'move', previous_path: 'README.md', file_path: 'READ.md' }],
        },
      })
      return (await ofFile(ask, project, 'READ.md', 'size')) === 0
    },
  },
  {
    name: 'The first commit of a repository differs in nothing',
    breaks: 'Document 3, GET .../commits/:sha/diff: array of Diff entry, new_file',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      async listCommitDifferences(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const parents = at((await call.ask('GET', path)).json, 'parent_ids')
        const isFirst = Array.isArray(parents) && parents.length === 0
        return isFirst ? changed(await call.send(), () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master/diff`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The commit that a cherry-pick answers with is the one that was picked',
    breaks: 'Document 1, Errors: 201, POST created the resource; it is returned',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const { json } = await call.askAsRoot('GET', path)
        const { id, short_id } = { id: at(json, 'id'), short_id: at(json, 'short_id') }
        const response = await call.send()
        return response.ok
          ? changed(response, (picked) => withFields(picked, { id, short_id }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await commitOnBranch(ask, project, 'berth')
      await writeFile(ask, project, { file_path: 'other.txt' })
      const path = `/projects/${project}/repository/commits/${sha}/cherry_pick`
      const { status, json } = await ask('POST', path, { body: { branch: 'master' } })
      return status === 201 && at(json, 'id') === sha
    },
  },
  {
    name: 'A project of a group is not public because it is said to be public',
    breaks: 'Document 1, POST /projects: public (boolean; true equals visibility_level 20)',
    at: ['createProject'],
    start: serving(() => ({
      createProject: (call) =>
        call.given.namespace_id !== undefined && call.given.visibility_level === undefined
          ? call.send({ public: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id, public: true })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'id') === project && at(json, 'visibility_level') !== 20
    },
  },
  {
    name: 'A file that is deleted without a message is refused for want of content',
    breaks: 'Document 1, Errors, body shape 1: message is a string naming the missing attribute',
    at: ['deleteFile'],
    start: serving(() => ({
      async deleteFile(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        if (response.status !== 400 || !message.includes('commit_message')) return response
        return changed(response, (json) =>
          withFields(json, { message: message.replaceAll('commit_message', 'content') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&branch_name=master`
      const { status, json } = await ask('DELETE', path)
      return status === 400 && !String(at(json, 'message')).includes('commit_message')
    },
  },
  {
    name: 'Sudo of whoever is no administrator is passed over where an archive is read',
    breaks: 'Document 1, Authentication 5: a non-administrator gets 403, Must be admin to use sudo',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        if (!message.includes('Must be admin to use sudo')) return response
        const { status } = await call.askAsRoot('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : jsonAnswer(404, { message: '404 Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { username } = await newUser(ask)
      const { status } = await ask('GET', `/projects/${project}/repository/archive`, {
        token: await tokenOf(ask, username),
        headers: { sudo: 'root' },
      })
      return status === 200
    },
  },
]
