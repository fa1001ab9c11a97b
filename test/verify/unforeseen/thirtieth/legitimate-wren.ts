import { at, type LegitimateServer } from '../server.ts'
import {
  forAll,
  idOf,
  jsonAnswer,
  listOf,
  newProject,
  newSnippet,
  projectPath,
  type Rule,
  relisted,
  serving,
} from '../shared-tools.ts'
import { behindLists, configured, inBackground, relationsOf } from './tools-wren.ts'

const startsBuilds = [
  'createFile',
  'updateFile',
  'deleteFile',
  'createCommit',
  'retryBuild',
] as const

const ownAddress = /^(localhost|127\.|10\.|192\.168\.|0\.0\.0\.0|\[::1\])/
const isWebAddress = (value: unknown) => /^https?:\/\/[^\s/]+/.test(String(value))
const addressSettings = ['home_page_url', 'after_sign_out_path']

const turned: Rule = (call) => relisted(call, (all) => [...all].reverse())

export const legitimateWrenServers: readonly LegitimateServer[] = [
  {
    name: 'A runner takes a waiting build a moment after it was started and finishes it soon after',
    allowedBy:
      'Document 3, States of a build: pending, running and success are states, and nothing says how long a build is in one of them',
    start: serving((forge) => {
      const running: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/builds`
        const taken = new Set<number>()
        const advance = async (scope: 'pending' | 'running', state: 'running' | 'success') => {
          const { json } = await call.askAsRoot('GET', `${path}?scope=${scope}&per_page=100`)
          for (const id of listOf(json).map(idOf)) {
            if (scope === 'running' && !taken.has(id)) continue
            taken.add(id)
            forge.builds.advance(id, state)
          }
        }
        inBackground(150, () => advance('pending', 'running'))
        inBackground(1200, () => advance('running', 'success'))
        return response
      }
      return forAll(startsBuilds, running)
    }),
    async isShown(ask) {
      const project = await configured(ask)
      await new Promise((resolve) => setTimeout(resolve, 400))
      const { json } = await ask('GET', `/projects/${project}/builds`)
      return listOf(json).some(({ status }) => status === 'running')
    },
  },
  {
    name: 'A system hook to an address of the own network is refused',
    allowedBy:
      'Document 1, Errors: 422: entity could not be processed; POST /hooks: url, and nothing says that every address is one',
    start: serving(() => ({
      async createSystemHook(call) {
        const address = String(call.given.url ?? '').replace(/^https?:\/\/([^@/]*@)?/, '')
        const { status } = await call.ask('GET', '/hooks')
        if (status !== 200 || !ownAddress.test(address)) return call.send()
        return jsonAnswer(422, { message: 'Invalid url given' })
      },
    })),
    isShown: async (ask) =>
      (await ask('POST', '/hooks', { body: { url: 'http://127.0.0.1:9/wren' } })).status === 422,
  },
  {
    name: 'The links between pages carry the parameters of the path too, the last page first',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); nothing says in which order, or that a URL has no other parameters',
    start: behindLists((response, request) => {
      const id = /\/(?:projects|groups|users)\/([^/]+)\//.exec(new URL(request.url).pathname)?.[1]
      const relations = [...relationsOf(response.headers)].reverse()
      return relations
        .map(({ url, name }) => {
          if (id !== undefined) url.searchParams.set('id', decodeURIComponent(id))
          return `<${url.href}>; rel="${name}"`
        })
        .join(',')
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      await newSnippet(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/snippets`)
      const relations = relationsOf(headers)
      return (
        relations[0]?.name === 'last' && relations[0].url.searchParams.get('id') === `${project}`
      )
    },
  },
  {
    name: 'A page for those who come or leave has to be an address of the web',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation; home_page_url and after_sign_out_path: redirect targets, and nothing says which texts are valid',
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const wrong = addressSettings.filter((name) => {
          const value = call.given[name] ?? ''
          return value !== '' && !isWebAddress(value)
        })
        const { status } = await call.ask('GET', '/application/settings')
        if (wrong.length === 0 || status !== 200) return call.send()
        const message = Object.fromEntries(wrong.map((name) => [name, ['is not a valid URL']]))
        return jsonAnswer(400, { message })
      },
    })),
    async isShown(ask) {
      const body = { after_sign_out_path: '/wren' }
      const { status, json } = await ask('PUT', '/application/settings', { body })
      return status === 400 && at(json, 'message.after_sign_out_path.0') === 'is not a valid URL'
    },
  },
  {
    name: 'Builds, deployments and snippets are listed the other way round',
    allowedBy:
      'Documents 2 and 3: GET .../builds, .../deployments and .../snippets answer with arrays, and nothing says in which order',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit', 'listDeployments', 'listSnippets'], turned),
    ),
    async isShown(ask) {
      const project = await configured(ask)
      const ids = listOf((await ask('GET', `/projects/${project}/builds`)).json).map(idOf)
      return ids.length === 2 && Number(ids[0]) < Number(ids[1])
    },
  },
]
