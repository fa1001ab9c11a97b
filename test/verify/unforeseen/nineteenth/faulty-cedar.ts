import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
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
import {
  branchOfCall,
  branchPath,
  deliveriesWhile,
  fileOf,
  keptFor,
  keyOfCall,
  newTag,
  projectWithBytes,
  tagPath,
  tellHooks,
  withHook,
  withStatus,
} from './tools-cedar.ts'

const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

export const faultyCedarServers: readonly FaultyServer[] = [
  {
    name: 'A system hook for pushes alone is told of each new tag too',
    breaks: 'Document 1, Events: for tag push events when the matching flag is true',
    at: ['createTag', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (!response.ok) return response
        const ref = `refs/tags/${call.given.tag_name}`
        const isTold = (hook: Readonly<Record<string, unknown>>) =>
          hook.push_events === true && hook.tag_push_events === false
        await tellHooks(call, 'tag_push', ref, isTold)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const heard = await deliveriesWhile((url) =>
        withHook(ask, { url, push_events: true, tag_push_events: false }, () =>
          newTag(ask, project, 'v1'),
        ),
      )
      return heard > 0
    },
  },
  {
    name: 'Files that are written by the API are pushes for hooks that want no pushes',
    breaks: 'Document 1, Events: for push events when the matching flag (push_events) is true',
    at: ['createFile', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createFile(call) {
        const response = await call.send()
        if (!response.ok) return response
        const ref = `refs/heads/${call.given.branch_name}`
        await tellHooks(call, 'push', ref, ({ push_events }) => push_events === false)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const heard = await deliveriesWhile((url) =>
        withHook(ask, { url, push_events: false, tag_push_events: true }, () =>
          writeFile(ask, project, { file_path: 'quiet.txt' }),
        ),
      )
      return heard > 0
    },
  },
  {
    name: 'A file is read from the branch whose name has a space for each plus sign',
    breaks: 'Document 3, GET .../repository/files: ref (req; branch, tag or commit)',
    at: ['getFile'],
    start: serving(() => ({
      getFile: (call) =>
        typeof call.given.ref === 'string'
          ? call.send({ ref: call.given.ref.replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'left+right')
      return (await fileOf(ask, project, 'README.md', 'left+right')).status === 404
    },
  },
  {
    name: 'Bytes in Base64 that are no UTF-8 are lost where they replace a file',
    breaks: 'Document 3, PUT .../repository/files: content, encoding base64',
    at: ['updateFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      updateFile(call) {
        if (call.given.encoding !== 'base64') return call.send()
        const text = Buffer.from(String(call.given.content), 'base64').toString('utf8')
        return call.send({ content: Buffer.from(text, 'utf8').toString('base64') })
      },
    })),
    async isShown(ask) {
      const project = await projectWithBytes(ask, 'image.bin', 'AAEC')
      const content = '/9j/4AAQ'
      const body = { file_path: 'image.bin', branch_name: 'master', commit_message: 'Replace' }
      await ask('PUT', `/projects/${project}/repository/files`, {
        body: { ...body, content, encoding: 'base64' },
      })
      const read = at((await fileOf(ask, project, 'image.bin')).json, 'content')
      return read !== 'AAEC' && read !== content
    },
  },
  {
    name: 'A raw blob is sent as if each of its bytes were a character',
    breaks: 'Document 3, GET .../raw_blobs/:sha: raw blob content',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = Buffer.from(await response.clone().arrayBuffer())
        return withBody(response, bytes.toString('latin1'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await writeFile(ask, project, { file_path: 'menu.txt', content: 'Café\n' })
      const blob = at((await fileOf(ask, project, 'menu.txt')).json, 'blob_id')
      const { text } = await ask('GET', `/projects/${project}/repository/raw_blobs/${blob}`)
      return text === 'CafÃ©\n'
    },
  },
  {
    name: 'The new description of a release is kept with its signs escaped for a page',
    breaks: 'Document 3, PUT .../tags/:tag_name/release: description (req, markdown)',
    at: ['updateRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      updateRelease(call) {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        const escaped = description.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        return call.send({ description: escaped })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, 'v1', { release_description: 'First' })
      const path = tagPath(project, 'v1')
      await ask('PUT', `${path}/release`, { body: { description: 'Fast & small: a < b' } })
      const described = at((await ask('GET', path)).json, 'release.description')
      return described === 'Fast &amp; small: a &lt; b'
    },
  },
  {
    name: 'A branch that is protected already keeps what its developers might do',
    breaks: 'Document 3, Branch protection: developers_can_push, _merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const branch = await branchOfCall(call)
        if (at(branch.json, 'protected') !== true) return call.send()
        const { developers_can_push, developers_can_merge } = fieldsOf(branch.json)
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = branchPath(project, 'stable')
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'A second release of a tag is refused, but its description is kept',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
        await call.askAsRoot('PUT', path, { description: call.given.description })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, 'v1')
      const path = tagPath(project, 'v1')
      await ask('POST', `${path}/release`, { body: { description: 'First' } })
      await ask('POST', `${path}/release`, { body: { description: 'Second' } })
      return at((await ask('GET', path)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'One branch of a public project is read without credentials',
    breaks: 'Document 3, GET .../branches/:branch is not marked public: 401 without credentials',
    at: ['getBranch'],
    start: serving(() => ({
      async getBranch(call) {
        if (!call.isAnonymous) return call.send()
        const isPublic = (await call.ask('GET', projectPath(call))).status === 200
        return isPublic ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = branchPath(project, 'master')
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The archive of a stated commit needs credentials in public projects',
    breaks: 'Document 3, GET .../repository/archive (public): sha',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        if (!call.isAnonymous || call.given.sha === undefined) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/archive`
      const sha = await headOf(ask, project)
      const whole = await ask('GET', path, { token: '' })
      const stated = await ask('GET', `${path}?sha=${sha}`, { token: '' })
      return whole.status === 200 && stated.status === 401
    },
  },
  {
    name: 'A file is deleted by the administrator if nobody has the name that sudo gives',
    breaks: 'Document 1, Authentication 5: an unknown user gets 404',
    at: ['deleteFile'],
    start: serving(() => ({
      async deleteFile(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return message.startsWith('404 Not Found: No user id') ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md`
      await ask('DELETE', `${path}&branch_name=master&commit_message=Delete`, {
        headers: { sudo: 'nobody-of-this-name' },
      })
      return (await fileOf(ask, project, 'README.md')).status === 404
    },
  },
  {
    name: 'The commit of a branch stays the one with which it was first read',
    breaks: 'Document 3, GET .../branches/:branch: commit (commit reference) of the branch',
    at: ['getBranch'],
    start: serving(() => {
      const commits = new Map<string, unknown>()
      return {
        async getBranch(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = keyOfCall(call, call.path.branch)
          const commit = commits.get(key) ?? at(await jsonOf(response), 'commit')
          commits.set(key, commit)
          return changed(response, (json) => withFields(json, { commit }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = branchPath(project, 'master')
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('GET', path)
      return at(json, 'commit.id') !== (await headOf(ask, project))
    },
  },
  {
    name: 'A tag that is made anew has the release of the deleted one of its name',
    breaks: 'Document 3, Tag: release null or object; POST .../tags: release_description',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const description = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const response = await call.send()
          if (response.ok && typeof description === 'string') {
            left.set(keyOfCall(call, call.path.tag_name), description)
          }
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const name = String(call.given.tag_name)
          const description = left.get(keyOfCall(call, name))
          const isGiven = call.given.release_description !== undefined
          if (!response.ok || isGiven || description === undefined) return response
          const path = `${repositoryPath(call)}/tags/${encoded(name)}/release`
          await call.askAsRoot('POST', path, { description })
          const release = { tag_name: name, description }
          return changed(response, (json) => withFields(json, { release }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = tagPath(project, 'v1')
      await newTag(ask, project, 'v1', { release_description: 'First' })
      await ask('DELETE', path)
      await newTag(ask, project, 'v1')
      return at((await ask('GET', path)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'A blob that was read once is found by who may not read the project',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getRawBlob'],
    start: serving(() => {
      const blobs = new Map<string, Response>()
      return {
        async getRawBlob(call) {
          const response = await call.send()
          const key = keyOfCall(call, call.path.sha)
          if (response.ok) blobs.set(key, response.clone())
          const known = response.status === 404 ? blobs.get(key) : undefined
          return known === undefined ? response : keptFor(response, known)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const stranger = actingAs(ask, (await newUser(ask)).id)
      const blob = at((await fileOf(ask, project, 'README.md')).json, 'blob_id')
      const path = `/projects/${project}/repository/raw_blobs/${blob}`
      const before = await stranger('GET', path)
      await ask('GET', path)
      return before.status === 404 && (await stranger('GET', path)).status === 200
    },
  },
  {
    name: 'Branches are listed by the numbers in their names, the ninth before the tenth',
    breaks: 'Document 3, GET .../branches: array of Branch sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => ({
      listBranches: (call) =>
        relisted(call, (all) => {
          const padded = ({ name }: Readonly<Record<string, unknown>>) =>
            String(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'))
          return all.toSorted((one, other) => (padded(one) < padded(other) ? -1 : 1))
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'sprint-9')
      await newBranch(ask, project, 'sprint-10')
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      const names = fieldOf(json, 'name')
      return names.indexOf('sprint-9') < names.indexOf('sprint-10')
    },
  },
  {
    name: 'Tags are cut into pages in their order and only then reversed on each',
    breaks: 'Document 3, GET .../tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) => {
          const size = Math.min(100, Math.max(1, Number(call.given.per_page ?? 20) || 20))
          const ordered = all.toReversed()
          const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, page) =>
            ordered.slice(page * size, (page + 1) * size).reverse(),
          )
          return pages.flat()
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['v1', 'v2', 'v3']) await newTag(ask, project, name)
      const path = `/projects/${project}/repository/tags?per_page=2`
      return fieldOf((await ask('GET', path)).json, 'name').join() === 'v2,v1'
    },
  },
  {
    name: 'Links between pages of contributors forget how long a page is',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last with full URLs)',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const links = link.replace(/<([^>]*)>/g, (_, target) => {
          const url = new URL(target)
          url.searchParams.delete('per_page')
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: links })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const author = { author_name: 'Ada', author_email: 'ada@cedar.example' }
      await writeFile(ask, project, { file_path: 'ada.txt', ...author })
      const path = `/projects/${project}/repository/contributors?per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('per_page=1')
    },
  },
  {
    name: 'Who may not push to a protected branch deletes a file on it',
    breaks: 'Document 3, Branch: developers_can_push; 403 request not allowed',
    at: ['deleteFile'],
    start: serving(() => ({
      async deleteFile(call) {
        const response = await call.send()
        if (response.ok || (await levelOf(call)) !== 30) return response
        const path = `${repositoryPath(call)}/branches/${encoded(call.given.branch_name)}`
        const branch = (await call.askAsRoot('GET', path)).json
        return at(branch, 'protected') === true ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const body = { developers_can_push: false }
      await ask('PUT', `${branchPath(project, 'master')}/protect`, { body })
      const path = `/projects/${project}/repository/files?file_path=README.md`
      await actingAs(ask, id)('DELETE', `${path}&branch_name=master&commit_message=Delete`)
      return (await fileOf(ask, project, 'README.md')).status === 404
    },
  },
  {
    name: 'A private project has no tags for strangers, but is not hidden from them',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const isUnknownUser = String(at(await jsonOf(response), 'message')).includes('No user id')
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        if (isUnknownUser || !isThere) return response
        const url = call.request.url
        const headers = {
          'x-total': '0',
          'x-total-pages': '1',
          'x-per-page': '20',
          'x-page': '1',
          'x-next-page': '',
          'x-prev-page': '',
          link: `<${url}>; rel="first", <${url}>; rel="last"`,
        }
        return withStatus(response, 200, [], headers)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const stranger = actingAs(ask, (await newUser(ask)).id)
      return (await stranger('GET', `/projects/${project}/repository/tags`)).status === 200
    },
  },
  {
    name: 'Developers can still merge, says a branch that is protected no longer',
    breaks: 'Document 3, Branch protection: on unprotect developers_can_merge becomes false',
    at: ['unprotectBranch', 'getBranch'],
    start: serving(() => {
      const free = new Set<string>()
      return {
        async unprotectBranch(call) {
          const before = (await branchOfCall(call)).json
          const response = await call.send()
          const key = keyOfCall(call, call.path.branch)
          if (response.ok && at(before, 'developers_can_merge') === true) free.add(key)
          return response
        },
        async getBranch(call) {
          const response = await call.send()
          const isFree = free.has(keyOfCall(call, call.path.branch))
          if (!isFree || at(await jsonOf(response), 'protected') !== false) return response
          return changed(response, (json) => withFields(json, { developers_can_merge: true }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = branchPath(project, 'stable')
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('GET', path)
      return at(json, 'protected') === false && at(json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A project whose default is another branch loses what is merged into master',
    breaks: 'Document 3, DELETE .../merged_branches: branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        const main = at(project, 'default_branch')
        if (!response.ok || main === 'master') return response
        const path = repositoryPath(call)
        const branches = listOf((await call.askAsRoot('GET', `${path}/branches?per_page=100`)).json)
        const masterBranch = await call.askAsRoot('GET', `${path}/branches/master`)
        for (const { name, protected: isProtected, commit } of branches) {
          if (isProtected === true || name === main || name === 'master') continue
          const compared = `${path}/compare?from=master&to=${encoded(name)}`
          const { status, json } = await call.askAsRoot('GET', compared)
          const isBehind = at(commit, 'id') !== at(masterBranch.json, 'commit.id')
          const isMerged = status === 200 && listOf(at(json, 'commits')).length === 0 && isBehind
          if (isMerged) await call.askAsRoot('DELETE', `${path}/branches/${encoded(name)}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const root = at((await ask('GET', '/user')).json, 'id')
      const body = { name: freshName('trunk'), default_branch: 'trunk' }
      const made = (await ask('POST', `/projects/user/${root}`, { body })).json
      const project = Number(at(made, 'id'))
      await writeFile(ask, project, { file_path: 'README.md', branch_name: 'trunk' })
      await newBranch(ask, project, 'master', 'trunk')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'master' })
      await newBranch(ask, project, 'topic', 'master')
      await writeFile(ask, project, { file_path: 'most.txt', branch_name: 'master' })
      const before = (await ask('GET', branchPath(project, 'topic'))).status
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return before === 200 && (await ask('GET', branchPath(project, 'topic'))).status === 404
    },
  },
  {
    name: 'A tag of a revision that is not there is a request of the wrong form',
    breaks: 'Document 3, POST .../tags: status 405 with explaining message on error',
    at: ['createTag'],
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const path = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
        if ((await call.askAsRoot('GET', path)).status !== 404) return response
        return withStatus(response, 400, await jsonOf(response))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newTag(ask, project, 'v1', { ref: 'no-such-branch' })).status === 400
    },
  },
  {
    name: 'Deleting a branch that is not there is refused without a word',
    breaks: 'Document 3, DELETE .../branches/:branch: an explaining message on error',
    at: ['deleteBranch'],
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        if (response.status !== 404 || (await branchOfCall(call)).status !== 404) return response
        const isThere = (await call.ask('GET', projectPath(call))).status === 200
        return isThere ? withStatus(response, 404, {}) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status, json } = await ask('DELETE', branchPath(project, 'no-such-branch'))
      return status === 404 && at(json, 'message') === undefined
    },
  },
  {
    name: 'A branch from nowhere in particular is made from the default branch',
    breaks: 'Document 3, POST .../branches: ref (req); 400 a required attribute is missing',
    at: ['createBranch'],
    start: serving(() => ({
      async createBranch(call) {
        if (call.given.ref !== undefined) return call.send()
        const project = (await call.ask('GET', projectPath(call))).json
        return call.send({ ref: at(project, 'default_branch') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { branch_name: 'loose' }
      const path = `/projects/${project}/repository/branches`
      return (await ask('POST', path, { body })).status === 201
    },
  },
  {
    name: 'All of the tree is listed recursively, whichever directory was asked for',
    breaks: 'Document 3, GET .../tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/guide/start.md' })
      const path = `/projects/${project}/repository/tree?path=docs&recursive=true`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'An archive is built once for a project and served for each commit',
    breaks: 'Document 3, GET .../archive: sha (commit SHA; default the tip of the default branch)',
    at: ['getArchive'],
    start: serving(() => {
      const archives = new Map<string, Response>()
      return {
        async getArchive(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = keyOfCall(call, 'archive')
          const built = archives.get(key)
          if (built !== undefined) return keptFor(response, built)
          archives.set(key, response.clone())
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'later.txt', content: 'Later\n'.repeat(9) })
      const path = `/projects/${project}/repository/archive?sha=`
      const old = await ask('GET', `${path}${first}`)
      const now = await ask('GET', `${path}${await headOf(ask, project)}`)
      return old.status === 200 && now.status === 200 && old.text === now.text
    },
  },
  {
    name: 'Whoever is named as the author of a new file is so on the default branch alone',
    breaks: 'Document 3, POST .../repository/files: branch_name with author_email, author_name',
    at: ['createFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async createFile(call) {
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        return call.given.branch_name === at(project, 'default_branch')
          ? call.send()
          : call.send({ author_email: undefined, author_name: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      const author = { author_name: 'Grace', author_email: 'grace@cedar.example' }
      const file = { file_path: 'side.txt', branch_name: 'side' }
      const { status } = await writeFile(ask, project, { ...file, ...author })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/side`)
      return status === 201 && at(json, 'author_email') !== author.author_email
    },
  },
  {
    name: 'A branch is compared backwards with a commit that is given by its id',
    breaks: 'Document 3, GET .../compare: from, to, each a commit SHA or branch name',
    at: ['compareRevisions'],
    start: serving(() => ({
      compareRevisions(call) {
        const { from, to } = call.given
        return isCommitId(to) && !isCommitId(from) ? call.send({ from: to, to: from }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'old')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const head = await headOf(ask, project)
      const path = `/projects/${project}/repository/compare?from=old&to=${head}`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(at(json, 'commits')).length === 0
    },
  },
  {
    name: 'The raw file of an older commit is what the default branch has of it now',
    breaks: 'Document 3, GET .../blobs/:sha: sha (commit or branch name), raw file content',
    at: ['getRawFile'],
    start: serving((forge) => ({
      async getRawFile(call) {
        const response = await call.send()
        if (!response.ok || !isCommitId(call.path.sha)) return response
        const project = (await call.ask('GET', projectPath(call))).json
        const url = call.request.url.replace(
          String(call.path.sha),
          encoded(at(project, 'default_branch')),
        )
        const now = await forge.fetch(new Request(url, { headers: call.request.headers }))
        return now.ok ? now : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      const body = { file_path: 'README.md', branch_name: 'master', commit_message: 'Change' }
      await ask('PUT', `/projects/${project}/repository/files`, {
        body: { ...body, content: 'Two\n' },
      })
      const path = `/projects/${project}/repository/blobs/${first}?filepath=README.md`
      return (await ask('GET', path)).text === 'Two\n'
    },
  },
  {
    name: 'A lightweight tag that is read alone has the message of its commit',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        const response = await call.send()
        const tag = await jsonOf(response)
        if (!response.ok || at(tag, 'message') !== null) return response
        const message = at(tag, 'commit.message')
        return changed(response, (json) => withFields(json, { message }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, 'light')
      return at((await ask('GET', tagPath(project, 'light'))).json, 'message') === 'Write'
    },
  },
]
