import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  levelOf,
  listOf,
  newBranch,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { deliverPush, hooksOf, projectIdOf, receiving } from './tools-sierra.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
const tagPath = (call: Call) => `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`

/** Names a branch or tag of a call for what is remembered of it. */
const keyOfName = async (call: Call, name: unknown) => `${await projectIdOf(call)} ${name}`

const noCommit = '0'.repeat(40)

/** What a hook is told of a change of a branch. */
async function pushOf(call: Call, branch: unknown): Promise<Values> {
  const head = await call.askAsRoot('GET', `${repositoryPath(call)}/commits/${encoded(branch)}`)
  return {
    ref: `refs/heads/${branch}`,
    before: noCommit,
    after: at(head.json, 'id') ?? noCommit,
    project_id: await projectIdOf(call),
    commits: [],
    total_commits_count: 0,
  }
}

const pushingFiles = ['createFile', 'updateFile', 'deleteFile', 'createCommit'] as const

export const faultySierraServers: readonly FaultyServer[] = [
  {
    name: 'The last page of the branches links to a next page',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last), X-Next-Page',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        const response = await call.send()
        const { headers } = response
        const page = Number(headers.get('x-page'))
        if (!(page > 1) || page !== Number(headers.get('x-total-pages'))) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(page + 1))
        const link = `<${url.href}>; rel="next", ${headers.get('link') ?? ''}`
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      const path = `/projects/${project}/repository/branches?per_page=1&page=2`
      const { headers } = await ask('GET', path)
      return (headers.get('link') ?? '').includes('rel="next"')
    },
  },
  {
    name: 'A branch that is protected anew has what developers could do before it was unprotected',
    breaks:
      'Document 3, Branch protection: unprotect, developers_can_push and developers_can_merge become false',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const branch = await call.askAsRoot('GET', branchPath(call))
          const response = await call.send()
          const { developers_can_push, developers_can_merge } = fieldsOf(branch.json)
          const wasOpen = isTrue(developers_can_push) || isTrue(developers_can_merge)
          if (response.ok && wasOpen) {
            const key = await keyOfName(call, call.path.branch)
            before.set(key, { developers_can_push, developers_can_merge })
          }
          return response
        },
        async protectBranch(call) {
          const key = await keyOfName(call, call.path.branch)
          const { developers_can_push, developers_can_merge } = call.given
          return call.send({
            ...before.get(key),
            ...(developers_can_push === undefined ? {} : { developers_can_push }),
            ...(developers_can_merge === undefined ? {} : { developers_can_merge }),
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'steady')
      const path = `/projects/${project}/repository/branches/steady`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Merged branches with a slash in their names survive the deletion of all of them',
    breaks:
      'Document 3, DELETE merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        for (const branch of before) {
          if (left.includes(branch.name) || !String(branch.name).includes('/')) continue
          const given = { branch_name: branch.name, ref: at(branch, 'commit.id') }
          await call.askAsRoot('POST', path, given)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'plain')
      await newBranch(ask, project, 'done/one')
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      const names = fieldOf(json, 'name')
      return names.includes('done/one') && !names.includes('plain')
    },
  },
  {
    name: 'Annotations of tags are kept in ASCII, with question marks for all else',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag: (call) =>
        typeof call.given.message === 'string'
          ? call.send({ message: call.given.message.replace(/[^\n\r\t -~]/g, '?') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { tag_name: 'v1', ref: 'master', message: 'Größer' }
      await ask('POST', `/projects/${project}/repository/tags`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/tags/v1`)
      return String(at(json, 'message')).includes('Gr??er')
    },
  },
  {
    name: 'A tag that is made again has the release of the tag of that name that was deleted',
    breaks: 'Document 3, Tag: release (null or object); POST tags: release_description optional',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const tag = await call.askAsRoot('GET', tagPath(call))
          const response = await call.send()
          const description = at(tag.json, 'release.description')
          if (response.ok && description !== undefined) {
            left.set(await keyOfName(call, call.path.tag_name), description)
          }
          return response
        },
        async createTag(call) {
          const key = await keyOfName(call, call.given.tag_name)
          const { release_description = left.get(key) } = call.given
          const response = await call.send({ release_description })
          if (response.ok) left.delete(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'A release that was made along with its tag is replaced by a new one without a conflict',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => {
      const alongWithTags = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          if (response.ok && call.given.release_description !== undefined) {
            alongWithTags.add(await keyOfName(call, call.given.tag_name))
          }
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const key = await keyOfName(call, call.path.tag_name)
          if (response.status !== 409 || !alongWithTags.has(key)) return response
          const { description } = call.given
          const { json } = await call.ask('PUT', `${tagPath(call)}/release`, { description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const again = { description: 'Second' }
      return (await ask('POST', `${path}/v1/release`, { body: again })).status === 201
    },
  },
  {
    name: 'The tree of a subdirectory is of one level, however recursive it is to be',
    breaks: 'Document 3, GET tree: path (subdirectory), recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        typeof call.given.path === 'string' && call.given.path !== ''
          ? call.send({ recursive: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'deck/hold/rope.txt' })
      const path = `/projects/${project}/repository/tree?path=deck&recursive=true`
      const paths = fieldOf((await ask('GET', path)).json, 'path')
      return paths.includes('deck/hold') && !paths.includes('deck/hold/rope.txt')
    },
  },
  {
    name: 'Raw text files have line feeds alone, where they have carriage returns too',
    breaks: 'Document 3, GET blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        const bytes = new Uint8Array(await response.arrayBuffer())
        const isText = response.ok && !bytes.includes(0)
        const kept = bytes.filter((byte, index) => byte !== 13 || bytes[index + 1] !== 10)
        return withBody(response, isText ? kept : bytes)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'lines.txt', content: 'One\r\nTwo\r\n' })
      const path = `/projects/${project}/repository/blobs/master?filepath=lines.txt`
      return (await ask('GET', path)).text === 'One\nTwo\n'
    },
  },
  {
    name: 'A raw blob is found in the repositories of all projects, whichever is asked',
    breaks: 'Document 3, GET raw_blobs/:sha: id, sha (blob SHA); Document 1, Errors: 404',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        const sees = await call.ask('GET', projectPath(call))
        if (response.status !== 404 || sees.status !== 200) return response
        const all = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const id of fieldOf(all.json, 'id')) {
          const path = `/projects/${id}/repository/raw_blobs/${encoded(call.path.sha)}`
          const found = await call.askAsRoot('GET', path)
          if (found.status !== 200) continue
          return new Response(found.text, { headers: { 'content-type': 'text/plain' } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const content = `${freshName('Of one project alone')}\n`
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'own.txt', content })
      const tree = await ask('GET', `/projects/${project}/repository/tree`)
      const blob = listOf(tree.json).find(({ name }) => name === 'own.txt')
      const other = await newRepository(ask)
      const path = `/projects/${other}/repository/raw_blobs/${blob?.id}`
      return (await ask('GET', path)).text === content
    },
  },
  {
    name: 'Content in Base64 that a file has already is taken for a change of it',
    breaks: 'Document 3, Repository files: 400 where the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { encoding, file_path, branch_name, content } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const where = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const file = await call.ask('GET', `${repositoryPath(call)}/files?${where}`)
        const isSame = file.status === 200 && at(file.json, 'content') === content
        return isSame ? jsonAnswer(200, { file_path, branch_name }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: btoa('One\n'),
        encoding: 'base64',
        commit_message: 'Nothing new',
      }
      const path = `/projects/${project}/repository/files`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A file that is deleted for another user is deleted by a commit of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['deleteFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async deleteFile(call) {
        if (call.sudo === undefined) return call.send()
        const { json } = await call.askAsRoot('GET', '/user')
        return call.send({
          author_name: call.given.author_name ?? at(json, 'name'),
          author_email: call.given.author_email ?? at(json, 'email'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const given = 'file_path=README.md&branch_name=master&commit_message=Gone'
      await actingAs(ask, user.id)('DELETE', `/projects/${project}/repository/files?${given}`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') === 'Gone' && at(json, 'author_name') !== user.username
    },
  },
  {
    name: 'Commits since a time are those after it, without the one at it',
    breaks: 'Document 3, GET commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const since = Date.parse(String(call.given.since))
        // Commits have whole seconds.
        return Number.isNaN(since)
          ? call.send()
          : call.send({ since: new Date(Math.floor(since / 1000) * 1000 + 1000).toISOString() })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', path)
      const since = encoded(at(json, '0.created_at'))
      return listOf((await ask('GET', `${path}?since=${since}`)).json).length === 0
    },
  },
  {
    name: 'Developers push to protected branches by commits of several files',
    breaks: 'Document 3, Branch: protected, developers_can_push; Document 1, Errors: 403',
    at: ['createCommit', 'protectBranch'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (response.ok || call.isAnonymous || (await levelOf(call)) < 30) return response
        const path = `${repositoryPath(call)}/branches/${encoded(call.given.branch_name)}`
        const branch = await call.askAsRoot('GET', path)
        if (at(branch.json, 'protected') !== true) return response
        const { name, email } = await callerOf(call)
        return call.sendAsRoot({
          author_name: call.given.author_name ?? name,
          author_email: call.given.author_email ?? email,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await ask('PUT', `/projects/${project}/repository/branches/master/protect`, {
        body: { developers_can_push: false },
      })
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const actions = [{ action: 'create', file_path: 'pushed.txt', content: 'Pushed\n' }]
      const body = { branch_name: 'master', commit_message: 'Push', actions }
      const path = `/projects/${project}/repository/commits`
      return (await actingAs(ask, user.id)('POST', path, { body })).status === 201
    },
  },
  {
    name: 'A comment on a line that its file does not have keeps the path',
    breaks:
      'Document 3, Comment placement rules: line, line_type and path are null where the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path, line } = call.given
        if (!response.ok || typeof path !== 'string' || line === undefined) return response
        const where = `file_path=${encoded(path)}&ref=${encoded(call.path.sha)}`
        const file = await call.ask('GET', `${repositoryPath(call)}/files?${where}`)
        if (file.status !== 200) return response
        return changed(response, (json) =>
          at(json, 'path') === null ? withFields(json, { path }) : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const body = { note: 'Where?', path: 'README.md', line: 4321, line_type: 'new' }
      const path = `/projects/${project}/repository/commits/${sha}/comments`
      return at((await ask('POST', path, { body })).json, 'path') === 'README.md'
    },
  },
  {
    name: 'A status that is posted again under its name has the description of the first time',
    breaks: 'Document 3, Commit status: posting adds or updates the status for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const { name, context, ref, description } = call.given
        if (description === undefined) return call.send()
        const wanted = `name=${encoded(name ?? context ?? 'default')}`
        const ofRef = ref === undefined ? '' : `&ref=${encoded(ref)}`
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const first = await call.askAsRoot('GET', `${path}?${wanted}${ofRef}`)
        return call.send({ description: at(first.json, '0.description') ?? description })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const body of [
        { state: 'pending', name: 'knots', description: 'Waiting' },
        { state: 'success', name: 'knots', description: 'Tied' },
      ]) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=knots`
      const { json } = await ask('GET', path)
      return at(json, '0.status') === 'success' && at(json, '0.description') === 'Waiting'
    },
  },
  {
    name: 'A file that a commit leaves without content is deleted in the differences',
    breaks: 'Document 3, Diff entry: new_file, renamed_file, deleted_file (booleans)',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).map((entry) =>
                /^@@ -\S+ \+0,0 @@/m.test(String(entry.diff))
                  ? { ...entry, deleted_file: true }
                  : entry,
              )
            : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [{ action: 'update', file_path: 'README.md', content: '' }]
      const path = `/projects/${project}/repository/commits`
      const body = { branch_name: 'master', commit_message: 'Empty it', actions }
      const { json } = await ask('POST', path, { body })
      const diff = await ask('GET', `${path}/${at(json, 'id')}/diff`)
      return at(diff.json, '0.deleted_file') === true
    },
  },
  {
    name: 'A build that was canceled before it began is still found as a pending one',
    breaks: 'Document 3, Builds: scope; POST cancel: resulting state canceled',
    at: ['listBuilds', 'cancelBuild'],
    start: serving(() => ({
      listBuilds(call) {
        const scope = [call.given.scope].flat()
        if (!scope.includes('pending') || scope.includes('canceled')) return call.send()
        return relisted(
          call,
          (all) => all.filter((one) => one.status !== 'canceled' || one.started_at === null),
          { scope: [...scope, 'canceled'] },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'knots:\n  script:\n    - echo knots\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const path = `/projects/${project}/builds`
      const build = at((await ask('GET', path)).json, '0.id')
      if (build === undefined) return false
      await ask('POST', `${path}/${build}/cancel`)
      return fieldOf((await ask('GET', `${path}?scope=pending`)).json, 'id').includes(build)
    },
  },
  {
    name: 'A tag of a private project is forbidden to those who are no members',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const sees = await call.ask('GET', projectPath(call))
        const exists = await call.askAsRoot('GET', projectPath(call))
        return sees.status === 404 && exists.status === 200
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const user = await newUser(ask)
      return (await actingAs(ask, user.id)('GET', `${path}/v1`)).status === 403
    },
  },
  {
    name: 'A system hook that was deleted is still sent the pushes of files',
    breaks: 'Document 1, System hooks: DELETE /hooks/:id; Events: hooks fire for push events',
    at: ['deleteSystemHook', ...pushingFiles],
    needsInstance: true,
    start: serving(() => {
      const deleted: string[] = []
      const push: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const told = await pushOf(call, call.given.branch_name)
        await Promise.all(deleted.map((url) => deliverPush(url, told)))
        return response
      }
      return {
        ...forAll(pushingFiles, push),
        async deleteSystemHook(call) {
          const hooks = await hooksOf(call)
          const response = await call.send()
          const hook = hooks.find(({ id }) => id === Number(call.path.id))
          if (response.ok && hook?.push_events === true) deleted.push(String(hook.url))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const received = await receiving(async (url) => {
        const body = { url, push_events: true, tag_push_events: false }
        const { json } = await ask('POST', '/hooks', { body })
        const id = at(json, '0.id') ?? idOf(json)
        await ask('DELETE', `/hooks/${id}`)
        await writeFile(ask, project, { file_path: 'after.txt' })
      })
      return received.some(({ body }) => body.includes('refs/heads/master'))
    },
  },
  {
    name: 'A system hook for tags alone is sent the branches that are made and deleted',
    breaks: 'Document 1, Events: push events when the matching flag (push_events) is true',
    at: ['createBranch', 'deleteBranch'],
    needsInstance: true,
    start: serving(() => {
      const tell = async (call: Call, branch: unknown) => {
        const told = await pushOf(call, branch)
        const hooks = (await hooksOf(call)).filter(
          ({ push_events, tag_push_events }) => push_events === false && tag_push_events === true,
        )
        await Promise.all(hooks.map(({ url }) => deliverPush(String(url), told)))
      }
      return {
        async createBranch(call) {
          const response = await call.send()
          if (response.ok) await tell(call, call.given.branch_name)
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) await tell(call, call.path.branch)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const received = await receiving(async (url) => {
        await ask('POST', '/hooks', { body: { url, push_events: false, tag_push_events: true } })
        await newBranch(ask, project, 'unheard')
      })
      return received.some(({ body }) => body.includes('refs/heads/unheard'))
    },
  },
]
