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
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { branchesOf, isCommitId, quotedPath } from './tools-curlew.ts'

const listsOfProjects = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
] as const

const withoutSearch = (link: string) =>
  link.replace(/<([^>]*)>/g, (_, address: string) => {
    const url = new URL(address)
    url.searchParams.delete('search')
    return `<${url.href}>`
  })

export const faultyCurlewServers: readonly FaultyServer[] = [
  {
    name: 'Protecting a protected branch again cannot take from developers the right to merge',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        if (!isFalse(call.given.developers_can_merge)) return call.send()
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const { json } = await call.askAsRoot('GET', path)
        const isAllowed =
          at(json, 'protected') === true && at(json, 'developers_can_merge') === true
        return isAllowed ? call.send({ developers_can_merge: true }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'kept')
      const path = `/projects/${project}/repository/branches/kept`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: false } })
      return at((await ask('GET', path)).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A private project that somebody else asks for by its full path is forbidden, not unknown',
    breaks: 'Document 1, Errors: A GET on a private project by a non-member gives 404',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        const isByPath = String(call.path.id).includes('/')
        if (response.status !== 404 || !isByPath || call.isAnonymous) return response
        const { status, json } = await call.askAsRoot('GET', projectPath(call))
        const isPrivate = status === 200 && at(json, 'visibility_level') === 0
        return isPrivate ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { username } = await newUser(ask)
      const full = at((await ask('GET', `/projects/${project}`)).json, 'path_with_namespace')
      const { status } = await actingAs(ask, username)('GET', `/projects/${encoded(full)}`)
      return status === 403
    },
  },
  {
    name: 'A tree that is asked for with recursive set to false is listed with all that is below it',
    breaks: 'Document 3, GET .../tree: recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isFalse(call.given.recursive) ? call.send({ recursive: true }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'deep/two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree?recursive=false`)
      return fieldOf(json, 'path').includes('deep/two.txt')
    },
  },
  {
    name: 'The commits since a time are those since its clock, whatever its time zone is',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string' || !/T.*[+-]\d\d:?\d\d$/.test(since)) return call.send()
        return call.send({ since: since.replace(/[+-]\d\d:?\d\d$/, 'Z') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const made = String(at((await ask('GET', path)).json, '0.created_at'))
      // An hour before the commit, as a clock five hours ahead of Greenwich shows it.
      const clock = new Date(Date.parse(made) + 4 * 3_600_000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${path}?since=${encoded(`${clock}+05:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A comment on a branch at a line that its file does not have claims to be at that line',
    breaks:
      'Document 3, Comment placement rules: line, line_type and path returned as null when the SHA is a branch or tag name and the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path, line, line_type = 'new' } = call.given
        if (!response.ok || isCommitId(call.path.sha)) return response
        if (typeof path !== 'string' || line === undefined) return response
        const blob = `${repositoryPath(call)}/blobs/${encoded(call.path.sha)}`
        const file = await call.askAsRoot('GET', `${blob}?filepath=${encoded(path)}`)
        if (file.status !== 200 || Number(line) <= file.text.split('\n').length) return response
        return changed(response, (json) =>
          withFields(json, { path, line: Number(line), line_type }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { note: 'Where?', path: 'README.md', line: 40, line_type: 'new' }
      const path = `/projects/${project}/repository/commits/master/comments`
      return at((await ask('POST', path, { body })).json, 'line') === 40
    },
  },
  {
    name: 'Two branches that were compared once are never compared again, though they have moved on',
    breaks:
      'Document 3, GET .../compare: from, to, each a commit SHA or branch name; commits, diffs',
    at: ['compareRevisions'],
    start: serving(() => {
      const compared = new Map<string, string>()
      return {
        async compareRevisions(call) {
          const response = await call.send()
          const { from, to } = call.given
          if (!response.ok || (isCommitId(from) && isCommitId(to))) return response
          const key = JSON.stringify([call.path.id, from, to])
          const before = compared.get(key)
          if (before !== undefined) return withBody(response, before)
          compared.set(key, await response.clone().text())
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      const path = `/projects/${project}/repository/compare?from=master&to=other`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'other' })
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 0
    },
  },
  {
    name: 'A closed issue that is removed is taken once more from the open issues of its project',
    breaks:
      'Document 1, Project: open_issues_count; Document 2, Issue states: opened, closed, removed',
    at: [...listsOfProjects, 'getProject', 'listGroupProjects', 'deleteIssue'],
    start: serving(() => {
      const taken = new Map<unknown, number>()
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const project = at(json, 'project_id')
          const isClosed = response.ok && at(json, 'state') === 'closed'
          if (isClosed) taken.set(project, (taken.get(project) ?? 0) + 1)
          return response
        },
        ...forAll([...listsOfProjects, 'getProject', 'listGroupProjects'], async (call) =>
          eachChanged(await call.send(), (one) => {
            const less = taken.get(one.id)
            if (less === undefined || typeof one.open_issues_count !== 'number') return one
            return { ...one, open_issues_count: one.open_issues_count - less }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('DELETE', path)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'The tags are turned round only within each page, so that the last names are on the last one',
    breaks: 'Document 3, GET .../tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        const size = Number(response.headers.get('x-per-page') ?? 20)
        return relisted(call, (all) => {
          const rising = all.toReversed()
          const starts = rising.flatMap((_, index) => (index % size === 0 ? [index] : []))
          return starts.flatMap((start) => rising.slice(start, start + size).toReversed())
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['a', 'b', 'c']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', `${path}?per_page=2`)).json, '0.name') === 'b'
    },
  },
  {
    name: 'The links between the pages of found projects forget what was searched for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: listsOfProjects,
    start: serving(() =>
      forAll(listsOfProjects, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.search === undefined) return response
        return withBody(response, response.body, { link: withoutSearch(link) })
      }),
    ),
    async isShown(ask) {
      const word = freshName('sought')
      await newProject(ask, { name: `${word}-one` })
      await newProject(ask, { name: `${word}-two` })
      const { headers } = await ask('GET', `/projects/owned?search=${word}&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes(word)
    },
  },
  {
    name: 'Whoever searches in the list of all projects needs no administrator for it',
    breaks:
      'Document 1, GET /projects/all (admin); Authentication: Operations restricted to administrators are marked (admin)',
    at: ['listAllProjects'],
    start: serving((forge) => ({
      async listAllProjects(call) {
        const response = await call.send()
        if (response.status !== 403 || call.given.search === undefined) return response
        const url = new URL(call.request.url)
        url.pathname = url.pathname.replace(/all$/, 'visible')
        const visible = await forge.fetch(new Request(url, { headers: call.request.headers }))
        return visible.ok ? visible : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      return (await actingAs(ask, username)('GET', '/projects/all?search=a')).status === 200
    },
  },
  {
    name: 'A branch of a public project is shown to whoever brings a token, even one that nobody has',
    breaks:
      'Document 1, Authentication: Missing or invalid credentials give status 401; Document 3, GET .../branches/:branch is not marked (public)',
    at: ['getBranch'],
    start: serving((forge) => ({
      async getBranch(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous || call.sudo !== undefined) return response
        const url = new URL(call.request.url)
        url.search = ''
        url.pathname = url.pathname.replace(/\/repository\/.*$/, '')
        const project = await jsonOf(await forge.fetch(new Request(url)))
        return at(project, 'visibility_level') === 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/branches/master`
      return (await ask('GET', path, { token: 'nobody-has-this' })).status === 200
    },
  },
  {
    name: 'The differences of a commit write paths that are not ASCII in quotation marks and octal numbers',
    breaks: 'Document 3, Diff entry: new_path, old_path; GET .../commits/:sha/diff',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (one) => ({
          ...one,
          ...(one.new_path === undefined ? {} : { new_path: quotedPath(one.new_path) }),
          ...(one.old_path === undefined ? {} : { old_path: quotedPath(one.old_path) }),
        })),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'naïve.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.new_path') === '"na\\303\\257ve.txt"'
    },
  },
  {
    name: 'A commit that updates a file writes its Base64 as the text of the file',
    breaks: 'Document 3, Action item: encoding, `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const isUpdate = (one: unknown) => at(one, 'action') === 'update'
        if (!actions.some((one) => isUpdate(one) && at(one, 'encoding') === 'base64')) {
          return call.send()
        }
        return call.send({
          actions: actions.map((one) =>
            isUpdate(one) ? { ...fieldsOf(one), encoding: 'text' } : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const content = btoa('Two\n')
      const actions = [{ action: 'update', file_path: 'README.md', content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Update', actions }
      await ask('POST', `${repository}/commits`, { body })
      return (await ask('GET', `${repository}/blobs/master?filepath=README.md`)).text === content
    },
  },
  {
    name: 'A release that is made twice with the same description is made twice',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        const release = at((await call.askAsRoot('GET', path)).json, 'release')
        const isSame = at(release, 'description') === call.given.description
        return isSame ? jsonAnswer(201, release) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'one', ref: 'master' } })
      await ask('POST', `${path}/one/release`, { body: { description: 'First' } })
      const again = await ask('POST', `${path}/one/release`, { body: { description: 'First' } })
      return again.status === 201
    },
  },
  {
    name: 'Merged branches with a slash in their names outlive the removal of the merged ones',
    breaks:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const before = await branchesOf(call.askAsRoot, repositoryPath(call))
        const response = await call.send()
        if (!response.ok) return response
        const after = await branchesOf(call.askAsRoot, repositoryPath(call))
        for (const [branch_name, ref] of before) {
          if (after.has(branch_name) || !branch_name.includes('/')) continue
          await call.askAsRoot('POST', `${repositoryPath(call)}/branches`, { branch_name, ref })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fix/one')
      await newBranch(ask, project, 'two')
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').join() === 'fix/one,master'
    },
  },
]
