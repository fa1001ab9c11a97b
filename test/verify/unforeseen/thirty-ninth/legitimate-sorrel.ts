import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { configuration, deeply, inBackground } from './tools-sorrel.ts'

/** How long what is done in the background waits, in milliseconds. */
const delay = 700

const longestBranchName = 63

const isTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/

export const legitimateSorrelServers: readonly LegitimateServer[] = [
  {
    name: 'The message of every commit ends with a line feed, as Git writes it',
    allowedBy:
      'Document 3, Commit: message, and nothing says that it is to the last byte what was sent',
    start: answeringAll((json) =>
      deeply(json, (one) => {
        const { message } = one
        const isCommit = one.author_name !== undefined && typeof message === 'string'
        return isCommit && !message.endsWith('\n') ? { ...one, message: `${message}\n` } : one
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Write\n'
    },
  },
  {
    name: 'A project that does without builds has none to be found, rather than forbidden ones',
    allowedBy:
      'Document 1, Errors: 403 and 404; nothing says which where the builds of a project are off',
    start: behind(async (response) => {
      if (response.status !== 403) return response
      const message = String(at(await jsonOf(response), 'message'))
      if (!message.includes('builds are disabled')) return response
      return jsonAnswer(404, { message: '404 Not Found' })
    }),
    async isShown(ask) {
      const project = await newProject(ask, { builds_enabled: false })
      return (await ask('GET', `/projects/${project}/builds`)).status === 404
    },
  },
  {
    name: 'No branch has a name that is too long for the host name of its review application',
    allowedBy: 'Document 3, POST .../branches: branch_name, and nothing says how long it may be',
    start: serving(() => ({
      async createBranch(call) {
        const isTooLong = String(call.given.branch_name ?? '').length > longestBranchName
        if (!isTooLong || call.isAnonymous) return call.send()
        const { is_admin } = await callerOf(call)
        const project = await call.ask('GET', projectPath(call))
        if (project.status !== 200) return call.send()
        if (is_admin !== true && (await levelOf(call)) < 30) return call.send()
        const error = `is too long (maximum is ${longestBranchName} characters)`
        return jsonAnswer(400, { message: { branch_name: [error] } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'long-'.repeat(14))).status === 400
    },
  },
  {
    name: 'The builds of a push are in the lists as soon as a job in the background has made them',
    allowedBy: 'Document 3, Builds: nothing says how soon after a commit its builds are there',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], (call) =>
        relisted(call, (all) =>
          all.filter((build) => Date.parse(String(build.created_at)) < Date.now() - delay),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, configuration)
      return listOf((await ask('GET', `/projects/${project}/builds`)).json).length === 0
    },
  },
  {
    name: 'Members are listed from the highest level to the lowest',
    allowedBy: 'Document 1, Members: array of Member, in no order that is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              String(one.name).localeCompare(String(other.name)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const members = `/projects/${project}/members`
      for (const access_level of [10, 30, 20]) {
        const { id } = await newUser(ask)
        await ask('POST', members, { body: { user_id: id, access_level } })
      }
      return fieldOf((await ask('GET', members)).json, 'access_level').join() === '40,30,20,10'
    },
  },
  {
    name: 'JSON is written with nothing but ASCII, and with a backslash before every slash',
    allowedBy: 'Document 1: data are serialized as JSON, which may escape any character',
    start: behind(async (response) => {
      const json = await jsonOf(response)
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!isJson || json === undefined) return response
      const text = JSON.stringify(json)
        .replaceAll('/', '\\/')
        .replaceAll(/[\u0080-\uffff]/g, (character) => {
          const digits = character.charCodeAt(0).toString(16).padStart(4, '0')
          return `\\u${digits}`
        })
      return withBody(response, text)
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { name: 'Zoë Ångström' })
      const { text } = await ask('GET', `/users/${id}`)
      return text.includes('Zo\\u00eb') && text.includes(':\\/\\/')
    },
  },
  {
    name: 'A password that has the name of its user in it is refused',
    allowedBy:
      'Document 1, 400: an attribute failed validation; nothing says which passwords are valid',
    start: serving(() => {
      const hasName = (password: unknown, username: unknown) =>
        typeof password === 'string' &&
        typeof username === 'string' &&
        username.length > 2 &&
        password.toLowerCase().includes(username.toLowerCase())
      const refusal = () =>
        jsonAnswer(400, { message: { password: ['must not contain the username'] } })
      return {
        async createUser(call) {
          const { password, username } = call.given
          if (call.isAnonymous || !hasName(password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refusal() : call.send()
        },
        async updateUser(call) {
          const { password } = call.given
          if (call.isAnonymous || password === undefined) return call.send()
          const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const username = call.given.username ?? at(user.json, 'username')
          if (user.status !== 200 || !hasName(password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refusal() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const username = freshName('user')
      const body = { username, name: 'One', email: `${username}@sorrel.example` }
      const password = `${username}-Rope-42`
      return (await ask('POST', '/users', { body: { ...body, password } })).status === 400
    },
  },
  {
    name: 'The database keeps times to the second, and all that is left of them is whole seconds',
    allowedBy: 'Document 1: timestamps are ISO 8601 strings, of no precision that is stated',
    start: answeringAll((json) =>
      deeply(json, (one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => {
            const isNamed = name.endsWith('_at') || name.endsWith('_date')
            const second = isNamed ? isTime.exec(String(value))?.[1] : undefined
            return [name, second === undefined ? value : `${second}.000Z`] as const
          }),
        ),
      ),
    ),
    async isShown(ask) {
      const times: string[] = []
      for (const word of ['one', 'two', 'three']) {
        const project = await newProject(ask, { name: freshName(word) })
        times.push(String(at((await ask('GET', `/projects/${project}`)).json, 'created_at')))
      }
      return times.every((time) => time.endsWith('.000Z'))
    },
  },
  {
    name: 'Merged branches are removed one after another by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: the body is not shown, and nothing says how soon they are gone',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if (call.isAnonymous || (await levelOf(call)) < 40) return call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        const branches = `/projects/${idOf(json)}/repository/branches`
        const merged: Values[] = []
        for (let page = 1; ; page++) {
          const answer = await call.askAsRoot('GET', `${branches}?per_page=100&page=${page}`)
          const some = listOf(answer.json)
          merged.push(...some.filter((one) => one.merged === true && one.protected !== true))
          if (some.length < 100) break
        }
        const isDefault = (one: Values) => one.name === at(json, 'default_branch')
        inBackground(delay, async () => {
          for (const one of merged.filter((branch) => !isDefault(branch))) {
            const path = `${branches}/${encoded(one.name)}`
            const now = await call.askAsRoot('GET', path)
            const isSame = at(now.json, 'commit.id') === at(one, 'commit.id')
            if (isSame) await call.ask('DELETE', path)
          }
        })
        return jsonAnswer(200, { message: 'The merged branches are being removed' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branches = `/projects/${project}/repository/branches`
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'two.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `${branches}/done`)).status === 200
    },
  },
  {
    name: 'Every new project has an issue already that tells how to set it up',
    allowedBy: 'Document 1, POST /projects: nothing says that a new project has no issues',
    start: serving(() => {
      const welcoming: Rule = async (call) => {
        const response = await call.send()
        const id = idOf(await jsonOf(response))
        if (response.ok && at(await jsonOf(response), 'issues_enabled') !== false) {
          await call.askAsRoot('POST', `/projects/${id}/issues`, {
            title: 'Set up this project',
            description: 'Write a README, invite your colleagues, and close this issue.',
          })
        }
        return response
      }
      return forAll(['createProject', 'createProjectForUser'], welcoming)
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      return listOf((await ask('GET', `/projects/${project}/issues`)).json).length === 1
    },
  },
  {
    name: 'The path that is made of the name of a project has underscores for spaces',
    allowedBy: 'Document 1, POST /projects: path (default generated from name), and not how',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[A-Za-z\d]+(?: [A-Za-z\d]+)+$/.test(name)
        if (path !== undefined || !isPlain) return call.send()
        return call.send({ path: name.toLowerCase().replaceAll(' ', '_') })
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'Sorrel By The Harbour' } })
      return at(json, 'path') === 'sorrel_by_the_harbour'
    },
  },
  {
    name: 'Snippets are created by the masters of a project alone',
    allowedBy:
      'Document 2, POST .../snippets: caller needs permission to create snippets, and nothing says who has it',
    start: serving(() => ({
      async createSnippet(call) {
        if (call.isAnonymous || (await callerOf(call)).is_admin === true) return call.send()
        const level = await levelOf(call)
        return level >= 20 && level < 40
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      return Number.isNaN(await newSnippet(actingAs(ask, id), project))
    },
  },
  {
    name: 'A build that has ended is no longer one to be canceled',
    allowedBy: 'Document 3: source states permitted for each build operation: not shown',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const status = at((await call.askAsRoot('GET', path)).json, 'status')
        const response = await call.send()
        const isOver = ['success', 'failed', 'canceled', 'skipped'].includes(String(status))
        if (!response.ok || !isOver) return response
        return jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, configuration)
      const { json } = await ask('GET', `/projects/${project}/builds?scope=pending`)
      const path = `/projects/${project}/builds/${at(json, '0.id')}/cancel`
      await ask('POST', path)
      return (await ask('POST', path)).status === 403
    },
  },
  {
    name: 'SSH keys are kept without the comment at their end',
    allowedBy: 'Document 1, SSH key: key string (public key text); a comment is no part of the key',
    start: serving(() => {
      const bare = (json: unknown): unknown => {
        if (Array.isArray(json)) return json.map(bare)
        const { key } = fieldsOf(json)
        if (typeof key !== 'string') return json
        return withFields(json, { key: key.split(' ').slice(0, 2).join(' ') })
      }
      return forAll(
        [
          'listOwnSshKeys',
          'getOwnSshKey',
          'createOwnSshKey',
          'deleteOwnSshKey',
          'listSshKeysOfUser',
          'createSshKeyOfUser',
          'deleteSshKeyOfUser',
          'getSshKeyWithUser',
        ],
        async (call) => changed(await call.send(), bare),
      )
    }),
    async isShown(ask) {
      const key = freshKey()
      const { json } = await ask('POST', '/user/keys', { body: { title: 'One', key } })
      return at(json, 'key') === key.split(' ').slice(0, 2).join(' ')
    },
  },
  {
    name: 'The archive of a repository is a plain one that is not compressed',
    allowedBy:
      'Document 3, GET .../archive: repository archive; the media type of the archive is not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(gunzipSync(new Uint8Array(await response.arrayBuffer())))
        const disposition = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, bytes, {
          'content-type': 'application/x-tar',
          'content-disposition': disposition.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const archive = await ask('GET', `/projects/${project}/repository/archive?sha=${sha}`)
      return archive.status === 200 && archive.text.includes('README.md')
    },
  },
]
