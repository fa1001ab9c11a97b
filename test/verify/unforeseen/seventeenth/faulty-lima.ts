import { at, type FaultyServer } from '../server.ts'
import {
  changed,
  encoded,
  fieldOf,
  freshName,
  headOf,
  isTrue,
  jsonAnswer,
  listOf,
  newBranch,
  newProject,
  newRepository,
  projectPath,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const faultyLimaServers: readonly FaultyServer[] = [
  {
    name: 'A tree with all of its folders is that of the default branch, whatever the ref',
    breaks: 'Document 3, GET .../tree: ref_name (branch or tag), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ ref_name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'docs/one.md', branch_name: 'other' })
      const path = `/projects/${project}/repository/tree?ref_name=other&recursive=true`
      const names = fieldOf((await ask('GET', path)).json, 'path')
      return names.includes('README.md') && !names.includes('docs/one.md')
    },
  },
  {
    name: 'A raw blob is found in the objects of all projects together',
    breaks: 'Document 3, GET /projects/:id/repository/raw_blobs/:sha: blob of the project; 404',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if ((await call.ask('GET', projectPath(call))).status !== 200) return response
        const { json } = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const id of fieldOf(json, 'id')) {
          const blob = `/projects/${id}/repository/raw_blobs/${encoded(call.path.sha)}`
          const { status, text } = await call.askAsRoot('GET', blob)
          if (status === 200)
            return new Response(text, { headers: { 'content-type': 'text/plain' } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const owner = await newRepository(ask)
      await writeFile(ask, owner, { file_path: 'secret.txt', content: `${freshName('secret')}\n` })
      const tree = await ask('GET', `/projects/${owner}/repository/tree`)
      const blob = listOf(tree.json).find(({ name }) => name === 'secret.txt')?.id
      const other = await newRepository(ask)
      const { status } = await ask('GET', `/projects/${other}/repository/raw_blobs/${blob}`)
      return status === 200
    },
  },
  {
    name: 'A comparison gives a renamed file its new path as its old one',
    breaks: 'Document 3, Diff entry: new_path, old_path, renamed_file',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        return changed(await call.send(), (json) =>
          withFields(
            json,
            at(json, 'diffs') === undefined
              ? {}
              : {
                  diffs: listOf(at(json, 'diffs')).map((diff) =>
                    isTrue(diff.renamed_file) ? { ...diff, old_path: diff.new_path } : diff,
                  ),
                },
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const content = 'One\nTwo\nThree\nFour\nFive\nSix\n'
      await writeFile(ask, project, { file_path: 'before.txt', content })
      const from = await headOf(ask, project)
      const body = {
        branch_name: 'master',
        commit_message: 'Rename',
        actions: [{ action: 'move', file_path: 'after.txt', previous_path: 'before.txt', content }],
      }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      return at((await ask('GET', path)).json, 'diffs.0.old_path') === 'after.txt'
    },
  },
  {
    name: 'The contributors of an internal project are told to whoever has no account',
    breaks:
      'Document 1, Conventions 5 and Authentication 1: 10 internal (by any logged-in user); public reads only when publicly accessible',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        if (!call.isAnonymous) return call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'visibility_level') === 10 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/contributors`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The archive of a project is the one that was packed first, whatever was pushed since',
    breaks: 'Document 3, GET .../archive: sha default the tip of the default branch',
    at: ['getArchive'],
    start: serving(() => {
      const packed = new Map<string | undefined, { bytes: ArrayBuffer; response: Response }>()
      return {
        async getArchive(call) {
          const response = await call.send()
          if (!response.ok || call.given.sha !== undefined) return response
          const kept = packed.get(call.path.id)
          if (kept !== undefined) return withBody(kept.response, kept.bytes)
          const bytes = await response.arrayBuffer()
          packed.set(call.path.id, { bytes, response })
          return withBody(response, bytes)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/archive`
      const before = await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt' })
      return before.status === 200 && (await ask('GET', path)).text === before.text
    },
  },
  {
    name: 'The author of a new file has an e-mail without what follows its plus sign',
    breaks: 'Document 3, POST /projects/:id/repository/files: author_email',
    at: ['createFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      createFile: (call) =>
        call.given.author_email === undefined
          ? call.send()
          : call.send({ author_email: String(call.given.author_email).replace(/\+[^@]*@/, '@') }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const author = { author_name: 'Grace', author_email: 'grace+boats@harbour.example' }
      await writeFile(ask, project, { file_path: 'hers.txt', ...author })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'author_email') === 'grace@harbour.example'
    },
  },
  {
    name: 'Content in Base64 that a file has already is taken for a change',
    breaks:
      'Document 3, Repository files: 400 when the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { encoding, content, file_path, branch_name } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        return at(json, 'content') === content
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: btoa('One\n'),
        encoding: 'base64',
        commit_message: 'Nothing',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'Branches that are merged into any branch are deleted as merged ones',
    breaks:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const branches = `${repositoryPath(call)}/branches`
        const all = listOf((await call.ask('GET', `${branches}?per_page=100`)).json)
        for (const { name } of all.filter((branch) => !isTrue(branch.protected))) {
          for (const other of all.filter((branch) => branch.name !== name)) {
            const query = `from=${encoded(other.name)}&to=${encoded(name)}`
            const compared = await call.ask('GET', `${repositoryPath(call)}/compare?${query}`)
            if (compared.status !== 200 || listOf(at(compared.json, 'commits')).length > 0) continue
            await call.ask('DELETE', `${branches}/${encoded(name)}`)
            break
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'develop')
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'develop' })
      await newBranch(ask, project, 'topic', 'develop')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'develop' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { status } = await ask('GET', `/projects/${project}/repository/branches/topic`)
      return status === 404
    },
  },
  {
    name: 'A tag with a message of its own is made without its release',
    breaks: 'Document 3, POST .../tags: message (annotated tag), release_description; Tag: release',
    at: ['createTag', 'getTag', 'listTags', 'createRelease', 'updateRelease'],
    start: serving(() => ({
      createTag: (call) =>
        call.given.message === undefined
          ? call.send()
          : call.send({ release_description: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const given = { message: 'The first', release_description: 'What is new' }
      const body = { tag_name: 'v1', ref: 'master', ...given }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release') === null
    },
  },
  {
    name: 'A release that is refused since there is one replaces its text nevertheless',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const { description } = call.given
        const tag = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        await call.ask('PUT', `${tag}/release`, { description })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      await ask('POST', `${tags}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${tags}/v1`)).json, 'release.description') === 'Second'
    },
  },
  // SECOND
]
