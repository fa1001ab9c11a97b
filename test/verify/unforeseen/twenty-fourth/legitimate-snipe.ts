import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  freshKey,
  jsonAnswer,
  levelOf,
  listOf,
  newRepository,
  newUser,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { deeply, inLines, isCommitId } from './tools-snipe.ts'

/** Who may write to a repository, by the levels of access. */
const developer = 30

const answeringWithTheUser: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  const { json } = await call.ask('GET', `/users/${call.path.id}`)
  return changed(response, () => json)
}

export const legitimateSnipeServers: readonly LegitimateServer[] = [
  {
    name: 'Users are found by their username only in the letter case in which it is written',
    allowedBy: 'Document 1, GET /users: username (string), and nothing says of the letter case',
    start: serving(() => ({
      async listUsers(call) {
        const { username } = call.given
        if (typeof username !== 'string' || username === '') return call.send()
        return relisted(call, (all) => all.filter((one) => one.username === username))
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?username=${username.toUpperCase()}`)
      const exact = await ask('GET', `/users?username=${username}`)
      return listOf(json).length === 0 && listOf(exact.json).length === 1
    },
  },
  {
    name: 'Every user has an identity of the directory that the company keeps',
    allowedBy:
      'Document 1, User: identities (array of objects with provider and extern_uid), and nothing says that a new user has none',
    start: answeringAll((json) =>
      deeply(json, (one) => {
        if (!Array.isArray(one.identities) || typeof one.username !== 'string') return one
        const extern_uid = `uid=${one.username},ou=people,dc=tidewater,dc=example`
        return { ...one, identities: [...one.identities, { provider: 'ldapmain', extern_uid }] }
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return at(json, 'identities.0.provider') === 'ldapmain'
    },
  },
  {
    name: 'A public key is kept without the comment that stood at its end',
    allowedBy:
      'Document 1, SSH key: key string (public key text); a comment is no part of a key, and nothing says that it is kept',
    start: answeringAll((json) =>
      deeply(json, (one) => {
        const { key, title } = one
        if (typeof key !== 'string' || typeof title !== 'string') return one
        const kept = /^((?:ssh|ecdsa)-\S+ \S+) /.exec(key)?.[1]
        return kept === undefined ? one : { ...one, key: kept }
      }),
    ),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      const { json } = await ask('POST', '/user/keys', { body })
      return String(at(json, 'key')).split(' ').length === 2
    },
  },
  {
    name: 'The message of every commit ends with a line break, as git itself writes it',
    allowedBy:
      'Document 3, Commit: message, and nothing says that it is the very text that was given',
    start: answeringAll((json) =>
      deeply(json, (one) => {
        const { id, message } = one
        if (!isCommitId(id) || typeof message !== 'string' || message.endsWith('\n')) return one
        return { ...one, message: `${message}\n` }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Write\n' && at(json, 'title') === 'Write'
    },
  },
  {
    name: 'The text of a difference begins with its first hunk, without the names of the files',
    allowedBy: 'Document 3, Diff entry: diff string; the paths have fields of their own',
    start: answeringAll((json) =>
      deeply(json, (one) => {
        const { diff, new_path } = one
        if (typeof diff !== 'string' || new_path === undefined) return one
        return { ...one, diff: diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The short ids of commits have eight characters',
    allowedBy: 'Document 3, Commit: short_id, and nothing says how long it is',
    start: answeringAll((json) =>
      deeply(json, (one) =>
        typeof one.short_id === 'string' ? { ...one, short_id: one.short_id.slice(0, 8) } : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return fieldOf(json, 'short_id').every((id) => String(id).length === 8)
    },
  },
  {
    name: 'The Base64 text of a file is broken into lines of sixty characters',
    allowedBy:
      'Document 3, Repository file: content (Base64 text); the encoder of Ruby breaks it so, and decoders skip the breaks',
    start: serving(() => ({
      getFile: async (call) =>
        eachChanged(await call.send(), (file) =>
          typeof file.content === 'string' ? { ...file, content: inLines(file.content) } : file,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'long.txt', content: 'Rope and tar\n'.repeat(20) })
      const path = `/projects/${project}/repository/files?file_path=long.txt&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).split('\n').length > 2
    },
  },
  {
    name: 'The archive of a repository is a tar file that is not compressed',
    allowedBy:
      'Document 3, GET /projects/:id/repository/archive: repository archive; media types of the archive: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const tar = gunzipSync(new Uint8Array(await response.clone().arrayBuffer()))
        const name = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, new Uint8Array(tar), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers, text } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/x-tar' && text.includes('ustar')
    },
  },
  {
    name: 'A branch that is gone already may be deleted again, and its name is the answer',
    allowedBy:
      'Document 1, Errors: DELETE is idempotent: it returns 200 even when the resource was already gone',
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const project = await call.ask('GET', `${repositoryPath(call)}/branches`)
        if (project.status !== 200) return response
        const { is_admin } = await callerOf(call)
        const mayWrite = is_admin === true || (await levelOf(call)) >= developer
        return mayWrite ? jsonAnswer(200, { branch_name: call.path.branch }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/${encoded('long/gone')}`
      const { status, json } = await ask('DELETE', path)
      return status === 200 && at(json, 'branch_name') === 'long/gone'
    },
  },
  {
    name: 'A user who is blocked or unblocked is answered with as an object',
    allowedBy:
      'Document 1, Errors 200: the (modified) resource is returned; response bodies of the user-block operations: not shown',
    start: serving(() => ({ blockUser: answeringWithTheUser, unblockUser: answeringWithTheUser })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
]
