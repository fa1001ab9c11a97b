import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  headOf,
  idOf,
  isTrue,
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
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  everyObject,
  hasLevel,
  inBackground,
  isAdministrator,
  refPath,
  waited,
} from './tools-hazel.ts'

const forbidden = () => jsonAnswer(403, { message: '403 Forbidden' })

/** The primary e-mail of a user, as one of the user's e-mails; its id is none that the forge gives. */
const primaryEmail = (user: Values) => ({ id: 900_000_000 + Number(user.id), email: user.email })

const userOfPath = async ({ path, askAsRoot }: Call) =>
  fieldsOf((await askAsRoot('GET', `/users/${encoded(path.id)}`)).json)

/** Lists the e-mails of a user with the primary one before the others. */
const listingPrimary =
  (userOf: (call: Call) => Promise<Values>): Rule =>
  (call) =>
    relisted(call, async (all) => [primaryEmail(await userOf(call)), ...all])

/** Refuses to delete the primary e-mail of a user. */
const keepingPrimary =
  (userOf: (call: Call) => Promise<Values>): Rule =>
  async (call) =>
    Number(call.path.email_id) === primaryEmail(await userOf(call)).id ? forbidden() : call.send()

function pageOfCursor(cursor: string): readonly string[] {
  try {
    return atob(cursor).split('.')
  } catch {
    return []
  }
}

const firstNumber = 1000

const isMergeRequest = (one: Values) =>
  typeof one.iid === 'number' && 'source_branch' in one && 'target_branch' in one

function renumbered(one: Values): Values {
  if (isMergeRequest(one)) {
    const web_url = String(one.web_url).replace(
      /(merge_requests\/)(\d+)$/,
      (_, path: string, iid: string) => `${path}${Number(iid) + firstNumber}`,
    )
    return { ...one, iid: Number(one.iid) + firstNumber, ...('web_url' in one ? { web_url } : {}) }
  }
  if (one.system !== true || typeof one.body !== 'string') return one
  const body = one.body.replace(
    /(merge request \S*!)(\d+)/g,
    (_, words: string, iid: string) => `${words}${Number(iid) + firstNumber}`,
  )
  return { ...one, body }
}

const numberOfNone = 2_000_000_000

/** The number that a merge request has in the forge; what is no number stays as it is. */
function forgeNumber(iid: unknown): unknown {
  if (iid === undefined || !Number.isInteger(Number(iid))) return iid
  return Number(iid) > firstNumber ? Number(iid) - firstNumber : numberOfNone
}

const ownersOfKeys = {
  listOwnSshKeys: callerOf,
  getOwnSshKey: callerOf,
  createOwnSshKey: callerOf,
  listSshKeysOfUser: userOfPath,
  createSshKeyOfUser: userOfPath,
}

/** A key whose comment says whose it is, instead of what its owner called it. */
function withComment(one: Values, owner: Values): Values {
  const [kind, bytes] = String(one.key).split(' ')
  if (typeof one.key !== 'string' || bytes === undefined) return one
  return { ...one, key: `${kind} ${bytes} ${String(owner.username)} (forge.test)` }
}

const ownErrors = new Map([
  [403, 'Dafür fehlt die Berechtigung'],
  [404, 'Nicht gefunden'],
])

