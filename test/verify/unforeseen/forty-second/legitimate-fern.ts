import { askOf, at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  encoded,
  everyObject,
  fieldOf,
  forAll,
  freshKey,
  idOf,
  jsonAnswer,
  keyOf,
  levelOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  relisted,
  serving,
  waited,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { isAdministrator, isMember, isYoung, projectOf } from './tools-fern.ts'

export const legitimateFernServers: readonly LegitimateServer[] = [
  {
    name: 'A group is removed by a background job, half a second after its deletion was accepted',
    allowedBy:
      'Document 1, DELETE /groups/:id removes the group with all its projects, and its body is not shown: no sentence says that it is gone at once',
    start: serving(() => {
      const leaving = new Set<number>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const group = await call.ask('GET', path)
          if (group.status !== 200 || call.isAnonymous) return call.send()
          const user = idOf((await call.ask('GET', '/user')).json)
          const member = await call.askAsRoot('GET', `${path}/members/${user}`)
          const isOwner = at(member.json, 'access_level') === 50
          if (!isOwner && !(await isAdministrator(call))) return call.send()
          const id = idOf(group.json)
          if (!leaving.has(id)) {
            leaving.add(id)
            setTimeout(() => {
              call.askAsRoot('DELETE', `/groups/${id}`).catch(console.error)
            }, 500)
          }
          return jsonAnswer(200, null)
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      await ask('DELETE', path)
      const before = (await ask('GET', path)).status
      await waited(700)
      return before === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A new merge request has the merge status `unchecked` until it was looked at half a second later',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        one.merge_status !== undefined && isYoung(one.created_at, 500)
          ? { ...one, merge_status: 'unchecked' }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${request}`
      const status = at((await ask('GET', path)).json, 'merge_status')
      await waited(600)
      return status === 'unchecked' && at((await ask('GET', path)).json, 'merge_status') !== status
    },
  },
  {
    name: 'A project is found by its path only where the case of each letter is right',
    allowedBy:
      'Document 1, Conventions 2: the URL-encoded NAMESPACE/PROJECT_NAME; no sentence says that another case is the same name',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const named = /^(\/api\/v3\/projects\/)([^/]*%2f[^/]*)(.*)$/i.exec(url.pathname)
      if (named === null) return forge.fetch(request)
      const [, before = '', path = '', after = ''] = named
      const askAsRoot = askOf((asked) => forge.fetch(asked))
      const { status, json } = await askAsRoot('GET', `/projects/${path}`)
      const isOther = status === 200 && decodeURIComponent(path) !== at(json, 'path_with_namespace')
      if (!isOther) return forge.fetch(request)
      url.pathname = `${before}no-such%2Fproject${after}`
      return forge.fetch(new Request(url, request))
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('GET', `/projects/${project}`)
      const path = String(at(json, 'path_with_namespace'))
      const isFound = (await ask('GET', `/projects/${encoded(path)}`)).status === 200
      const other = await ask('GET', `/projects/${encoded(path.toUpperCase())}`)
      return isFound && other.status === 404
    },
  },
  {
    name: 'Activity events turn up half a second after what they tell of',
    allowedBy:
      'Document 1, Events: activity events are records, read through the two lists; no sentence says how soon they are there',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) => all.filter(({ created_at }) => !isYoung(created_at, 500))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const events = async () =>
        fieldOf((await ask('GET', `/projects/${project}/events`)).json, 'target_id')
      const early = await events()
      await waited(600)
      return !early.includes(issue) && (await events()).includes(issue)
    },
  },
  {
    name: 'Members are listed by their level, the highest first, and by their usernames',
    allowedBy:
      'Document 1, GET /groups/:id/members and /projects/:id/members: array of Member; no order is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              String(one.username).localeCompare(String(other.username)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const access_level of [10, 20, 30]) {
        const user = await newUser(ask)
        const body = { user_id: user.id, access_level }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      const { json } = await ask('GET', `/projects/${project}/members`)
      return fieldOf(json, 'access_level').join() === '40,30,20,10'
    },
  },
  {
    name: 'Notes are listed with the newest first',
    allowedBy: 'Document 2, GET /projects/:id/<parent>/notes: array of Note; no order is stated',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, (all) => all.toReversed()),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['one', 'two']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'two,one'
    },
  },
  {
    name: 'The labels of an issue and of a merge request stand in reverse alphabetical order',
    allowedBy:
      'Document 2, Issue and Merge request: labels, array of strings; no order of them is stated',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        Array.isArray(one.labels) && one.labels.every((label) => typeof label === 'string')
          ? { ...one, labels: one.labels.toSorted().toReversed() }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'anchor,sail' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'sail'
    },
  },
  {
    name: 'An RSA key of fewer than 2048 bits is refused',
    allowedBy:
      'Document 1: on key creation failure, 400 with a validation message object; no sentence says that every key is valid',
    start: serving(() =>
      forAll(['createOwnSshKey', 'createSshKeyOfUser'], async (call) => {
        const { key, title } = call.given
        const [kind, data = ''] = String(key).trim().split(/\s+/)
        // The exponent and the heads of the parts take a few bytes beside the modulus.
        const isShort = kind === 'ssh-rsa' && data.length * 0.75 < 256 + 20
        if (!isShort || title === undefined || call.isAnonymous) return call.send()
        const user = call.path.id
        const { status } = await (user === undefined
          ? call.ask('GET', '/user')
          : call.ask('GET', `/users/${user}/keys`))
        if (status !== 200) return call.send()
        return jsonAnswer(400, { message: { key: ['must be at least 2048 bits'] } })
      }),
    ),
    async isShown(ask) {
      const numbers = [...crypto.getRandomValues(new Uint8Array(128))]
      const body = { title: 'Short', key: keyOf('ssh-rsa', [1, 0, 1], [0, 200, ...numbers]) }
      const other = { title: 'Other', key: freshKey() }
      const { status } = await ask('POST', '/user/keys', { body })
      return status === 400 && (await ask('POST', '/user/keys', { body: other })).status === 201
    },
  },
  {
    name: 'The short id of a commit has eight digits',
    allowedBy: 'Document 3, Commit: `short_id`; no sentence says how long it is',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        typeof one.short_id === 'string' ? { ...one, short_id: one.short_id.slice(0, 8) } : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 8
    },
  },
  {
    name: 'The SSH address of a project is a URL with a port',
    allowedBy:
      'Document 1, Project: ssh_url_to_repo string; no sentence says in which of the forms of git it is',
    start: answeringAll((json) =>
      everyObject(json, (one) => {
        const names = ['ssh_url_to_repo', 'git_ssh_url', 'ssh_url', 'url']
        const found = names.flatMap((name) => {
          const parts = /^git@([^:/]+):(.*)$/.exec(String(one[name] ?? ''))
          return parts === null ? [] : [[name, `ssh://git@${parts[1]}:2222/${parts[2]}`]]
        })
        return { ...one, ...Object.fromEntries(found) }
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return String(at(json, 'ssh_url_to_repo')).startsWith('ssh://git@')
    },
  },
  {
    name: 'The web pages of issues, merge requests and snippets lie below a dash',
    allowedBy: 'Document 2: web_url string; no sentence says which address a page has',
    start: answeringAll((json) =>
      everyObject(json, (one) => {
        const found = ['web_url', 'target_url'].flatMap((name) => {
          const url = one[name]
          // A commit status has a target too, which is the one that was given.
          const isOurs = typeof url === 'string' && !('sha' in one && name === 'target_url')
          if (!isOurs) return []
          return [[name, url.replace(/\/(issues|merge_requests|snippets)\/(\d+)/, '/-/$1/$2')]]
        })
        return { ...one, ...Object.fromEntries(found) }
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'web_url')).includes('/-/issues/')
    },
  },
  {
    name: 'The SSH keys of a user are listed with the newest first',
    allowedBy:
      'Document 1, GET /user/keys and GET /users/:id/keys: array of SSH key; no order is stated',
    start: serving(() =>
      forAll(['listOwnSshKeys', 'listSshKeysOfUser'], (call) =>
        relisted(call, (all) => all.toSorted((one, other) => Number(other.id) - Number(one.id))),
      ),
    ),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/keys`
      for (const title of ['one', 'two']) {
        await ask('POST', path, { body: { title, key: freshKey() } })
      }
      return fieldOf((await ask('GET', path)).json, 'title').join() === 'two,one'
    },
  },
  {
    name: 'Raw files and raw blobs are sent as attachments without a type of their own',
    allowedBy: 'Document 3: media types of the raw file, raw blob ... responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
        })
      }),
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/blobs/master`
      const { headers } = await ask('GET', `${path}?filepath=README.md`)
      return headers.get('content-disposition') === 'attachment'
    },
  },
  {
    name: 'The tree of a repository mixes directories and files, by their paths alone',
    allowedBy:
      'Document 3, GET /projects/:id/repository/tree: array of Tree entry; no order is stated',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.path) < String(other.path) ? -1 : 1)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'z/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'README.md,z'
    },
  },
  {
    name: 'Guests and reporters of a project may create no snippets in it',
    allowedBy:
      'Document 2, POST /projects/:id/snippets: caller needs permission to create snippets; no sentence says who has it',
    start: serving(() => ({
      async createSnippet(call) {
        const isLow = !call.isAnonymous && (await isMember(call)) && (await levelOf(call)) < 30
        const { title, file_name, code, visibility_level } = call.given
        const isWhole = [title, file_name, code, visibility_level].every(
          (one) => one !== undefined && one !== '',
        )
        const { snippets_enabled } = await projectOf(call)
        const isRefused =
          isLow && isWhole && snippets_enabled === true && !(await isAdministrator(call))
        return isRefused ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body })
      return Number.isNaN(await newSnippet(actingAs(ask, user.id), project))
    },
  },
]
