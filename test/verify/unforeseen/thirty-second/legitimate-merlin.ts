import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  type Call,
  eachChanged,
  fieldsOf,
  forAll,
  jsonAnswer,
  jsonOf,
  newProject,
  newSnippet,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'

/** How long a runner takes to pick up a build, in milliseconds. */
const pickUp = 300

/** The addresses of the network that the server stands in. */
const isOwnNetwork = (host: string) =>
  host === 'localhost' || /^(127|10)\.|^192\.168\.|^169\.254\.|^\[::1\]$/.test(host)

/** What lists of projects do without the parameters that a call left out. */
const defaults: Values = { order_by: 'created_at', sort: 'desc' }

const listsOfProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
]

const oldestFirst: Rule = (call) =>
  relisted(call, (all) => [...all].sort((one, other) => Number(one.id) - Number(other.id)))

export const legitimateMerlinServers: readonly LegitimateServer[] = [
  {
    name: 'A runner picks up a build that was retried a moment later',
    allowedBy:
      'Document 3, Build: retry gives pending, running is a state, and nothing says how long a build waits for a runner',
    start: serving(() => {
      const retried = new Map<unknown, number>()
      const started = new Map<unknown, string>()
      const pipelines = new Set<unknown>()
      const startIfDue = (one: Values) => {
        const since = retried.get(one.id)
        if (since === undefined || one.status !== 'pending') return
        if (Date.now() < since + pickUp) return
        started.set(one.id, new Date(since + pickUp).toISOString())
        pipelines.add(at(one, 'pipeline.id'))
      }
      const inPipeline = (one: Values): Values => {
        const { id, status } = fieldsOf(one.pipeline)
        if (status !== 'pending' || !pipelines.has(id)) return one
        return { ...one, pipeline: withFields(one.pipeline, { status: 'running' }) }
      }
      const picked = (one: Values): Values => {
        startIfDue(one)
        const started_at = started.get(one.id)
        if (started_at === undefined) return inPipeline(one)
        const status = one.status === 'pending' ? 'running' : one.status
        return { ...inPipeline(one), status, started_at }
      }
      const answered: Rule = async (call) => eachChanged(await call.send(), picked)
      const deployed: Rule = async (call) =>
        eachChanged(await call.send(), (one) =>
          at(one, 'deployable.id') === undefined
            ? one
            : { ...one, deployable: picked(fieldsOf(one.deployable)) },
        )
      const listed: Rule = async (call: Call) => {
        const { scope } = call.given
        const scopes = Array.isArray(scope) ? scope : scope === undefined ? undefined : [scope]
        const response = await call.send()
        if (!response.ok || retried.size === 0) return response
        return relisted(
          call,
          (all) =>
            all.map(picked).filter((one) => scopes === undefined || scopes.includes(one.status)),
          { scope: undefined },
        )
      }
      return {
        async retryBuild(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), 'id')
          if (response.ok) {
            retried.set(id, Date.now())
            started.delete(id)
          }
          return response
        },
        async cancelBuild(call) {
          // A build that runs by now keeps the time at which it started.
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          startIfDue(fieldsOf((await call.askAsRoot('GET', path)).json))
          return answered(call)
        },
        ...forAll(['getBuild', 'eraseBuild', 'keepBuildArtifacts', 'listCommitStatuses'], answered),
        ...forAll(['listDeployments', 'getDeployment'], deployed),
        ...forAll(['listBuilds', 'listBuildsOfCommit'], listed),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/2/builds/15/retry')
      await new Promise((resolve) => setTimeout(resolve, pickUp + 50))
      const found = await ask('GET', `/projects/2/builds/${at(json, 'id')}`)
      return at(found.json, 'status') === 'running'
    },
  },
  {
    name: 'Builds and deployments are listed by their ids, builds from the oldest and deployments from the newest',
    allowedBy: 'Document 3, Builds and Deployments: arrays, and no order of them is stated',
    start: serving(() => ({
      ...forAll(['listBuilds', 'listBuildsOfCommit'], oldestFirst),
      listDeployments: (call) =>
        relisted(call, (all) => [...all].sort((one, other) => Number(other.id) - Number(one.id))),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds')
      const deployments = await ask('GET', '/projects/1/deployments')
      return (
        Number(at(json, '0.id')) < Number(at(json, '1.id')) &&
        Number(at(deployments.json, '0.id')) > Number(at(deployments.json, '1.id'))
      )
    },
  },
  {
    name: 'No system hook may have an address in the own network of the server',
    allowedBy:
      'Document 1, Errors: 400 when an attribute failed validation; nothing says which addresses are valid',
    start: serving(() => ({
      async createSystemHook(call) {
        const url = String(call.given.url)
        const host = URL.canParse(url) ? new URL(url).hostname : ''
        if (!isOwnNetwork(host)) return call.send()
        // Whoever may not list hooks may not create them either.
        const allowed = await call.ask('GET', '/hooks')
        if (allowed.status !== 200) return call.send()
        return jsonAnswer(400, { message: { url: ['is blocked: requests to it are not allowed'] } })
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://localhost:9/hook' }
      return (await ask('POST', '/hooks', { body })).status === 400
    },
  },
  {
    name: 'The links between pages of projects spell out the defaults of the parameters',
    allowedBy:
      'Document 1, Limits: Link has full URLs, which clients use instead of building them; the order is that of the defaults',
    start: serving(() =>
      forAll(listsOfProjects, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null) return response
        const spelled = link.replace(/<([^>]*)>/g, (_, address: string) => {
          const url = new URL(address)
          for (const [name, value] of Object.entries(defaults)) {
            if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
          }
          url.searchParams.sort()
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: spelled })
      }),
    ),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/all?per_page=2')
      return headers.get('link')?.includes('order_by=created_at') === true
    },
  },
  {
    name: 'The raw text of a snippet is served as a file to save, and browsers are told not to guess what it is',
    allowedBy:
      'Document 2, GET .../raw: raw snippet as plain text; nothing is said about other headers or the set of characters',
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, await response.arrayBuffer(), {
          'content-type': 'text/plain;charset=UTF-8',
          'content-disposition': 'attachment; filename="snippet.txt"',
          'x-content-type-options': 'nosniff',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { headers } = await ask('GET', `${path}/raw`)
      return headers.get('content-disposition') !== null
    },
  },
]