export const legitimateHazelServers: readonly LegitimateServer[] = [
  {
    name: 'The links between pages carry a cursor that only the server can read, and no number of a page',
    allowedBy:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs); how these URLs name a page is not said, and `page` works as before',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const [page, size] = pageOfCursor(url.searchParams.get('cursor') ?? '')
      if (page !== undefined && size !== undefined) {
        url.searchParams.delete('cursor')
        url.searchParams.set('page', page)
        url.searchParams.set('per_page', size)
      }
      const response = await forge.fetch(new Request(url, request))
      const links = response.headers.get('link')
      if (links === null) return response
      const link = links.replace(/<([^>]*)>/g, (_, to: string) => {
        const target = new URL(to)
        const { searchParams: given } = target
        const cursor = btoa(`${given.get('page') ?? 1}.${given.get('per_page') ?? 20}`)
        given.delete('page')
        given.delete('per_page')
        given.set('cursor', cursor)
        return `<${target.href}>`
      })
      return withBody(response, response.body, { link })
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const ids = [await newIssue(ask, project), await newIssue(ask, project)]
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=1`)
      const next = /\/api\/v3([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      const { json } = await ask('GET', next)
      return !/[?&]page=/.test(next) && at(json, '0.id') === ids[0] && listOf(json).length === 1
    },
  },
  {
    name: 'A branch is not deleted by its name while a merge request from it is open',
    allowedBy:
      'Document 3, DELETE .../branches/:branch: an explaining message on error; what is an error is not said, and 403 is a request that is not allowed',
    start: serving(() => ({
      async deleteBranch(call) {
        const { branch } = call.path
        const isThere = (await call.ask('GET', refPath(call, 'branches', branch))).status === 200
        const path = `${projectPath(call)}/merge_requests?state=all&per_page=100`
        const isInUse = listOf((await call.askAsRoot('GET', path)).json).some(
          ({ state, source_branch, source_project_id, project_id }) =>
            (state === 'opened' || state === 'reopened') &&
            source_branch === branch &&
            source_project_id === project_id,
        )
        if (!isThere || !isInUse || !(await hasLevel(call, 30))) return call.send()
        return jsonAnswer(403, { message: 'An open merge request is made from this branch' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/repository/branches/side`
      const refused = await ask('DELETE', path)
      return refused.status === 403 && (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The e-mails of a user begin with the one that the user signed up with, which cannot be deleted',
    allowedBy:
      'Document 1, GET /user/emails and /users/:id/emails: array of E-mail (`id`, `email`); which of the addresses of a user are among them is not said, nor which of them may be deleted',
    start: serving(() => ({
      listOwnEmails: listingPrimary(callerOf),
      listEmailsOfUser: async (call) => {
        const user = await userOfPath(call)
        return user.id === undefined ? call.send() : listingPrimary(userOfPath)(call)
      },
      async getOwnEmail(call) {
        if (call.isAnonymous) return call.send()
        const email = primaryEmail(await callerOf(call))
        return Number(call.path.email_id) === email.id ? jsonAnswer(200, email) : call.send()
      },
      deleteOwnEmail: keepingPrimary(callerOf),
      deleteEmailOfUser: async (call) =>
        (await isAdministrator(call)) ? keepingPrimary(userOfPath)(call) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const user = actingAs(ask, id)
      const { json } = await user('GET', '/user/emails')
      const primary = Number(at(json, '0.id'))
      const same = await user('GET', `/user/emails/${primary}`)
      return listOf(json).length === 1 && at(same.json, 'id') === primary
    },
  },
  {
    name: 'The merge requests of a project are numbered from 1001',
    allowedBy:
      'Document 1, conventions 1: `iid` is unique only within one project and is the number shown in the web interface; with which number it begins is not said',
    start: (forge) => {
      const handle = serving(() => ({
        listMergeRequests(call) {
          const { iid, iids } = call.given
          return call.send({
            iid: forgeNumber(iid),
            iids: Array.isArray(iids) ? iids.map(forgeNumber) : forgeNumber(iids),
          })
        },
        createIssue(call) {
          const { merge_request_for_resolving_discussions: iid } = call.given
          if (iid === undefined) return call.send()
          return call.send({ merge_request_for_resolving_discussions: forgeNumber(iid) })
        },
        async mergeMergeRequest(call) {
          if (call.given.merge_commit_message !== undefined) return call.send()
          const { json } = await call.ask('GET', mergeRequestPath(call))
          const { source_branch, target_branch, title, iid } = fieldsOf(json)
          if (iid === undefined) return call.send()
          const branches = `Merge branch '${source_branch}' into '${target_branch}'`
          const number = Number(iid) + firstNumber
          return call.send({
            merge_commit_message: `${branches}\n\n${title}\n\nSee merge request !${number}`,
          })
        },
      }))(forge)
      return async (request) =>
        changed(await handle(request), (json) => everyObject(json, renumbered))
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const { json } = await ask('GET', `/projects/${project}/merge_requests?iid=1001`)
      return at(json, '0.id') === id && at(json, '0.iid') === 1001
    },
  },
  {
    name: 'The archive of a repository is a plain tar',
    allowedBy:
      'Document 3, GET .../archive: repository archive; media types of the archive: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
        if (!isCompressed) return response
        const name = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, new Uint8Array(gunzipSync(bytes)), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/archive`
      const { status, headers, text } = await ask('GET', path)
      return (
        status === 200 &&
        headers.get('content-type') === 'application/x-tar' &&
        text.includes('README.md')
      )
    },
  },
  {
    name: 'A diff begins with its first hunk, without the two lines that name the file',
    allowedBy:
      'Document 3, Diff entry: `diff` string, `new_path`, `old_path`; what stands in a diff before its hunks is not said',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        typeof one.diff === 'string'
          ? { ...one, diff: one.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@ ')
    },
  },
  {
    name: 'Who opens an issue or a merge request is not subscribed to it until asking for that',
    allowedBy:
      'Document 2, issues: `subscribed` boolean; POST .../subscription subscribes the caller; that anything else subscribes anybody is not said',
    start: serving(() => {
      const withoutSubscription =
        (kind: string): Rule =>
        async (call) => {
          const response = await call.send()
          const { id, project_id } = fieldsOf(await jsonOf(response))
          if (!response.ok) return response
          await call.ask('DELETE', `/projects/${project_id}/${kind}/${id}/subscription`)
          return eachChanged(response, (one) => ({ ...one, subscribed: false }))
        }
      return {
        createIssue: withoutSubscription('issues'),
        createMergeRequest: withoutSubscription('merge_requests'),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const before = await ask('GET', path)
      const first = await ask('POST', `${path}/subscription`)
      const second = await ask('POST', `${path}/subscription`)
      return (
        at(before.json, 'subscribed') === false && first.status === 201 && second.status === 304
      )
    },
  },
  {
    name: 'The comment at the end of an SSH key is replaced by the name of its owner',
    allowedBy:
      'Document 1, SSH key: `key` string (public key text); whether it keeps the comment, which is no part of the key itself, is not said',
    start: serving(() => ({
      ...Object.fromEntries(
        Object.entries(ownersOfKeys).map(([id, ownerOf]): [string, Rule] => [
          id,
          async (call) => {
            const response = await call.send()
            if (!response.ok) return response
            const owner = await ownerOf(call)
            return eachChanged(response, (one) => withComment(one, owner))
          },
        ]),
      ),
      getSshKeyWithUser: async (call) =>
        eachChanged(await call.send(), (one) => withComment(one, fieldsOf(one.user))),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const made = await ask('POST', `/users/${id}/keys`, { body })
      const { json } = await ask('GET', `/keys/${idOf(made.json)}`)
      return at(json, 'key') === `${body.key.split(' ', 2).join(' ')} ${username} (forge.test)`
    },
  },
  {
    name: 'A group is there for almost half a second after its deletion: a background job removes it and its projects',
    allowedBy:
      'Document 1, DELETE /groups/:id: removes the group with all its projects; whether that is done when the request is answered is not said',
    start: serving(() => {
      const leaving = new Set<unknown>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const group = await call.ask('GET', path)
          const id = at(group.json, 'id')
          if (call.isAnonymous || group.status !== 200) return call.send()
          const member = `${path}/members/${(await callerOf(call)).id}`
          const level = at((await call.ask('GET', member)).json, 'access_level')
          if (level !== 50 && !(await isAdministrator(call))) return call.send()
          if (!leaving.has(id)) {
            leaving.add(id)
            inBackground(400, () => call.askAsRoot('DELETE', `/groups/${id}`))
          }
          return jsonAnswer(200, group.json)
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      const deleted = await ask('DELETE', path)
      const meanwhile = await ask('GET', path)
      await waited(800)
      const later = await ask('GET', path)
      return deleted.status === 200 && meanwhile.status === 200 && later.status === 404
    },
  },
  {
    name: 'The source branch that a merge should remove is removed by a background job, soon after the merge was answered',
    allowedBy:
      'Document 2, PUT .../merge: should_remove_source_branch (boolean); when the branch is removed is not said',
    start: serving(() => {
      const removing = new Set<unknown>()
      const told = (one: Values) =>
        removing.has(one.id) ? { ...one, should_remove_source_branch: true } : one
      return {
        async mergeMergeRequest(call) {
          const { should_remove_source_branch, merge_when_build_succeeds } = call.given
          const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
          const { id, source_branch, source_project_id, project_id } = fieldsOf(json)
          const branch = refPath(call, 'branches', source_branch)
          const isProtected = at((await call.askAsRoot('GET', branch)).json, 'protected')
          const isDeferred =
            isTrue(should_remove_source_branch) &&
            !isTrue(merge_when_build_succeeds) &&
            source_project_id === project_id &&
            isProtected === false
          if (!isDeferred) return call.send()
          const response = await call.send({ should_remove_source_branch: false })
          if (at(await jsonOf(response), 'state') !== 'merged') return response
          removing.add(id)
          inBackground(300, () => call.ask('DELETE', branch))
          return eachChanged(response, told)
        },
        ...forAll(
          [
            'listMergeRequests',
            'getMergeRequest',
            'getMergeRequestChanges',
            'updateMergeRequest',
            'subscribeToMergeRequest',
          ],
          async (call) => eachChanged(await call.send(), told),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const body = { should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      const path = `/projects/${project}/repository/branches/side`
      const meanwhile = await ask('GET', path)
      await waited(700)
      return meanwhile.status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Notes are listed in the order in which they were last written: one that is modified goes to the end',
    allowedBy:
      'Document 2, GET /projects/:id/<parent>/notes: array of Note; their order is not said',
    start: serving(() =>
      forAll(['listIssueNotes', 'listMergeRequestNotes', 'listSnippetNotes'], (call) =>
        relisted(call, (all) =>
          all.toSorted((one, other) =>
            String(one.updated_at).localeCompare(String(other.updated_at)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const first = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('POST', path, { body: { body: 'Two' } })
      await waited(5)
      await ask('PUT', `${path}/${first}`, { body: { body: 'One, again' } })
      return fieldOf((await ask('GET', path)).json, 'id').at(-1) === first
    },
  },
  {
    name: 'In projects that everybody can read, only the members open issues and write notes',
    allowedBy:
      'Document 2, issues and notes: every issue call requires authentication; who of those who can read a project may write there is not said, and 403 is a request that is not allowed',
    start: serving(() =>
      forAll(
        ['createIssue', 'createIssueNote', 'createMergeRequestNote', 'createSnippetNote'],
        async (call) => {
          const { issue_id, merge_request_id, snippet_id } = call.path
          const [kind, id] =
            issue_id !== undefined
              ? ['/issues', issue_id]
              : merge_request_id !== undefined
                ? ['/merge_requests', merge_request_id]
                : snippet_id !== undefined
                  ? ['/snippets', snippet_id]
                  : ['', undefined]
          const parent = `${projectPath(call)}${kind}${id === undefined ? '' : `/${id}`}`
          if (call.isAnonymous || (await call.ask('GET', parent)).status !== 200) return call.send()
          return (await hasLevel(call, 10)) ? call.send() : forbidden()
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const body = { title: 'From outside' }
      const { status } = await actingAs(ask, id)('POST', `/projects/${project}/issues`, { body })
      const membership = { user_id: id, access_level: 10 }
      await ask('POST', `/projects/${project}/members`, { body: membership })
      const again = await actingAs(ask, id)('POST', `/projects/${project}/issues`, { body })
      return status === 403 && again.status === 201
    },
  },
  {
    name: 'A branch that is there already conflicts with the one that should be created: 409',
    allowedBy:
      'Document 1, Errors: 409 conflicting resource exists; with which status the creation of a branch fails is not said',
    start: serving(() => ({
      async createBranch(call) {
        const path = refPath(call, 'branches', call.given.branch_name)
        const isTaken = (await call.ask('GET', path)).status === 200
        const response = await call.send()
        if (response.status !== 400 || !isTaken) return response
        return jsonAnswer(409, { message: 'Branch already exists' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      return (await newBranch(ask, project, 'side')).status === 409
    },
  },
  {
    name: 'Repositories are cloned over SSH at a port of its own, which only a URL with a scheme can name',
    allowedBy: 'Document 1, Project: ssh_url_to_repo string; its form is not said',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            typeof value === 'string' && name.includes('url')
              ? value.replace(/^git@([^:/]+):(.*\.git)$/, 'ssh://git@$1:2222/$2')
              : value,
          ]),
        ),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return String(at(json, 'ssh_url_to_repo')).startsWith('ssh://git@forge.test:2222/root/')
    },
  },
  {
    name: 'What is not found and what is not allowed is said in German, except where the words are given',
    allowedBy:
      'Document 1, Errors: 403 request not allowed, 404 resource not found; the words of `message` are given only for a failed authentication, for sudo and for an unknown route',
    start: behind((response) => {
      const message = ownErrors.get(response.status)
      if (message === undefined) return response
      return changed(response, (json) => {
        const before = at(json, 'message')
        const isGiven = typeof before !== 'string' || /sudo|user id or username/.test(before)
        return isGiven ? json : withFields(json, { message })
      })
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${encoded(`root/${freshName('nothing')}`)}`)
      return at(json, 'message') === 'Nicht gefunden'
    },
  },
]
