import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  isTrue,
  jsonAnswer,
  levelOf,
  newBranch,
  newProject,
  newRepository,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { inBackground } from './tools-siskin.ts'

/** How long the job in the background waits, in milliseconds. */
const delay = 500

const escaped = (text: string) =>
  text.replace(
    /[<>&\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const reversed = (list: unknown) => (Array.isArray(list) ? list.toReversed() : list)

export const legitimateSiskinServers: readonly LegitimateServer[] = [
  {
    name: 'The merged branches go a moment later, by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all merged branches; nothing says how soon, and its response is not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = await call.ask('GET', `${repositoryPath(call)}/branches`)
        if (branches.status !== 200 || (await levelOf(call)) < 30) return call.send()
        inBackground(delay, () => call.send())
        return jsonAnswer(200, { message: 'Merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'merged')
      await writeFile(ask, project, { file_path: 'two.txt' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      const names = fieldOf((await ask('GET', `${repository}/branches`)).json, 'name')
      return names.includes('merged')
    },
  },
  {
    name: 'The simple form of a project has four fields only',
    allowedBy:
      'Document 1: With simple true only the id, URL, name and path are returned; exact field names of the simple form: not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        async (call) => {
          const response = await call.send()
          if (!response.ok || !isTrue(call.given.simple)) return response
          return eachChanged(response, ({ id, web_url, name, path }) => ({
            id,
            web_url,
            name,
            path,
          }))
        },
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(at(json, '0'))).length === 4
    },
  },
  {
    name: 'The test of a system hook sends the event of a push to another example',
    allowedBy:
      'Document 1, GET /hooks/:id: an event object with six fields, whose values are not said',
    start: serving(() => ({
      testSystemHook: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, {
            event_name: 'push',
            name: 'Example',
            path: 'example',
            project_id: 42,
            owner_name: 'Nobody',
            owner_email: 'nobody@git.example',
          }),
        )
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://hooks.example/siskin' }
      const id = Number(at((await ask('POST', '/hooks', { body })).json, '0.id'))
      return at((await ask('GET', `/hooks/${id}`)).json, 'event_name') === 'push'
    },
  },
  {
    name: 'The files of a difference come in the opposite order',
    allowedBy: 'Documents 2 and 3: arrays of Diff entry, whose order is not said',
    start: serving(() => ({
      listCommitDifferences: (call) => relisted(call, (all) => all.toReversed()),
      compareRevisions: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => withFields(json, { diffs: reversed(at(json, 'diffs')) }))
      },
      getMergeRequestChanges: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, { changes: reversed(at(json, 'changes')) }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const actions = ['one', 'two'].map((file_path) => ({
        action: 'create',
        file_path,
        content: 'Text\n',
      }))
      const body = { branch_name: 'master', commit_message: 'Write', actions }
      await ask('POST', commits, { body })
      return at((await ask('GET', `${commits}/master/diff`)).json, '0.new_path') === 'two'
    },
  },
  {
    name: 'The JSON of answers is plain ASCII, with other characters and angle brackets escaped',
    allowedBy: 'Document 1: data are serialized as JSON, which may escape every character',
    start: behind(async (response, request) => {
      const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
      const isRaw = /\/(raw|blobs\/[^/]+|raw_blobs\/[^/]+)$/.test(new URL(request.url).pathname)
      if (!isJson || isRaw) return response
      return withBody(response, escaped(await response.text()))
    }),
    async isShown(ask) {
      const id = await newProject(ask, { description: 'Größe <1>' })
      const { text } = await ask('GET', `/projects/${id}`)
      return text.includes('\\u00f6') && text.includes('\\u003c1')
    },
  },
]
