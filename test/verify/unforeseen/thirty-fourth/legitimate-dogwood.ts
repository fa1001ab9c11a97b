import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  behind,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  freshName,
  newRepository,
  newUser,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

const answeringWithBuilds: readonly OperationId[] = [
  'listBuilds',
  'listBuildsOfCommit',
  'getBuild',
  'cancelBuild',
  'eraseBuild',
  'keepBuildArtifacts',
]

const ascii = (text: string) =>
  text.replaceAll(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const buildFile = 'one:\n  script: make\ntwo:\n  script: make\n'

export const legitimateDogwoodServers: readonly LegitimateServer[] = [
  {
    name: 'The links between pages begin with the last one, and their relations stand without quotation marks',
    allowedBy:
      'Document 1, Limits: Link has relations prev, next, first and last with full URLs; nothing is said about their order, and the format of the header allows a token without quotation marks',
    start: behind((response) => {
      const links = response.headers.get('link')
      if (links === null) return response
      const turned = links.split(', ').reverse().join(',')
      return withBody(response, response.body, {
        link: turned.replaceAll(/rel="(\w+)"/g, 'rel=$1'),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('rel=next')
    },
  },
  {
    name: 'JSON is written in ASCII alone, whatever else is in it being escaped',
    allowedBy:
      'Document 1: data are serialized as JSON, which writes a character as itself or as an escape alike',
    start: behind(async (response, request) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      // A file of a repository is no answer in JSON, whatever is in it.
      const isRaw = /\/(raw|blobs|raw_blobs|artifacts|archive|trace)\b/.test(
        new URL(request.url).pathname,
      )
      return isJson && !isRaw ? withBody(response, ascii(await response.text())) : response
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { name: 'Zoë Ångström' })
      return (await ask('GET', `/users/${id}`)).text.includes('Zo\\u00eb')
    },
  },
  {
    name: 'A system hook that is made without flags is called for tags as well, and not for other pushes',
    allowedBy:
      'Document 1, POST /hooks: push_events and tag_push_events are optional booleans, and no default of them is stated',
    start: serving(() => ({
      createSystemHook: ({ given, send }) =>
        send({
          push_events: given.push_events ?? false,
          tag_push_events: given.tag_push_events ?? true,
        }),
    })),
    async isShown(ask) {
      const url = encoded(`http://${freshName('hook')}.example/`)
      const { json } = await ask('POST', `/hooks?url=${url}`)
      return at(json, '0.tag_push_events') === true && at(json, '0.push_events') === false
    },
  },
  {
    name: 'The builds of a project and of a commit come with the oldest first',
    allowedBy: 'Document 3, Builds: an array of Build, and no order of it is stated',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], (call) =>
        relisted(call, (all) => [...all].sort((one, other) => Number(one.id) - Number(other.id))),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { builds_enabled: true })
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: buildFile })
      const ids = fieldOf((await ask('GET', `/projects/${project}/builds`)).json, 'id').map(Number)
      return ids.length === 2 && Number(ids[0]) < Number(ids[1])
    },
  },
  {
    name: 'A build that is canceled before it has started has no time at which it finished',
    allowedBy:
      'Document 3, Build: finished_at is a timestamp or null; POST .../cancel: the response build keeps its timestamps',
    start: serving(() => {
      const unfinished = (build: Values) =>
        build.status === 'canceled' && build.started_at === null
          ? { ...build, finished_at: null }
          : build
      return forAll(answeringWithBuilds, async (call) => {
        const response = await call.send()
        return response.ok ? eachChanged(response, unfinished) : response
      })
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { builds_enabled: true })
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: buildFile })
      const path = `/projects/${project}/builds`
      const id = at((await ask('GET', path)).json, '0.id')
      const { json } = await ask('POST', `${path}/${id}/cancel`)
      return at(json, 'status') === 'canceled' && at(json, 'finished_at') === null
    },
  },
]
