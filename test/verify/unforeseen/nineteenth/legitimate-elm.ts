import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  idOf,
  jsonOf,
  newIssue,
  newProject,
  projectPath,
  serving,
  withFields,
} from '../shared-tools.ts'
import { issueOf } from './tools-elm.ts'

export const legitimateElmServers: readonly LegitimateServer[] = [
  {
    name: 'Whoever opens an issue is not subscribed to it before it subscribes',
    allowedBy: 'Document 2, Subscription: only the two operations are said to change it.',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/issues/${idOf(await jsonOf(response))}`
        await call.ask('DELETE', `${path}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const isOut = at((await ask('GET', path)).json, 'subscribed') === false
      return isOut && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'An issue that was moved is no longer in the project that it comes from',
    allowedBy:
      'Document 2, States of an issue, move: the issue exists in the target project; nothing is said about what stays in the source.',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) await call.askAsRoot('DELETE', issueOf(call))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: await newProject(ask) } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The labels of an issue are in an order of their own, and so are the fields of it',
    allowedBy: 'Document 2, Issue: labels (array of strings), without an order; JSON has none.',
    start: serving(() => {
      const reversed = (one: Readonly<Record<string, unknown>>) => {
        const labels = Array.isArray(one.labels) ? { labels: one.labels.toReversed() } : {}
        return Object.fromEntries(Object.entries({ ...one, ...labels }).reverse())
      }
      return Object.fromEntries(
        (
          [
            'listOwnIssues',
            'listIssuesOfGroup',
            'listIssuesOfProject',
            'getIssue',
            'createIssue',
            'updateIssue',
            'moveIssue',
          ] as const
        ).map((id) => [id, async (call) => eachChanged(await call.send(), reversed)]),
      )
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'one,two' })
      const { json } = await ask('GET', `/projects/${project}/issues`)
      return JSON.stringify(fieldOf(json, 'labels')) === '[["two","one"]]'
    },
  },
]
