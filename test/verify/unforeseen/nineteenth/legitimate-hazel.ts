import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  headOf,
  jsonAnswer,
  listOf,
  newRepository,
  projectPath,
  relisted,
  serving,
} from '../shared-tools.ts'
import { buildNamed, newBuilds } from './tools-hazel.ts'

/** Commits are named by eight digits wherever they are in an answer. */
function shortened(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(shortened)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'short_id' ? String(value).slice(0, 8) : shortened(value),
    ]),
  )
}

export const legitimateHazelServers: readonly LegitimateServer[] = [
  {
    name: 'Short names of commits have eight digits in every answer',
    allowedBy: 'Document 3, Commit: short_id; no length of it is stated',
    start: answeringAll(shortened),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 8
    },
  },
  {
    name: 'The statuses of a commit begin with the one that was posted last',
    allowedBy: 'Document 3, GET .../commits/:sha/statuses: no order is stated',
    start: serving(() => ({
      listCommitStatuses: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['one', 'two']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return at(listOf((await ask('GET', path)).json), '0.name') === 'two'
    },
  },
  {
    name: 'A build that was canceled cannot be canceled once more',
    allowedBy: 'Document 3, Build: source states permitted for each operation are not shown',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        return at((await call.ask('GET', path)).json, 'status') === 'canceled'
          ? jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newBuilds(ask)
      const path = `/projects/${project}/builds/${await buildNamed(ask, project, 'first')}/cancel`
      await ask('POST', path)
      return (await ask('POST', path)).status === 403
    },
  },
]
