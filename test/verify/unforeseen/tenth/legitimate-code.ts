import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  jsonOf,
  newRepository,
  projectPath,
  type Rule,
  samePage,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { newBuilds, newTag } from './tools-code.ts'

/** A list in an order of its own, which its pages share. */
const inOrder =
  (key: (one: Readonly<Record<string, unknown>>) => string): Rule =>
  async (call) => {
    const response = await call.send()
    if (!response.ok) return response
    const all = [...(await allOf(call))].sort((one, other) => (key(one) < key(other) ? -1 : 1))
    return changed(response, () => samePage(response, all))
  }

const asBytes: Rule = async (call) => {
  const response = await call.send()
  const headers = { 'content-type': 'application/octet-stream' }
  return response.ok ? withBody(response, response.body, headers) : response
}

/** Answers refusals of one status with another text. */
const refusing =
  (status: number, message: string): Rule =>
  async (call) => {
    const response = await call.send()
    const isText = typeof at(await jsonOf(response), 'message') === 'string'
    if (response.status !== status || !isText) return response
    return changed(response, (json) => withFields(json, { message }))
  }

export const legitimateCodeServers: readonly LegitimateServer[] = [
  {
    name: 'The builds of a project are listed from the oldest one on',
    allowedBy: 'Document 3, GET /projects/:id/builds: there is no sentence about an order',
    start: serving(() => ({ listBuilds: inOrder(({ id }) => String(id).padStart(12, '0')) })),
    async isShown(ask) {
      const { project, compile, lint } = await newBuilds(ask)
      const { json } = await ask('GET', `/projects/${project}/builds`)
      return compile < lint && fieldOf(json, 'id').join() === `${compile},${lint}`
    },
  },
  {
    name: 'Raw files and blobs are bytes of no particular kind',
    allowedBy: 'Document 3: media types of the raw file and raw blob responses: not shown',
    start: serving(() => ({ getRawFile: asBytes, getRawBlob: asBytes })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'Branches say whether they are the default one and whether the caller may push',
    allowedBy: 'Document 3, Branch: there is no sentence that a response has no other fields',
    start: serving(() => {
      const more: Rule = async (call) => {
        const response = await call.send()
        const { default_branch } = fieldsOf((await call.ask('GET', projectPath(call))).json)
        return response.ok
          ? eachChanged(response, (one) =>
              withFields(one, { default: one.name === default_branch, can_push: true }),
            )
          : response
      }
      return { listBranches: more, getBranch: more }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'default') === true && at(json, 'can_push') === true
    },
  },
  {
    name: 'A tag that cannot be made is refused in words of another version',
    allowedBy: 'Document 3, POST .../tags: status 405 with explaining message on error',
    start: serving(() => ({
      createTag: refusing(405, 'The tag could not be created: check its name and its target.'),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status, json } = await newTag(ask, project, 'v1', { ref: 'no-such-branch' })
      return status === 405 && String(at(json, 'message')).startsWith('The tag could not be')
    },
  },
  {
    name: 'Contributors are in the order of their e-mails, from the end of the alphabet',
    allowedBy: 'Document 3, GET .../contributors: there is no sentence about an order',
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))].sort((one, other) =>
          String(one.email) < String(other.email) ? 1 : -1,
        )
        return changed(response, () => samePage(response, all))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const who of ['b', 'a', 'c', 'b', 'a', 'a', 'd']) {
        const author = { author_name: who, author_email: `${who}@six.example` }
        await writeFile(ask, project, { file_path: `${Math.random()}`, ...author })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      const emails = fieldOf(json, 'email').map(String)
      return emails.length === 5 && emails.join() === [...emails].sort().reverse().join()
    },
  },
  {
    name: 'Trees have their files before their directories',
    allowedBy: 'Document 3, GET .../tree: there is no sentence about an order',
    start: serving(() => ({ listTree: inOrder(({ type, path }) => `${type} ${path}`) })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'type').join() === 'blob,tree'
    },
  },
  {
    name: 'Every refused change of a file is told with the same few words',
    allowedBy: 'Document 3, Repository files: 400 with a non-specific message',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const { file_path, branch_name, commit_message, content, encoding = 'text' } = call.given
        const needed = [file_path, branch_name, commit_message]
        if (call.request.method !== 'DELETE') needed.push(content)
        const isWhole = needed.every((one) => typeof one === 'string' && one !== '')
        const isKnown = encoding === 'text' || encoding === 'base64'
        // What is missing or of no known kind is named by its refusal.
        if (!isWhole || !isKnown) return call.send()
        return refusing(400, 'The change was not taken over')(call)
      }
      return { createFile: rule, updateFile: rule, deleteFile: rule }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status, json } = await writeFile(ask, project, { file_path: 'a/../b' })
      return status === 400 && at(json, 'message') === 'The change was not taken over'
    },
  },
  {
    name: 'Archives are tar files without compression',
    allowedBy: 'Document 3, GET .../archive: media types of the archive: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return withBody(response, bytes)
        const name = (response.headers.get('content-disposition') ?? '').replace('.tar.gz', '.tar')
        return withBody(response, new Uint8Array(gunzipSync(bytes)), {
          'content-type': 'application/x-tar',
          ...(name === '' ? {} : { 'content-disposition': name }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers, text } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/x-tar' && text.includes('ustar')
    },
  },
]
