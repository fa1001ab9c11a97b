import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  fieldOf,
  headOf,
  listOf,
  newRepository,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { textOf } from './tools-carol.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(json: unknown, change: (fields: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

/** A difference from its first hunk on. */
const withoutHeader = (diff: string) => diff.slice(Math.max(0, diff.search(/^@@ /m)))

export const legitimateCarolServers: readonly LegitimateServer[] = [
  {
    name: 'Archives are tar files that are not compressed',
    allowedBy:
      'Document 3, GET .../archive: repository archive; the media type of the archive is not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return response
        const name = response.headers.get('content-disposition')?.replace('.tar.gz', '.tar')
        return withBody(response, new Uint8Array(gunzipSync(bytes)), {
          'content-type': 'application/x-tar',
          ...(name === undefined ? {} : { 'content-disposition': name }),
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/archive`
      return (await ask('GET', path)).headers.get('content-type') === 'application/x-tar'
    },
  },
  {
    name: 'The short ids of commits are of eight characters',
    allowedBy: 'Document 3, Commit: short_id, of whichever length',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        typeof fields.short_id === 'string' && typeof fields.id === 'string'
          ? { ...fields, short_id: fields.id.slice(0, 8) }
          : fields,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master`
      return String(at((await ask('GET', path)).json, 'short_id')).length === 8
    },
  },
  {
    name: 'Differences of files begin with their first hunk',
    allowedBy: 'Document 3, Diff entry: diff string; the paths are in fields of their own',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        typeof fields.diff === 'string' && typeof fields.new_path === 'string'
          ? { ...fields, diff: withoutHeader(fields.diff) }
          : fields,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'new.txt' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@ ')
    },
  },
  {
    name: 'Contributors are in the order of their e-mails, backwards',
    allowedBy: 'Document 3, GET /projects/:id/repository/contributors: no order is stated',
    start: serving(() => ({
      listContributors: (call) =>
        relisted(call, (all) =>
          all.toSorted((one, other) => (textOf(one, 'email') < textOf(other, 'email') ? 1 : -1)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['zoe', 'anna']) {
        await writeFile(ask, project, {
          file_path: `${name}.txt`,
          author_name: name,
          author_email: `${name}@thirteen.example`,
        })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      const names = fieldOf(json, 'name')
      return listOf(json).length === 3 && names.indexOf('zoe') < names.indexOf('anna')
    },
  },
]
