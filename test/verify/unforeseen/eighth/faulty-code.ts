import { posix } from 'node:path'
import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  responseOf,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { defaultBranchOf, isCommitId, notePath, pageAnswer } from './tools-code.ts'

/** The head of a repository that has one commit more than its README.md, and the project. */
async function twoCommits(ask: Ask, given: Values = {}) {
  const project = await newRepository(ask)
  const first = await headOf(ask, project)
  await writeFile(ask, project, { file_path: 'two.txt', ...given })
  return { project, first, path: `/projects/${project}/repository` }
}

/** A project of a new user with this level, who acts by the second way to ask. */
async function memberOf(ask: Ask, project: number, access_level: number): Promise<Ask> {
  const user = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: user.id, access_level } })
  return actingAs(ask, user.username)
}

/** The builds of the demo world's first project that are in one state. */
async function buildsThatAre(ask: Ask, status: string) {
  const { json } = await ask('GET', '/projects/1/builds?per_page=100')
  return listOf(json).filter((build) => build.status === status)
}

export const faultyCodeServers: readonly FaultyServer[] = [
  {
    name: 'Merge requests asked for by several iids are counted with all the others',
    breaks: 'Document 1, Limits: X-Total; Document 2, GET .../merge_requests: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        if (call.given.iids === undefined || !response.ok) return response
        const all = await call.send({ iids: undefined })
        const total = all.headers.get('x-total') ?? ''
        return changed(response, (json) => json, { 'x-total': total })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const query = 'iids[]=1&iids[]=3'
      const { headers } = await ask('GET', `/projects/${project}/merge_requests?${query}`)
      return headers.get('x-total') === '3'
    },
  },
  {
    name: 'The changes of a merge request are those of when they were first looked at',
    breaks: 'Document 2, GET .../changes: Merge request with changes',
    at: ['getMergeRequestChanges'],
    start: serving(() => {
      const seen = new Map<string, unknown>()
      return {
        async getMergeRequestChanges(call) {
          const response = await call.send()
          if (!response.ok) return response
          const json = await jsonOf(response)
          const key = `${idOf(json)} ${at(json, 'target_branch')}`
          if (!seen.has(key)) seen.set(key, at(json, 'changes'))
          return changed(response, (one) => withFields(one, { changes: seen.get(key) }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'growing')
      const path = `/projects/${project}/merge_requests/${request}/changes`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'growing' })
      return listOf(at((await ask('GET', path)).json, 'changes')).length === 1
    },
  },
  {
    name: 'To remove the source branch is not read where the query of a new merge request says it',
    breaks: 'Document 1, Conventions 4; Document 2, POST .../merge_requests: remove_source_branch',
    at: ['createMergeRequest'],
    start: serving(() => ({
      createMergeRequest: (call) =>
        new URL(call.request.url).searchParams.has('remove_source_branch')
          ? call.send({ remove_source_branch: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'leaving')
      await writeFile(ask, project, { file_path: 'new.txt', branch_name: 'leaving' })
      const { json } = await ask(
        'POST',
        `/projects/${project}/merge_requests?remove_source_branch=true`,
        { body: { source_branch: 'leaving', target_branch: 'master', title: 'Leaving' } },
      )
      const path = `/projects/${project}/merge_requests/${idOf(json)}`
      const { json: read } = await ask('GET', path)
      return at(read, 'force_remove_source_branch') === false
    },
  },
  {
    name: 'Whoever opened a merge request can delete it',
    breaks: 'Document 2, States of a merge request: DELETE by an administrator or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const caller = await callerOf(call)
        const isAuthor = caller.id !== undefined && caller.id === at(json, 'author.id')
        return isAuthor ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const developer = await memberOf(ask, project, 30)
      const request = await newMergeRequest(developer, project, 'mine')
      const { status } = await developer('DELETE', `/projects/${project}/merge_requests/${request}`)
      return status === 200
    },
  },
  {
    name: 'A merge request is merged if the sha given is only the beginning of its head',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head, 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        const sha = String(call.given.sha ?? '')
        return sha.length >= 7 && head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'short')
      const sha = (await headOf(ask, project, 'short')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', `${path}/merge`, { body: { sha } })
      return at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'The issues that a merge request closes are those its first description speaks of',
    breaks: 'Document 2, GET .../closes_issues: issues that merging would close',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => {
      const first = new Map<string, readonly Values[]>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = String(idOf(await jsonOf(response)))
          const path = `${projectPath(call)}/merge_requests/${id}/closes_issues`
          first.set(id, listOf((await call.askAsRoot('GET', path)).json))
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const response = await call.send()
          const issues = first.get(call.path.merge_request_id ?? '')
          if (!response.ok || issues === undefined) return response
          return pageAnswer(response, issues)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const request = await newMergeRequest(ask, project, 'fix')
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', path, { body: { description: 'Closes #1' } })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 0
    },
  },
  {
    name: 'A merge request that anybody subscribed to is not subscribed to by the next',
    breaks: 'Document 2, Subscription: subscribes the caller; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const subscribed = new Set<string>()
      return {
        async subscribeToMergeRequest(call) {
          const id = call.path.merge_request_id ?? ''
          const { status } = await call.ask('GET', mergeRequestPath(call))
          if (status === 200 && subscribed.has(id)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.status === 201) subscribed.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'followed')
      const path = `/projects/${project}/merge_requests/${request}/subscription`
      const one = await memberOf(ask, project, 30)
      const two = await memberOf(ask, project, 30)
      await one('POST', path)
      return (await two('POST', path)).status === 304
    },
  },
  {
    name: 'A changed comment of a merge request is listed as it was before',
    breaks: 'Document 2, PUT .../notes/:note_id: modified Note; GET .../notes: array of Note',
    at: ['updateMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => {
      const bodies = new Map<unknown, unknown>()
      return {
        async updateMergeRequestNote(call) {
          const { json } = await call.ask('GET', notePath(call))
          const response = await call.send()
          const id = at(json, 'id')
          if (response.ok && !bodies.has(id)) bodies.set(id, at(json, 'body'))
          return response
        },
        listMergeRequestNotes: async (call) =>
          eachChanged(await call.send(), (note) =>
            bodies.has(note.id) ? { ...note, body: bodies.get(note.id) } : note,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'talked')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Before' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'After' } })
      return fieldOf((await ask('GET', path)).json, 'body').includes('Before')
    },
  },
  {
    name: 'A comment is found below every merge request of its project',
    breaks: 'Document 2, GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id; 404',
    at: ['getMergeRequestNote'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const path = `${projectPath(call)}/merge_requests`
        if ((await call.ask('GET', mergeRequestPath(call))).status !== 200) return response
        const { json } = await call.ask('GET', `${path}?per_page=100`)
        for (const { id } of listOf(json)) {
          const found = await call.ask('GET', `${path}/${id}/notes/${call.path.note_id}`)
          if (found.status === 200) return responseOf(found)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      const one = await newMergeRequest(ask, project, 'one')
      const two = await newMergeRequest(ask, project, 'two')
      const { json } = await ask('POST', `${path}/${one}/notes`, { body: { body: 'Of one' } })
      return (await ask('GET', `${path}/${two}/notes/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'Deleting a comment of a merge request answers with the oldest comment there',
    breaks: 'Document 2, DELETE .../notes/:note_id: the deleted Note',
    at: ['deleteMergeRequestNote'],
    start: serving(() => ({
      async deleteMergeRequestNote(call) {
        const { json } = await call.askAsRoot('GET', `${mergeRequestPath(call)}/notes?per_page=100`)
        const oldest = listOf(json).toSorted((one, other) => Number(one.id) - Number(other.id))[0]
        return changed(await call.send(), (note) =>
          at(note, 'body') === undefined ? note : (oldest ?? note),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'talked')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      await ask('POST', path, { body: { body: 'First' } })
      const { json } = await ask('POST', path, { body: { body: 'Second' } })
      const deleted = await ask('DELETE', `${path}/${idOf(json)}`)
      return at(deleted.json, 'body') === 'First'
    },
  },
  {
    name: 'The default branch comes first in the list, and the others by their names',
    breaks: 'Document 3, GET .../branches: array of Branch sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const name = await defaultBranchOf(call)
        const all = await allOf(call)
        const isDefault = (branch: Values) => branch.name === name
        const others = all.filter((branch) => !isDefault(branch))
        const json = samePage(response, [...all.filter(isDefault), ...others])
        return withBody(response, JSON.stringify(json))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'early')
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return at(json, '0.name') === 'master'
    },
  },
  {
    name: 'The commit of a single branch has but the first line of its message',
    breaks: 'Document 3, Commit reference: message; Commit: title and message',
    at: ['getBranch'],
    start: serving(() => ({
      getBranch: async (call) =>
        changed(await call.send(), (json) => {
          const message = at(json, 'commit.message')
          if (typeof message !== 'string') return json
          const commit = withFields(at(json, 'commit'), { message: message.split('\n')[0] })
          return withFields(json, { commit })
        }),
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask, { commit_message: 'Add two\n\nAfter one.' })
      const { json } = await ask('GET', `${path}/branches/master`)
      return at(json, 'commit.message') === 'Add two'
    },
  },
  {
    name: 'Developers still push, it says, to a branch that is no longer protected',
    breaks: 'Document 3, Branch protection: developers_can_push becomes false by unprotect',
    at: ['unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const pushable = new Set<string>()
      const keyOf = (project: unknown, branch: unknown) => `${project} ${branch}`
      const shown = (project: unknown) => (branch: Values) => {
        const isLeft = branch.protected === false && pushable.has(keyOf(project, branch.name))
        return isLeft ? { ...branch, developers_can_push: true } : branch
      }
      return {
        async protectBranch(call) {
          const response = await call.send()
          const key = keyOf(call.path.id, call.path.branch)
          if (response.ok) pushable.delete(key)
          if (at(await jsonOf(response), 'developers_can_push') === true) pushable.add(key)
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) pushable.delete(keyOf(call.path.id, call.path.branch))
          return response
        },
        getBranch: async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, shown(call.path.id)) : response
        },
        listBranches: async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, shown(call.path.id)) : response
        },
      }
    }),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const branch = `${path}/branches/master`
      await ask('PUT', `${branch}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${branch}/unprotect`)
      return at((await ask('GET', branch)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A branch made of the id of a commit begins at the head of the default branch',
    breaks: 'Document 3, POST .../branches: ref, a branch name or commit SHA',
    at: ['createBranch'],
    start: serving(() => ({
      async createBranch(call) {
        const path = `${projectPath(call)}/repository/commits/${call.given.ref}`
        const isCommit =
          isCommitId(call.given.ref) && (await call.askAsRoot('GET', path)).status === 200
        return isCommit ? call.send({ ref: await defaultBranchOf(call) }) : call.send()
      },
    })),
    async isShown(ask) {
      const { project, first } = await twoCommits(ask)
      await newBranch(ask, project, 'old', first)
      return (await headOf(ask, project, 'old')) !== first
    },
  },
  {
    name: 'Merged branches stay where the default branch is not called master',
    breaks: 'Document 3, DELETE .../merged_branches: all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const repository = `${projectPath(call)}/repository/branches`
        const isMaster = (await defaultBranchOf(call)) === 'master'
        const { json } = await call.askAsRoot('GET', `${repository}?per_page=100`)
        const response = await call.send()
        if (isMaster || !response.ok) return response
        for (const branch of listOf(json)) {
          const path = `${repository}/${encoded(branch.name)}`
          if ((await call.askAsRoot('GET', path)).status === 200) continue
          const given = { branch_name: branch.name, ref: at(branch, 'commit.id') }
          await call.askAsRoot('POST', repository, given)
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('main'), default_branch: 'main' }
      const project = idOf((await ask('POST', `/projects/user/${id}`, { body })).json)
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'main' })
      await newBranch(ask, project, 'merged', 'main')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'main' })
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/merged`)).status === 200
    },
  },
  {
    name: 'Tags are put in reverse order on each page only after the pages are cut',
    breaks: 'Document 3, GET .../tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        if (!response.ok) return response
        const page = samePage(response, (await allOf(call)).toReversed())
        return withBody(response, JSON.stringify(page.toReversed()))
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      for (const tag_name of ['v1', 'v2', 'v3']) {
        await ask('POST', `${path}/tags`, { body: { tag_name, ref: 'master' } })
      }
      const { json } = await ask('GET', `${path}/tags?per_page=2`)
      return String(fieldOf(json, 'name')) === 'v2,v1'
    },
  },
  {
    name: 'A tag made anew has the release of the deleted one of its name',
    breaks: 'Document 3, Tag: release null or object; POST .../tags: release_description optional',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const releases = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${projectPath(call)}/repository/tags/${encoded(call.path.tag_name)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const description = at(json, 'release.description')
          const key = `${call.path.id} ${call.path.tag_name}`
          if (response.ok && description !== undefined) releases.set(key, description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const description = releases.get(`${call.path.id} ${call.given.tag_name}`)
          if (!response.ok || description === undefined) return response
          if (at(await jsonOf(response), 'release') !== null) return response
          const path = `${projectPath(call)}/repository/tags/${encoded(call.given.tag_name)}`
          await call.askAsRoot('POST', `${path}/release`, { description })
          return changed(response, (tag) =>
            withFields(tag, { release: { tag_name: call.given.tag_name, description } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', `${path}/tags`, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${path}/tags/v1`)
      await ask('POST', `${path}/tags`, { body })
      return at((await ask('GET', `${path}/tags/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'A second release of a tag takes the place of the first',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${projectPath(call)}/repository/tags/${encoded(call.path.tag_name)}/release`
        const { description } = call.given
        return jsonAnswer(201, (await call.ask('PUT', path, { description })).json)
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      await ask('POST', `${path}/tags`, { body: { tag_name: 'v1', ref: 'master' } })
      await ask('POST', `${path}/tags/v1/release`, { body: { description: 'First' } })
      const body = { description: 'Second' }
      return (await ask('POST', `${path}/tags/v1/release`, { body })).status === 201
    },
  },
  {
    name: 'All that is below a directory is listed by its path from there',
    breaks: 'Document 3, GET .../tree: path and recursive; Tree entry: path',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const folder = String(call.given.path ?? '').replace(/\/+$/, '')
        if (!response.ok || folder === '' || !isTrue(call.given.recursive)) return response
        return eachChanged(response, (entry) => ({
          ...entry,
          path: String(entry.path).replace(`${folder}/`, ''),
        }))
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask, { file_path: 'docs/notes/one.txt' })
      const { json } = await ask('GET', `${path}/tree?path=docs&recursive=true`)
      return fieldOf(json, 'path').includes('notes/one.txt')
    },
  },
  {
    name: 'A blob by its id is there only as long as the default branch has it',
    breaks: 'Document 3, GET .../raw_blobs/:sha: raw blob content, by a blob SHA',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        for (let page = 1; ; page++) {
          const query = `recursive=true&per_page=100&page=${page}`
          const path = `${projectPath(call)}/repository/tree?${query}`
          const entries = listOf((await call.askAsRoot('GET', path)).json)
          if (entries.some(({ id }) => id === call.path.sha)) return response
          if (entries.length < 100) return jsonAnswer(404, { message: '404 Blob Not Found' })
        }
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const { json } = await ask('GET', `${path}/files?file_path=two.txt&ref=master`)
      const body = { file_path: 'two.txt', branch_name: 'master', commit_message: 'Change' }
      await ask('PUT', `${path}/files`, { body: { ...body, content: 'Changed\n' } })
      return (await ask('GET', `${path}/raw_blobs/${at(json, 'blob_id')}`)).status === 404
    },
  },
  {
    name: 'An archive of an earlier commit has the files of the newest',
    breaks: 'Document 3, GET .../archive: sha, a commit SHA',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        return response.ok ? call.send({ sha: undefined }) : response
      },
    })),
    async isShown(ask) {
      const { first, path } = await twoCommits(ask)
      const [newest, earlier] = [
        await ask('GET', `${path}/archive`),
        await ask('GET', `${path}/archive?sha=${first}`),
      ]
      return newest.text === earlier.text
    },
  },
  {
    name: 'The lines that a contributor added are counted without those removed since',
    breaks: 'Document 3, GET .../contributors: additions and deletions',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (person) => ({
          ...person,
          additions: Number(person.additions) - Number(person.deletions),
        }))
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const body = { file_path: 'two.txt', branch_name: 'master', commit_message: 'Change' }
      await ask('PUT', `${path}/files`, { body: { ...body, content: 'Changed\n' } })
      const { json } = await ask('GET', `${path}/contributors`)
      return at(json, '0.additions') === 2
    },
  },
  {
    name: 'A new file goes to where its path leads, though that path climbs up',
    breaks: 'Document 3, Repository files: 400 if file_path contains /../',
    at: ['createFile'],
    start: serving(() => ({
      createFile(call) {
        const given = String(call.given.file_path ?? '')
        if (!given.includes('/../')) return call.send()
        return call.send({ file_path: posix.normalize(given) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await writeFile(ask, project, { file_path: 'docs/../up.txt' })).status === 201
    },
  },
  {
    name: 'A file is updated to what it already is if that comes in Base64',
    breaks: 'Document 3, Repository files: 400 if the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${projectPath(call)}/repository/files?${query}`)
        const isSame = at(json, 'content') === content
        return isSame ? jsonAnswer(200, { file_path, branch_name }) : response
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const { json } = await ask('GET', `${path}/files?file_path=two.txt&ref=master`)
      const same = { content: at(json, 'content'), encoding: 'base64', commit_message: 'Same' }
      const body = { file_path: 'two.txt', branch_name: 'master', ...same }
      return (await ask('PUT', `${path}/files`, { body })).status === 200
    },
  },
  {
    name: 'A file is always deleted in the name of who asks for it',
    breaks: 'Document 3, DELETE .../files: author_email, author_name',
    at: ['deleteFile'],
    start: serving(() => ({
      deleteFile: (call) => call.send({ author_email: undefined, author_name: undefined }),
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const author = { author_email: 'somebody@else.example', author_name: 'Somebody Else' }
      const body = { file_path: 'two.txt', branch_name: 'master', commit_message: 'Away' }
      await ask('DELETE', `${path}/files`, { body: { ...body, ...author } })
      const { json } = await ask('GET', `${path}/commits/master`)
      return at(json, 'title') === 'Away' && at(json, 'author_email') !== author.author_email
    },
  },
  {
    name: 'Commits since an instant are those after it, without one at the instant',
    breaks: 'Document 3, GET .../commits: since, commits after or at',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const since = Date.parse(String(call.given.since))
        if (Number.isNaN(since)) return call.send()
        return call.send({ since: new Date(since + 1).toISOString() })
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const { json } = await ask('GET', `${path}/commits/master`)
      const since = encoded(at(json, 'created_at'))
      return listOf((await ask('GET', `${path}/commits?since=${since}`)).json).length === 0
    },
  },
  {
    name: 'Every file of a commit is read in the encoding of the first',
    breaks: 'Document 3, Action item: encoding, text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit(call) {
        const actions = listOf(call.given.actions)
        if (actions.length < 2) return call.send()
        const encoding = actions[0]?.encoding ?? 'text'
        return call.send({ actions: actions.map((action) => ({ ...action, encoding })) })
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const actions = [
        { action: 'create', file_path: 'plain.txt', content: 'Plain\n' },
        { action: 'create', file_path: 'coded.txt', content: 'Q29kZWQK', encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Both', actions }
      await ask('POST', `${path}/commits`, { body })
      const { text } = await ask('GET', `${path}/blobs/master?filepath=coded.txt`)
      return text === 'Q29kZWQK'
    },
  },
  {
    name: 'The total of the changed lines of a commit is what the files grew by',
    breaks: 'Document 3, Commit: stats with additions, deletions, total',
    at: ['getCommit'],
    start: serving(() => ({
      getCommit: async (call) =>
        changed(await call.send(), (json) => {
          const [additions, deletions] = [at(json, 'stats.additions'), at(json, 'stats.deletions')]
          if (typeof additions !== 'number' || typeof deletions !== 'number') return json
          return withFields(json, { stats: { additions, deletions, total: additions - deletions } })
        }),
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask)
      const body = { file_path: 'two.txt', branch_name: 'master', commit_message: 'Change' }
      await ask('PUT', `${path}/files`, { body: { ...body, content: 'Changed\n' } })
      return at((await ask('GET', `${path}/commits/master`)).json, 'stats.total') === 0
    },
  },
  {
    name: 'A renamed file was at its new path before, the changes of its commit say',
    breaks: 'Document 3, Diff entry: new_path, old_path, renamed_file',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      async listCommitDifferences(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (entry) =>
          entry.renamed_file === true ? { ...entry, old_path: entry.new_path } : entry,
        )
      },
    })),
    async isShown(ask) {
      const { path } = await twoCommits(ask, { content: 'A\nB\nC\nD\n' })
      const actions = [{ action: 'move', previous_path: 'two.txt', file_path: 'three.txt' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `${path}/commits`, { body })
      const { json } = await ask('GET', `${path}/commits/master/diff`)
      return listOf(json).some((one) => one.renamed_file === true && one.old_path === 'three.txt')
    },
  },
  {
    name: 'A comment on the commit that a branch names is not among those of the commit',
    breaks: 'Document 3, Comment placement: attached to the end of the last commit',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const named = new Map<string, string>()
      const keyOf = (comment: Values) => `${comment.created_at} ${comment.note}`
      return {
        async createCommitComment(call) {
          const response = await call.send()
          const { sha = '' } = call.path
          if (response.ok && !isCommitId(sha)) {
            named.set(keyOf(fieldsOf(await jsonOf(response))), sha)
          }
          return response
        },
        async listCommitComments(call) {
          const response = await call.send()
          if (!response.ok) return response
          const all = await allOf(call)
          const kept = all.filter(
            (one) => (named.get(keyOf(one)) ?? call.path.sha) === call.path.sha,
          )
          return kept.length === all.length ? response : pageAnswer(response, kept)
        },
      }
    }),
    async isShown(ask) {
      const { project, path } = await twoCommits(ask)
      await ask('POST', `${path}/commits/master/comments`, { body: { note: 'Well done' } })
      const head = await headOf(ask, project)
      return listOf((await ask('GET', `${path}/commits/${head}/comments`)).json).length === 0
    },
  },
  {
    name: 'The statuses of a job are those of every job when all of them are asked for',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { project, first, path } = await twoCommits(ask)
      for (const name of ['lint', 'test']) {
        await ask('POST', `/projects/${project}/statuses/${first}`, {
          body: { state: 'success', name },
        })
      }
      const { json } = await ask('GET', `${path}/commits/${first}/statuses?all=true&name=lint`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A status that names its context is called default',
    breaks: 'Document 3, POST .../statuses/:sha: name or context (default default)',
    at: ['createCommitStatus'],
    start: serving(() => ({ createCommitStatus: (call) => call.send({ context: undefined }) })),
    async isShown(ask) {
      const { project, first } = await twoCommits(ask)
      const body = { state: 'success', context: 'lint' }
      const { json } = await ask('POST', `/projects/${project}/statuses/${first}`, { body })
      return at(json, 'name') === 'default'
    },
  },
  {
    name: 'Builds of several scopes are those of the first of them',
    breaks: 'Document 3, Builds: scope accepts one value or an array',
    at: ['listBuilds'],
    start: serving(() => ({
      listBuilds: (call) =>
        Array.isArray(call.given.scope) ? call.send({ scope: call.given.scope[0] }) : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope[]=failed&scope[]=success')
      return new Set(fieldOf(json, 'status')).size === 1
    },
  },
  {
    name: 'A commit that does not exist has no builds',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? pageAnswer(jsonAnswer(200, []), []) : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/1/repository/commits/${'1'.repeat(40)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A build is found by its id below the path of every project',
    breaks: 'Document 3, GET /projects/:id/builds/:build_id; Document 1, Errors: 404',
    at: ['getBuild'],
    start: serving(() => ({
      async getBuild(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        if ((await call.ask('GET', projectPath(call))).status !== 200) return response
        const { json } = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const { id } of listOf(json)) {
          const found = await call.askAsRoot('GET', `/projects/${id}/builds/${call.path.build_id}`)
          if (found.status === 200) return responseOf(found)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const build = listOf((await ask('GET', '/projects/1/builds')).json)[0]
      return (await ask('GET', `/projects/${project}/builds/${build?.id}`)).status === 200
    },
  },
  {
    name: 'The artifacts of a ref are those of any job, whichever is asked for',
    breaks: 'Document 3, GET .../builds/artifacts/:ref_name/download: job; 404 if not found',
    at: ['getArtifactsOfRef'],
    start: serving(() => ({
      async getArtifactsOfRef(call) {
        const response = await call.send()
        if (response.status !== 404 || call.given.job === undefined) return response
        const path = `${projectPath(call)}/builds?scope=success&per_page=100`
        const build = listOf((await call.ask('GET', path)).json).find(
          ({ ref, artifacts_file }) => ref === call.path.ref_name && artifacts_file !== null,
        )
        return build === undefined ? response : call.send({ job: build.name })
      },
    })),
    async isShown(ask) {
      const [build] = (await buildsThatAre(ask, 'success')).filter((one) => one.artifacts_file)
      const path = `/projects/1/builds/artifacts/${encoded(build?.ref)}/download`
      return (await ask('GET', `${path}?job=none-like-it`)).status === 200
    },
  },
  {
    name: 'A canceled build is answered as if it was made when it was canceled',
    breaks: 'Document 3, POST .../cancel: response build keeps its timestamps',
    at: ['cancelBuild'],
    start: serving(() => ({
      async cancelBuild(call) {
        const response = await call.send()
        const created_at = new Date().toISOString()
        return response.ok
          ? changed(response, (build) => withFields(build, { created_at }))
          : response
      },
    })),
    async isShown(ask) {
      const [build] = await buildsThatAre(ask, 'running')
      const { json } = await ask('POST', `/projects/1/builds/${build?.id}/cancel`)
      return at(json, 'status') === 'canceled' && at(json, 'created_at') !== build?.created_at
    },
  },
  {
    name: 'A retried build is pending and has finished when it did before',
    breaks: 'Document 3, POST .../retry: finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const finished_at = at((await call.askAsRoot('GET', path)).json, 'finished_at')
        const response = await call.send()
        return response.ok
          ? changed(response, (build) => withFields(build, { finished_at }))
          : response
      },
    })),
    async isShown(ask) {
      const [build] = await buildsThatAre(ask, 'failed')
      const { json } = await ask('POST', `/projects/1/builds/${build?.id}/retry`)
      return at(json, 'status') === 'pending' && typeof at(json, 'finished_at') === 'string'
    },
  },
  {
    name: 'The trace of an erased build is served as before',
    breaks:
      'Document 3, POST .../erase: removes artifacts and trace; GET .../trace: 404 if no trace',
    at: ['eraseBuild', 'getBuildTrace'],
    start: serving(() => {
      const traces = new Map<string, Response>()
      return {
        async eraseBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}/trace`
          const { status, text } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && status === 200) {
            const headers = { 'content-type': 'text/plain' }
            traces.set(call.path.build_id ?? '', new Response(text, { headers }))
          }
          return response
        },
        async getBuildTrace(call) {
          const response = await call.send()
          const trace = traces.get(call.path.build_id ?? '')
          const isLeft = response.status === 404 && trace !== undefined
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          if (!isLeft || (await call.ask('GET', path)).status !== 200) return response
          return trace.clone()
        },
      }
    }),
    async isShown(ask) {
      const [build] = (await buildsThatAre(ask, 'success')).filter((one) => one.artifacts_file)
      const path = `/projects/1/builds/${build?.id}`
      await ask('POST', `${path}/erase`)
      return (await ask('GET', `${path}/trace`)).status === 200
    },
  },
  {
    name: 'A new system hook is answered alone, and not in an array',
    breaks: 'Document 1, POST /hooks: array containing the created hook',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: async (call) =>
        changed(await call.send(), (json) => (Array.isArray(json) ? json[0] : json)),
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/hooks', { body: { url: 'http://hooks.example/one' } })
      return typeof at(json, 'url') === 'string'
    },
  },
]
